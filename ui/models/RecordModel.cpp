#include "ui/models/RecordModel.h"

#include <QFont>
#include <algorithm>
#include <utility>

#include "ui/models/Cells.h"

namespace lockstep::ui {

namespace {
constexpr qsizetype mostTip = 2000;  // letters; a tip that fills the screen is read by nobody
}

void RecordModel::setItems(std::vector<RecordItem> items) {
  beginResetModel();
  m_nodes.assign(1, Node{});
  m_nodes[0].item.children = std::move(items);
  for (std::size_t at = 0; at < m_nodes.size(); ++at) {
    std::vector<RecordItem> children = std::exchange(m_nodes[at].item.children, {});
    m_nodes[at].firstChild = m_nodes.size();
    m_nodes[at].children = children.size();
    for (RecordItem& child : children) m_nodes.push_back({std::move(child), at, 0, 0});
  }
  endResetModel();
}

QModelIndex RecordModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, static_cast<quintptr>(node(parent).firstChild + static_cast<std::size_t>(row)));
}

QModelIndex RecordModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const std::size_t at = node(index).parent;
  if (at == 0) return {};
  return createIndex(static_cast<int>(at - m_nodes[m_nodes[at].parent].firstChild), 0, static_cast<quintptr>(at));
}

int RecordModel::rowCount(const QModelIndex& parent) const { return parent.column() > 0 ? 0 : static_cast<int>(node(parent).children); }
int RecordModel::columnCount(const QModelIndex&) const { return columns; }

QVariant RecordModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const RecordItem& item = node(index).item;
  const bool isName = index.column() == name;
  switch (role) {
    case Qt::DisplayRole: return isName ? item.name : item.value;
    case exactRole: return isName ? item.name : item.exact.isEmpty() ? item.value : item.exact;
    case Qt::ToolTipRole: {
      QStringList lines;
      if (!item.exact.isEmpty() && item.exact != item.value) lines << (item.exact.size() > mostTip ? item.exact.left(mostTip) + u'…' : item.exact);
      else if (!item.value.isEmpty()) lines << item.value;
      if (!item.help.isEmpty()) lines << item.help;
      return lines.isEmpty() ? QVariant() : lines.join(u'\n');
    }
    case Qt::FontRole: {
      if (!isName || index.parent().isValid()) return {};
      QFont bold;
      bold.setBold(true);
      return bold;
    }
    case toneRole: return isName ? QVariant() : static_cast<int>(item.tone);
    default: return {};
  }
}

QVariant RecordModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == name ? tr("Name") : tr("Value");
}

RecordFilter::RecordFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setRecursiveFilteringEnabled(true);
  setAutoAcceptChildRows(true);
}

void RecordFilter::setWords(const QString& text) {
  m_words = text.split(u' ', Qt::SkipEmptyParts);
  invalidateFilter();
}

bool RecordFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QModelIndex name = sourceModel()->index(row, RecordModel::name, parent);
  const QModelIndex value = name.siblingAtColumn(RecordModel::value);
  const QString text = name.data().toString() + u'\n' + value.data().toString() + u'\n' + value.data(exactRole).toString();
  return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace lockstep::ui

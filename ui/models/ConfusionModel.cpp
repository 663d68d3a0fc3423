#include "ui/models/ConfusionModel.h"

#include <limits>
#include <numeric>

#include "ui/models/Cells.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

void ConfusionModel::setMatrix(const QStringList& classes, std::vector<std::vector<std::int64_t>> counts) {
  beginResetModel();
  m_classes = classes;
  m_counts = std::move(counts);
  m_totals.clear();
  for (const auto& row : m_counts) m_totals.push_back(std::accumulate(row.begin(), row.end(), std::int64_t{0}));
  endResetModel();
}

QString ConfusionModel::inWords(const QModelIndex& index) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::int64_t total = m_totals[static_cast<std::size_t>(index.row())];
  const std::int64_t here = at(index.row(), index.column());
  const QString right = m_classes[index.row()];
  if (total == 0) return tr("There is no sample of class “%1”.").arg(right);
  const QString share = shortNumber(100.0 * static_cast<double>(here) / static_cast<double>(total));
  const auto samples = static_cast<int>(total);
  if (index.row() == index.column()) return tr("Of %n sample(s) of class “%1”, %2 (%3 %) were recognised.", nullptr, samples).arg(right, count(here), share);
  return tr("Of %n sample(s) of class “%1”, %2 (%3 %) were taken for “%4”.", nullptr, samples).arg(right, count(here), share, m_classes[index.column()]);
}

QString ConfusionModel::tabSeparated() const {
  QString out = tr("right \\ predicted") + u'\t' + m_classes.join(u'\t') + u'\n';
  for (int row = 0; row < rowCount(); ++row) {
    out += m_classes[row];
    for (int column = 0; column < columnCount(); ++column) out += u'\t' + QString::number(at(row, column));
    out += u'\n';
  }
  return out;
}

int ConfusionModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_counts.size()); }
int ConfusionModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_classes.size()); }

QVariant ConfusionModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const std::int64_t here = at(index.row(), index.column());
  const std::int64_t total = m_totals[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return count(here);
    case exactRole: return QString::number(here);
    case Qt::TextAlignmentRole: return Qt::AlignCenter;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: return inWords(index);
    case shareRole: return total > 0 ? static_cast<double>(here) / static_cast<double>(total) : std::numeric_limits<double>::quiet_NaN();
    default: return {};
  }
}

QVariant ConfusionModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (section < 0 || section >= m_classes.size()) return {};
  if (role == Qt::DisplayRole) return m_classes[section];
  if (role == Qt::ToolTipRole) return orientation == Qt::Vertical ? tr("Right class: %1").arg(m_classes[section]) : tr("Predicted class: %1").arg(m_classes[section]);
  return {};
}

}  // namespace lockstep::ui

#include "ui/pages/new_run/SampleTableModel.h"

#include "ui/widgets/Format.h"

namespace lockstep::ui {

void SampleTableModel::setSamples(QStringList columns, QList<QStringList> rows) {
  beginResetModel();
  m_columns = std::move(columns);
  m_rows = std::move(rows);
  endResetModel();
}

int SampleTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int SampleTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_columns.size()); }

QVariant SampleTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const QString exact = m_rows[index.row()].value(index.column());
  bool number = false;
  const double value = exact.toDouble(&number);
  if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
  if (role == Qt::DisplayRole) return number && exact.size() > 6 ? shortNumber(value) : exact;
  return role == Qt::ToolTipRole ? QVariant(exact) : QVariant();
}

QVariant SampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section >= m_columns.size()) return {};
  if (role == Qt::TextAlignmentRole && !m_rows.isEmpty()) return data(index(0, section), role);  // above its numbers
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return m_columns[section];
  return {};
}

}  // namespace lockstep::ui

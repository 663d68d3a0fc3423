#include "ui/models/CellTableModel.h"

#include <cmath>

#include "ui/models/Cells.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

Cell numberCell(double value) {
  Cell cell{shortNumber(value), exactNumber(value)};
  // Something that is no number stands after all that are.
  cell.sort = std::isnan(value) ? HUGE_VAL : value;
  cell.isNumber = true;
  return cell;
}

Cell countCell(std::int64_t value) {
  Cell cell{count(value), QString::number(value)};
  cell.sort = static_cast<qlonglong>(value);
  cell.isNumber = true;
  return cell;
}

Cell percentCell(double share) {
  Cell cell = numberCell(share);
  if (std::isfinite(share)) cell.text = QStringLiteral("%1 %").arg(shortNumber(100 * share));
  return cell;
}

bool CellTableModel::setTable(CellTable table) {
  if (!table.rows.empty() && table.titles == m_table.titles && table.rows.size() == m_table.rows.size()) {
    m_table = std::move(table);
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return false;
  }
  beginResetModel();
  m_table = std::move(table);
  endResetModel();
  return true;
}

int CellTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size()); }
int CellTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_table.titles.size()); }

QVariant CellTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Cell& cell = m_table.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole: return cell.text;
    case exactRole: return cell.exact.isEmpty() ? cell.text : cell.exact;
    case sortRole: return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    case toneRole: return static_cast<int>(cell.tone);
    case Qt::DecorationRole: return cell.picture.isNull() ? QVariant() : QVariant(cell.picture);
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignVCenter | (cell.isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole: {
      const QString exact = cell.exact.isEmpty() ? cell.text : cell.exact;
      return cell.help.isEmpty() ? exact : exact.isEmpty() ? cell.help : exact + u'\n' + cell.help;
    }
    default: return {};
  }
}

QVariant CellTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= m_table.titles.size()) return {};
  if (role == Qt::DisplayRole) return m_table.titles[section];
  const bool isNumber = !m_table.rows.empty() && m_table.rows.front()[static_cast<std::size_t>(section)].isNumber;
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
  return {};
}

}  // namespace lockstep::ui

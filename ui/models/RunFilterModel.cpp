#include "ui/models/RunFilterModel.h"

#include "ui/models/RunTableModel.h"

namespace lockstep::ui {

RunFilterModel::RunFilterModel(RunTableModel& runs, QObject* parent) : QSortFilterProxyModel(parent), m_runs(runs) {
  setSourceModel(&runs);
  setDynamicSortFilter(true);
  // Qt 6.4 forgets what it sorts by when columns come and go.
  const auto sortAgain = [this] {
    if (m_sorted && sortColumn() != m_runs.columnOf(*m_sorted)) sort(m_runs.columnOf(*m_sorted), sortOrder());
  };
  connect(&runs, &QAbstractItemModel::columnsRemoved, this, sortAgain);
  connect(&runs, &QAbstractItemModel::columnsInserted, this, sortAgain);
}

void RunFilterModel::sort(int column, Qt::SortOrder order) {
  m_sorted = column >= 0 ? std::optional(m_runs.column(column)) : std::nullopt;
  QSortFilterProxyModel::sort(column, order);
}

void RunFilterModel::setFilter(RunFilter filter) {
  m_filter = std::move(filter);
  invalidateRowsFilter();
}

void RunFilterModel::setHeld(bool held) {
  if (held != dynamicSortFilter()) return;
  setDynamicSortFilter(!held);
  if (!held) invalidateRowsFilter();
}

const RunRow& RunFilterModel::row(const QModelIndex& index) const { return m_runs.row(mapToSource(index).row()); }

bool RunFilterModel::filterAcceptsRow(int row, const QModelIndex&) const { return m_filter.matches(m_runs.row(row)); }

bool RunFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const SortKey& a = m_runs.sortKey(left.row(), left.column());
  const SortKey& b = m_runs.sortKey(right.row(), right.column());
  // The base class turns the arguments round when it sorts downwards; what is no value stays last either way.
  if (a.rank != b.rank) return sortOrder() == Qt::AscendingOrder ? a.rank < b.rank : a.rank > b.rank;
  return a.rank == SortKey::value && sortsBefore(a, b);
}

}  // namespace lockstep::ui

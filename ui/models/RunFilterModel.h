// The runs' table sorted by value and filtered: what the view shows.
#pragma once

#include <QSortFilterProxyModel>

#include "ui/models/RunFilter.h"

namespace lockstep::ui {

class RunTableModel;

class RunFilterModel : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit RunFilterModel(RunTableModel& runs, QObject* parent = nullptr);
  void setFilter(RunFilter filter);
  [[nodiscard]] const RunFilter& filter() const { return m_filter; }
  /// While held, rows are brought up to date but neither move nor vanish: an editor is open.
  void setHeld(bool held);
  [[nodiscard]] const RunRow& row(const QModelIndex& index) const;
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

 private:
  RunTableModel& m_runs;
  RunFilter m_filter;
  std::optional<RunColumn> m_sorted;
};

}  // namespace lockstep::ui

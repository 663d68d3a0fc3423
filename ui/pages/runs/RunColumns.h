// Which columns the table of runs shows, in what order and how wide; the menu that chooses them; and how that is remembered.
#pragma once

#include <QObject>
#include <QStringList>

#include "ui/models/RunTableColumn.h"

class QMenu;
class QPoint;

namespace lockstep::ui {

class RunFilterModel;
class RunTableModel;
class RunTableView;

class RunColumns : public QObject {
  Q_OBJECT

 public:
  RunColumns(RunTableModel& runs, RunFilterModel& shown, RunTableView& view);

  [[nodiscard]] bool isShown(const RunColumn& column) const;
  void setShown(const RunColumn& column, bool shown);
  /// Those whose cells say the same in every shown run, of at least two.
  [[nodiscard]] std::vector<RunColumn> sameColumns() const;
  void hideSame();
  void showDefault();
  /// Moves the current cell's column by one place.
  void move(int by);
  /// The columns from the left up to the current cell's stay where they are while the others scroll; again: none.
  void togglePinned();
  /// By the current cell's column; the other way round when it is already.
  void sortByCurrent();
  /// Non-modal; `at` in global coordinates.
  void popUp(const QPoint& at);

  /// One line a column, from left to right.
  [[nodiscard]] QStringList save() const;
  void restore(const QStringList& lines);
  [[nodiscard]] QString saveSort() const;
  void restoreSort(const QString& line);

 private:
  void fill(QMenu& menu);
  void addTo(QMenu& menu, const RunColumn& column);
  void place(const RunColumn& column, int place, int width);

  RunTableModel& m_runs;
  RunFilterModel& m_shown;
  RunTableView& m_view;
};

}  // namespace lockstep::ui

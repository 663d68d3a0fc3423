// The table of runs: keeps its place while rows come and go above, its rows still while a name is edited, and hands typed letters on.
#pragma once

#include <QTableView>
#include <functional>
#include <string>
#include <vector>

namespace lockstep::ui {

class PinnedColumns;
class RunFilterModel;

class RunTableView : public QTableView {
  Q_OBJECT

 public:
  explicit RunTableView(RunFilterModel& runs, QWidget* parent = nullptr);

  /// From top to bottom.
  [[nodiscard]] std::vector<std::string> selectedRuns() const;
  void selectRuns(const std::vector<std::string>& ids);
  /// Selects the current row, or the first, where nothing is selected.
  void ensureSelection();
  void selectOnly(int row);
  /// The shown columns of the selected runs in their order, exact, with a line of titles.
  [[nodiscard]] QString selectionAsTsv() const;
  /// Does what changes the rows; those that were seen stay where they are, unless the top was. Where the selected
  /// ones go, the next one is selected.
  void keepPlace(const std::function<void()>& change);
  [[nodiscard]] PinnedColumns& pinned() { return *m_pinned; }
  void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
  [[nodiscard]] bool isEditing() const { return state() == EditingState; }

 signals:
  /// A letter that means nothing to a table.
  void typed(const QString& text);

 protected:
  bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
  using QTableView::edit;
  void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void updateGeometries() override;

 private:
  RunFilterModel& m_runs;
  PinnedColumns* m_pinned = nullptr;
};

}  // namespace lockstep::ui

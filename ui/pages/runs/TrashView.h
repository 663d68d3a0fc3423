// The runs in the trash: looked at, put back, or deleted for good.
#pragma once

#include <QWidget>
#include <vector>

#include "tracking/store/types.h"
#include "ui/widgets/Background.h"
#include "ui/widgets/Theme.h"

class QAction;
class QLabel;
class QStackedWidget;

namespace lockstep::ui {

class EmptyState;
class ProjectFeed;
class RunFilterModel;
class RunTableModel;
class RunTableView;

class TrashView : public QWidget {
  Q_OBJECT

 public:
  explicit TrashView(ProjectFeed& feed, QWidget* parent = nullptr);
  /// Reads what is in the trash, on a worker.
  void refresh();
  void takeFocus();

 signals:
  void left();
  void restored(int runs);
  void said(lockstep::ui::Tone tone, const QString& text);

 private:
  void addActions();
  void show(const std::vector<tracking::RunSummary>& runs);
  void restore();
  /// Asks first.
  void deleteForGood(std::vector<std::string> ids);
  void updateActions();

  ProjectFeed& m_feed;
  RunTableModel* m_runs;
  RunFilterModel* m_sorted;
  QStackedWidget* m_stack;
  RunTableView* m_table;
  EmptyState* m_empty;
  QLabel* m_count;
  QAction* m_restore = nullptr;
  QAction* m_delete = nullptr;
  QAction* m_deleteAll = nullptr;
  Background<std::vector<tracking::RunSummary>> m_reading;
  Background<std::size_t> m_deleting;
};

}  // namespace lockstep::ui

// The home of the window: the project's runs, to be found, compared at a glance, opened, renamed, told, and thrown away.
#pragma once

#include <QStringList>
#include <QTimer>
#include <string>
#include <vector>

#include "ui/models/RunTableFacts.h"
#include "ui/widgets/Page.h"

class QAction;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace lockstep::ui {

class EmptyState;
class FilterBar;
class MessageBar;
class RunColumns;
class RunDetails;
class RunFilterModel;
class RunPreview;
class RunTableModel;
class RunTableView;
class TrashView;

class RunsPage : public Page {
  Q_OBJECT

 public:
  explicit RunsPage(PageContext context, QWidget* parent = nullptr);
  ~RunsPage() override;

  void saveState(QSettings& settings) const override;
  void restoreState(QSettings& settings) override;
  void takeFocus() override;
  /// Runs that were checked for comparison, in the order of their creation.
  [[nodiscard]] QStringList checkedRuns() const;
  /// These and no others.
  void setCheckedRuns(const QStringList& ids);

 signals:
  /// The example that configOpened brought is to be started at once.
  void exampleWanted();
  void checkedChanged(const QStringList& ids);

 private:
  struct Actions;
  struct ConfigText {
    QString text;
    QString path;
  };

  void build();
  [[nodiscard]] QWidget* buildHeader();
  void buildTable();
  void connectParts();
  void addActions();
  void addRunActions();
  void addTableActions();
  void addPageActions();

  void showRuns();
  void showPart();
  void showCounts();
  void selectionChanged();
  void updateActions();

  [[nodiscard]] std::vector<std::string> selected() const;
  [[nodiscard]] std::vector<const tracking::RunSummary*> selectedSummaries() const;
  void openCurrent();
  void toggleChecked();
  void renameCurrent();
  void moveToTrash();
  void undoTrash();
  void copy();
  void pause();
  void goOn();
  void stop();
  void duplicateConfig();
  void openFolder();
  void showTrash(bool shown);
  void showDetails(bool shown);
  void showPreview(bool shown);
  void openExample(bool start);
  void chooseConfig();
  void resumeDrifted(const QString& run, const QString& reason);

  PageContext m_context;
  RunTableModel* m_runs;
  RunFilterModel* m_shown;
  RunFactsReader m_facts;
  Background<ConfigText> m_config;
  std::unique_ptr<Actions> m_actions;
  QTimer m_clock;  ///< "3 min ago" grows old
  FilterBar* m_filter = nullptr;
  QLabel* m_count = nullptr;
  QLabel* m_checked = nullptr;
  QPushButton* m_columnsButton = nullptr;
  MessageBar* m_bar = nullptr;
  QStackedWidget* m_stack = nullptr;
  QWidget* m_home = nullptr;
  RunTableView* m_table = nullptr;
  RunColumns* m_columns = nullptr;
  EmptyState* m_noRuns = nullptr;
  EmptyState* m_noMatch = nullptr;
  QStackedWidget* m_tableStack = nullptr;
  TrashView* m_trash = nullptr;
  RunDetails* m_details = nullptr;
  RunPreview* m_preview = nullptr;
  QSplitter* m_sides = nullptr;
  QSplitter* m_rows = nullptr;
  std::vector<std::string> m_trashed;  ///< by the last move, to be undone
  std::vector<std::string> m_resumed;  ///< from here, whose drift is told here
};

}  // namespace lockstep::ui

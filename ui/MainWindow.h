// The window: one project, a sidebar, and the pages; what leads from one to another, and what happens when it is closed.
#pragma once

#include <QMainWindow>
#include <memory>

#include "ui/widgets/Page.h"

class QActionGroup;
class QCloseEvent;
class QStackedWidget;

namespace lockstep::ui {

class ComparePage;
class MessageBar;
class NewRunPage;
class ProjectFeed;
class RunPage;
class RunsPage;
class Sessions;
class Sidebar;
class StartPage;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `program`: the lockstep executable, for runs beside the one that trains in this window.
  explicit MainWindow(QString program, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Shows the project in this folder, creating it when asked. Returns whether it could; if not, the window says why.
  bool openProject(const QString& folder, bool create = false);
  /// A file or "preset:NAME" into New run; in the project that is open, else the file's own or the user's.
  bool openConfig(const QString& config);
  void openRun(const QString& id);
  void showRuns();
  void showNewRun();
  void showCompare();
  /// Trains preset digits-mlp, and shows it.
  void trainExample();
  [[nodiscard]] QString project() const;
  /// As when the system asks the program to end: a run that trains here is stopped with a checkpoint, without a question.
  void quitSoon();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Workspace;
  enum Entry { runsEntry, newRunEntry, compareEntry, runEntry };

  void addMenus();
  void addThemeMenu(QMenu& menu);
  void addLanguageMenu(QMenu& menu);
  void addRecentMenu(QMenu& menu);
  void chooseTheme(const QString& theme);
  void chooseLanguage(const QString& language);
  void chooseProject(bool create);
  void chooseConfig();
  void showPalette();
  void showAbout();

  void buildStart();
  void buildPages();
  void leavePages();
  void connectPage(Page& page);
  void connectWorkspace();
  void showPage(Entry entry);
  [[nodiscard]] Page* pageOf(Entry entry) const;
  void compareChecked(const QStringList& checked);
  [[nodiscard]] Page* currentPage() const;
  [[nodiscard]] bool askBeforeClosing();
  void saveState() const;
  [[nodiscard]] QString stateName(const Page* page) const;
  void tellEnd(const QString& run);

  QString m_program;
  std::unique_ptr<Workspace> m_workspace;
  MessageBar* m_bar = nullptr;
  Sidebar* m_sidebar = nullptr;
  QStackedWidget* m_pages = nullptr;
  StartPage* m_start = nullptr;
  RunsPage* m_runs = nullptr;
  NewRunPage* m_newRun = nullptr;
  ComparePage* m_compare = nullptr;
  RunPage* m_run = nullptr;
  QString m_runId;
  bool m_opensCreated = false;
  bool m_closing = false;
};

}  // namespace lockstep::ui

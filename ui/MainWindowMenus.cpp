// The window's menus: every action that is not a page's own.
#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>

#include "tracking/provenance/build_info.h"
#include "ui/MainWindow.h"
#include "ui/Preferences.h"
#include "ui/pages/new_run/NewRunPage.h"
#include "ui/pages/runs/RunsPage.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/CommandPalette.h"

namespace lockstep::ui {

void MainWindow::addMenus() {
  setMenuBar(new QMenuBar(this));
  for (QAction* action : actions()) delete action;  // made anew in another language
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addAction(ui::addAction(*this, QStringLiteral("windowOpenConfig"), tr("Open a config in a new run…"), Qt::CTRL | Qt::ALT | Qt::Key_O, [this] { chooseConfig(); }));
  file->addAction(ui::addAction(*this, QStringLiteral("windowOpenProject"), tr("Open a project…"), Qt::CTRL | Qt::SHIFT | Qt::Key_P, [this] { chooseProject(false); }));
  file->addAction(ui::addAction(*this, QStringLiteral("windowNewProject"), tr("New project…"), Qt::CTRL | Qt::ALT | Qt::Key_N, [this] { chooseProject(true); }));
  addRecentMenu(*file->addMenu(tr("Recent projects")));
  file->addSeparator();
  file->addAction(ui::addAction(*this, QStringLiteral("windowTrainExample"), tr("Train the bundled example"), Qt::CTRL | Qt::ALT | Qt::Key_E, [this] { trainExample(); }));
  file->addSeparator();
  file->addAction(ui::addAction(*this, QStringLiteral("quit"), tr("Quit"), Qt::CTRL | Qt::Key_Q, [this] { close(); }));

  QMenu* view = menuBar()->addMenu(tr("&View"));
  view->addAction(ui::addAction(*this, QStringLiteral("showRuns"), tr("Runs"), Qt::CTRL | Qt::Key_1, [this] { showRuns(); }));
  view->addAction(ui::addAction(*this, QStringLiteral("showNewRun"), tr("New run"), Qt::CTRL | Qt::Key_2, [this] { showNewRun(); }));
  view->addAction(ui::addAction(*this, QStringLiteral("showCompare"), tr("Compare"), Qt::CTRL | Qt::Key_3, [this] { showCompare(); }));
  view->addAction(ui::addAction(*this, QStringLiteral("showRun"), tr("The run opened last"), Qt::CTRL | Qt::Key_4, [this] {
    if (m_run != nullptr) showPage(runEntry);
  }));
  view->addSeparator();
  addThemeMenu(*view->addMenu(tr("Theme")));
  addLanguageMenu(*view->addMenu(tr("Language")));

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addAction(ui::addAction(*this, QStringLiteral("allActions"), tr("All actions…"), Qt::CTRL | Qt::Key_K, [this] { showPalette(); }));
  help->addAction(ui::addAction(*this, QStringLiteral("about"), tr("About Lockstep"), Qt::Key_F1, [this] { showAbout(); }));
}

void MainWindow::addThemeMenu(QMenu& menu) {
  auto* group = new QActionGroup(&menu);
  const QString chosen = Preferences::load().theme;
  const auto add = [&](const char* theme, const QString& words, const QKeySequence& key) {
    QAction* action = ui::addAction(*this, QStringLiteral("theme-%1").arg(QLatin1String(theme)), words, key, [this, theme] { chooseTheme(QString::fromLatin1(theme)); });
    action->setCheckable(true);
    action->setChecked(chosen == QLatin1String(theme));
    group->addAction(action);
    menu.addAction(action);
  };
  add("system", tr("Theme: as the system"), Qt::CTRL | Qt::ALT | Qt::Key_0);
  add("light", tr("Theme: light"), Qt::CTRL | Qt::ALT | Qt::Key_L);
  add("dark", tr("Theme: dark"), Qt::CTRL | Qt::ALT | Qt::Key_D);
}

void MainWindow::addLanguageMenu(QMenu& menu) {
  auto* group = new QActionGroup(&menu);
  const QString chosen = Preferences::load().language;
  const auto add = [&](const char* language, const QString& words, const QKeySequence& key) {
    QAction* action = ui::addAction(*this, QStringLiteral("language-%1").arg(QLatin1String(language)), words, key, [this, language] { chooseLanguage(QString::fromLatin1(language)); });
    action->setCheckable(true);
    action->setChecked(chosen == QLatin1String(language));
    group->addAction(action);
    menu.addAction(action);
  };
  add("system", tr("Language: as the system"), Qt::CTRL | Qt::ALT | Qt::Key_1);
  // Each language by its own name, so that its speakers find it.
  add("en", QStringLiteral("English"), Qt::CTRL | Qt::ALT | Qt::Key_2);
  add("zh_CN", QStringLiteral("简体中文"), Qt::CTRL | Qt::ALT | Qt::Key_3);
}

void MainWindow::addRecentMenu(QMenu& menu) {
  menu.setToolTipsVisible(true);
  connect(&menu, &QMenu::aboutToShow, this, [this, &menu] {
    menu.clear();
    for (const QString& folder : Preferences::load().recent) {
      QAction* action = menu.addAction(QDir(folder).dirName(), this, [this, folder] { openProject(folder); });
      action->setToolTip(folder);
    }
    if (menu.isEmpty()) menu.addAction(tr("None yet"))->setEnabled(false);
  });
}

void MainWindow::chooseTheme(const QString& theme) {
  Preferences preferences = Preferences::load();
  preferences.theme = theme;
  preferences.save();
  applyTheme(*qApp, theme);
}

void MainWindow::chooseLanguage(const QString& language) {
  Preferences preferences = Preferences::load();
  preferences.language = language;
  preferences.save();
  applyLanguage(*qApp, language);
  // Later, when the menu that this came from is no longer in use: every text is made anew. A run goes on.
  QMetaObject::invokeMethod(this, [this] {
    saveState();
    leavePages();
    addMenus();
    if (m_workspace) {
      buildPages();
    } else {
      buildStart();
    }
  }, Qt::QueuedConnection);
}

void MainWindow::chooseProject(bool create) {
  const QString folder = QFileDialog::getExistingDirectory(this, create ? tr("A folder for the new project") : tr("Open a project"), QDir::homePath());
  if (!folder.isEmpty()) openProject(folder, create);
}

void MainWindow::chooseConfig() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Open a config"), m_workspace ? project() : QDir::homePath(), tr("Configs (*.toml)"));
  if (!file.isEmpty()) openConfig(file);
}

void MainWindow::showPalette() {
  QList<QWidget*> widgets;
  if (Page* page = currentPage()) widgets << page;
  if (m_start != nullptr) widgets << centralWidget();
  QList<QAction*> found = actionsOf(widgets);
  for (QAction* action : actions())
    if (!found.contains(action)) found << action;
  (new CommandPalette(found, this))->open();
}

void MainWindow::showAbout() {
  const tracking::BuildInfo build = tracking::build_info();
  QMessageBox::about(this, tr("About Lockstep"),
                     tr("<h3>Lockstep %1</h3><p>Trains neural networks, records everything that decides a result, and repeats it.</p><p>Built from %2. Licence: GPL 3 or later.</p>")
                         .arg(QString::fromStdString(build.version), build.commit.empty() ? tr("a source archive") : QString::fromStdString(build.commit.substr(0, 12))));
}

}  // namespace lockstep::ui

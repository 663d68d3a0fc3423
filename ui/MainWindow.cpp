#include "ui/MainWindow.h"

#include <QApplication>
#include <QBoxLayout>
#include <QCryptographicHash>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>

#include "engine/config/config.h"
#include "tracking/recorder/places.h"
#include "ui/Preferences.h"
#include "ui/Sidebar.h"
#include "ui/pages/StartPage.h"
#include "ui/pages/compare/ComparePage.h"
#include "ui/pages/new_run/NewRunPage.h"
#include "ui/pages/run/RunPage.h"
#include "ui/pages/runs/RunsPage.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

std::filesystem::path pathOf(const QString& text) { return std::filesystem::path(text.toStdString()); }

/// Where a project's own state is kept among the settings.
QString stateGroup(const QString& folder) {
  return QStringLiteral("project-") + QString::fromLatin1(QCryptographicHash::hash(folder.toUtf8(), QCryptographicHash::Sha1).toHex().left(12));
}

engine::config::Source readConfig(const QString& config) {
  engine::config::Options options;
  options.preset_folders = tracking::preset_folders();
  return engine::config::load(config.toStdString(), options).or_throw();
}

}  // namespace

struct MainWindow::Workspace {
  Workspace(const std::filesystem::path& folder, const QString& program) : feed(folder), sessions(folder, program) {}
  ProjectFeed feed;
  Sessions sessions;
};

MainWindow::MainWindow(QString program, QWidget* parent) : QMainWindow(parent), m_program(std::move(program)) {
  setObjectName(QStringLiteral("mainWindow"));
  setWindowIcon(QIcon(QStringLiteral(":/icons/lockstep.svg")));
  setAcceptDrops(true);
  qApp->installEventFilter(this);
  resize(1280, 800);
  restoreGeometry(QSettings().value(QStringLiteral("geometry")).toByteArray());
  addMenus();
  buildStart();
}

MainWindow::~MainWindow() {
  saveState();
  leavePages();  // before the feed that they use
}

bool MainWindow::openProject(const QString& folder, bool create) {
  const QString absolute = QFileInfo(folder).absoluteFilePath();
  if (m_workspace && project() == absolute) return true;
  if (m_workspace && m_workspace->sessions.isBusy()) {
    m_bar->say(Tone::warning, tr("A run is training in this window; another project opens in a window of its own."), tr("Open another window"),
               [this, absolute] { QProcess::startDetached(m_program, {absolute}); });
    return false;
  }
  if (!create && !QFileInfo::exists(absolute + QStringLiteral("/lockstep.db"))) {
    m_bar->say(Tone::warning, tr("%1 is not a project yet: it holds no lockstep.db.").arg(absolute), tr("Make it one"), [this, absolute] { openProject(absolute, true); });
    return false;
  }
  std::unique_ptr<Workspace> opened;
  try {
    opened = std::make_unique<Workspace>(pathOf(absolute), m_program);
  } catch (const std::exception&) {
    m_bar->say(Tone::bad, tr("The project %1 could not be opened: %2").arg(absolute, text(std::current_exception())));
    return false;
  }
  saveState();
  leavePages();
  m_workspace = std::move(opened);
  Preferences preferences = Preferences::load();
  preferences.addRecent(absolute);
  preferences.save();
  connectWorkspace();
  buildPages();
  for (const engine::Message& note : m_workspace->feed.project().notes()) m_bar->say(Tone::warning, text(note));
  return true;
}

QString MainWindow::project() const { return m_workspace ? QString::fromStdString(m_workspace->feed.folder().string()) : QString(); }

bool MainWindow::openConfig(const QString& config) {
  try {
    const engine::config::Source source = readConfig(config);
    if (!m_workspace) {
      const bool preset = config.startsWith(QLatin1String("preset:"));
      const auto found = tracking::find_project(preset ? std::filesystem::current_path() : std::filesystem::absolute(source.path).parent_path());
      if (!openProject(QString::fromStdString(found.string()), true)) return false;
    }
    m_newRun->open(QString::fromStdString(source.text), config.startsWith(QLatin1String("preset:")) ? config : QFileInfo(config).absoluteFilePath());
    showNewRun();
    return true;
  } catch (const std::exception&) {
    m_bar->say(Tone::bad, text(std::current_exception()));
    return false;
  }
}

void MainWindow::trainExample() {
  try {
    tracking::TrainRequest request;
    request.source = readConfig(QStringLiteral("preset:digits-mlp"));
    if (!m_workspace && !openProject(QString::fromStdString(tracking::find_project(std::filesystem::current_path()).string()), true)) return;
    request.code_folder = m_workspace->feed.folder();
    m_opensCreated = true;
    m_workspace->sessions.train(request);
  } catch (const std::exception&) {
    m_bar->say(Tone::bad, text(std::current_exception()));
  }
}

void MainWindow::connectWorkspace() {
  connect(&m_workspace->feed, &ProjectFeed::failed, this, [this](const QString& message) { m_bar->say(Tone::bad, message); });
  Sessions& sessions = m_workspace->sessions;
  connect(&sessions, &Sessions::created, this, [this](const QString& run) {
    m_workspace->feed.refresh();
    if (std::exchange(m_opensCreated, false)) openRun(run);
  });
  connect(&sessions, &Sessions::refused, this, [this](const QString& reason) {
    m_opensCreated = false;
    m_bar->say(Tone::bad, tr("The run did not begin: %1").arg(reason));
    if (m_closing) close();
  });
  connect(&sessions, &Sessions::drifted, this, [this] {
    if (m_closing) close();
  });
  connect(&sessions, &Sessions::ended, this, [this](const QString& run) {
    m_workspace->feed.refresh();
    if (m_closing) {
      close();
    } else {
      tellEnd(run);
    }
  });
}

void MainWindow::tellEnd(const QString& run) {
  const tracking::RunSummary* summary = m_workspace->feed.run(run.toStdString());
  if (summary == nullptr || (m_run != nullptr && m_pages->currentWidget() == m_run && m_runId == run)) return;
  const QString name = QString::fromStdString(summary->name);
  const auto show = [this, run] { openRun(run); };
  if (summary->status == tracking::Status::failed) {
    m_bar->say(Tone::bad, tr("%1 failed: %2").arg(name, QString::fromStdString(summary->reason)), tr("Show it"), show);
  } else if (summary->status == tracking::Status::finished) {
    m_bar->say(Tone::good, tr("%1 is finished.").arg(name), tr("Show it"), show);
  }
}

void MainWindow::buildStart() {
  auto* central = new QWidget(this);
  auto* rows = new QVBoxLayout(central);
  rows->setContentsMargins(0, 0, 0, 0);
  m_bar = new MessageBar(central);
  m_start = new StartPage(central);
  m_start->setRecent(Preferences::load().recent);
  rows->addWidget(m_bar);
  rows->addWidget(m_start, 1);
  connect(m_start, &StartPage::exampleWanted, this, &MainWindow::trainExample);
  connect(m_start, &StartPage::configWanted, this, &MainWindow::chooseConfig);
  connect(m_start, &StartPage::projectWanted, this, [this] { chooseProject(false); });
  connect(m_start, &StartPage::newProjectWanted, this, [this] { chooseProject(true); });
  connect(m_start, &StartPage::projectChosen, this, [this](const QString& folder) { openProject(folder); });
  setCentralWidget(central);
  setWindowTitle(QStringLiteral("Lockstep"));
}

void MainWindow::buildPages() {
  m_start = nullptr;
  auto* central = new QWidget(this);
  auto* columns = new QHBoxLayout(central);
  columns->setContentsMargins(0, 0, 0, 0);
  columns->setSpacing(0);
  m_sidebar = new Sidebar(central);
  m_sidebar->addEntry(QStringLiteral("runs"), tr("Runs"), tr("All runs of the project (Ctrl+1)"));
  m_sidebar->addEntry(QStringLiteral("plus"), tr("New run"), tr("Configure a run and start it (Ctrl+2)"));
  m_sidebar->addEntry(QStringLiteral("chart"), tr("Compare"), tr("The checked runs side by side (Ctrl+3)"));
  m_sidebar->addEntry(QStringLiteral("run"), {}, {});
  m_sidebar->setVisible(runEntry, false);
  connect(m_sidebar, &Sidebar::chosen, this, [this](int entry) { showPage(static_cast<Entry>(entry)); });
  auto* rows = new QVBoxLayout;
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  m_bar = new MessageBar(central);
  m_pages = new QStackedWidget(central);
  rows->addWidget(m_bar);
  rows->addWidget(m_pages, 1);
  columns->addWidget(m_sidebar);
  columns->addLayout(rows, 1);
  const PageContext context{m_workspace->feed, m_workspace->sessions};
  m_runs = new RunsPage(context, m_pages);
  m_newRun = new NewRunPage(context, m_pages);
  m_compare = new ComparePage(context, m_pages);
  for (Page* page : {static_cast<Page*>(m_runs), static_cast<Page*>(m_newRun), static_cast<Page*>(m_compare)}) {
    m_pages->addWidget(page);
    connectPage(*page);
  }
  connect(m_runs, &RunsPage::exampleWanted, this, &MainWindow::trainExample);
  connect(m_runs, &RunsPage::checkedChanged, this, &MainWindow::compareChecked);
  connect(m_compare, &ComparePage::runsChosen, m_runs, &RunsPage::setCheckedRuns);
  setCentralWidget(central);

  QSettings settings;
  settings.beginGroup(stateGroup(project()));
  m_runs->restoreState(settings);
  m_newRun->restoreState(settings);
  m_compare->restoreState(settings);
  compareChecked(m_runs->checkedRuns());
  const QString page = settings.value(QStringLiteral("page")).toString();
  const QString run = settings.value(QStringLiteral("run")).toString();
  settings.endGroup();
  if (m_workspace->feed.run(run.toStdString()) != nullptr) openRun(run);
  Entry shown = runsEntry;
  if (page == QLatin1String("new_run")) shown = newRunEntry;
  if (page == QLatin1String("compare")) shown = compareEntry;
  if (page == QLatin1String("run") && m_run != nullptr) shown = runEntry;
  showPage(shown);
}

void MainWindow::leavePages() {
  delete takeCentralWidget();
  m_bar = nullptr;
  m_sidebar = nullptr;
  m_pages = nullptr;
  m_start = nullptr;
  m_runs = nullptr;
  m_newRun = nullptr;
  m_compare = nullptr;
  m_run = nullptr;
}

void MainWindow::connectPage(Page& page) {
  connect(&page, &Page::runOpened, this, &MainWindow::openRun);
  connect(&page, &Page::runsOpened, this, &MainWindow::showRuns);
  connect(&page, &Page::said, this, [this](Tone tone, const QString& words) { m_bar->say(tone, words); });
  connect(&page, &Page::configOpened, this, [this](const QString& words, const QString& path) {
    m_newRun->open(words, path);
    showNewRun();
  });
}

void MainWindow::openRun(const QString& id) {
  const tracking::RunSummary* summary = m_workspace ? m_workspace->feed.run(id.toStdString()) : nullptr;
  if (summary == nullptr) {
    m_bar->say(Tone::warning, tr("The run %1 is not in this project, or it is in the trash.").arg(id));
    return;
  }
  QSettings settings;
  settings.beginGroup(stateGroup(project()));
  if (m_run == nullptr || m_runId != id) {
    if (m_run != nullptr) {
      m_run->saveState(settings);
      m_run->deleteLater();
    }
    m_run = new RunPage({m_workspace->feed, m_workspace->sessions}, id.toStdString(), m_pages);
    m_runId = id;
    m_pages->addWidget(m_run);
    connectPage(*m_run);
    m_run->restoreState(settings);
  }
  m_sidebar->setText(runEntry, QString::fromStdString(summary->name));
  m_sidebar->setVisible(runEntry, true);
  showPage(runEntry);
}

void MainWindow::showRuns() {
  if (m_workspace) showPage(runsEntry);
}
void MainWindow::showNewRun() {
  if (m_workspace) showPage(newRunEntry);
}
void MainWindow::showCompare() {
  if (m_workspace) showPage(compareEntry);
}

/// The order in which a person put them stays; newly checked runs come last.
void MainWindow::compareChecked(const QStringList& checked) {
  QStringList ids;
  for (const QString& id : m_compare->runs())
    if (checked.contains(id)) ids << id;
  for (const QString& id : checked)
    if (!ids.contains(id)) ids << id;
  m_compare->setRuns(ids);
  m_sidebar->setText(compareEntry, ids.isEmpty() ? tr("Compare") : tr("Compare %1").arg(ids.size()));
  m_sidebar->setToolTip(compareEntry, tr("The checked runs side by side (Ctrl+3)"));
}

Page* MainWindow::pageOf(Entry entry) const {
  switch (entry) {
    case runsEntry: return m_runs;
    case newRunEntry: return m_newRun;
    case compareEntry: return m_compare;
    case runEntry: return m_run;
  }
  return m_runs;
}

void MainWindow::showPage(Entry entry) {
  Page* page = pageOf(entry);
  if (page == nullptr) return;
  m_pages->setCurrentWidget(page);
  m_sidebar->setCurrent(entry);
  page->takeFocus();
  const QString name = QDir(project()).dirName();
  const auto* run = entry == runEntry ? m_workspace->feed.run(m_runId.toStdString()) : nullptr;
  setWindowTitle(run != nullptr ? tr("%1 – %2 – Lockstep").arg(QString::fromStdString(run->name), name) : tr("%1 – Lockstep").arg(name));
}

Page* MainWindow::currentPage() const { return m_pages != nullptr ? qobject_cast<Page*>(m_pages->currentWidget()) : nullptr; }

QString MainWindow::stateName(const Page* page) const {
  if (page == m_newRun) return QStringLiteral("new_run");
  if (page == m_compare) return QStringLiteral("compare");
  return page == m_run && page != nullptr ? QStringLiteral("run") : QStringLiteral("runs");
}

void MainWindow::saveState() const {
  QSettings settings;
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  if (m_pages == nullptr) return;
  settings.beginGroup(stateGroup(project()));
  m_runs->saveState(settings);
  m_newRun->saveState(settings);
  m_compare->saveState(settings);
  if (m_run != nullptr) m_run->saveState(settings);
  settings.setValue(QStringLiteral("run"), m_run != nullptr ? m_runId : QString());
  settings.setValue(QStringLiteral("page"), stateName(currentPage()));
}

bool MainWindow::askBeforeClosing() {
  QMessageBox box(QMessageBox::Question, tr("A run is training"), tr("A run is training in this window. What is to become of it?"), QMessageBox::NoButton, this);
  box.setObjectName(QStringLiteral("closeQuestion"));
  box.setInformativeText(tr("Stopped with a checkpoint, it can be resumed later to the same result."));
  QPushButton* stop = box.addButton(tr("Stop with a checkpoint"), QMessageBox::AcceptRole);
  QPushButton* keep = box.addButton(tr("Keep running minimised"), QMessageBox::ActionRole);
  QPushButton* cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
  stop->setObjectName(QStringLiteral("closeStop"));
  keep->setObjectName(QStringLiteral("closeKeep"));
  cancel->setObjectName(QStringLiteral("closeCancel"));
  box.setDefaultButton(stop);
  box.setEscapeButton(cancel);
  box.exec();
  if (box.clickedButton() == keep) showMinimized();
  return box.clickedButton() == stop;
}

void MainWindow::quitSoon() {
  m_closing = true;
  close();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  // A text that is being edited would take Ctrl+K to delete the rest of the line: the list of all actions comes first.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_K && key->modifiers() == Qt::ControlModifier) {
      event->ignore();
      return true;
    }
  }
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_workspace || !m_workspace->sessions.isBusy()) {
    event->accept();
    return;
  }
  event->ignore();
  if (!m_closing && !askBeforeClosing()) return;
  // It may have ended while the question stood there.
  if (!m_workspace->sessions.isBusy()) {
    QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
    return;
  }
  m_closing = true;
  m_bar->say(Tone::active, tr("Writing a checkpoint, then closing…"));
  m_workspace->sessions.stopOwn();  // `ended` closes the window
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() != 1 || !urls[0].isLocalFile()) return;
  const QFileInfo file(urls[0].toLocalFile());
  if (file.isDir() || file.suffix() == QLatin1String("toml") || file.fileName() == QLatin1String("lockstep.db")) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QFileInfo file(event->mimeData()->urls().value(0).toLocalFile());
  event->acceptProposedAction();
  if (file.isDir()) {
    openProject(file.absoluteFilePath());
  } else if (file.fileName() == QLatin1String("lockstep.db")) {
    openProject(file.absolutePath());
  } else {
    openConfig(file.absoluteFilePath());
  }
}

}  // namespace lockstep::ui

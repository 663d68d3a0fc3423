// What can be done on the Runs page, by which key, and what it does.
#include "ui/pages/runs/RunsPageActions.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QFile>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QStackedWidget>
#include <QUrl>
#include <algorithm>

#include "engine/config/config.h"
#include "tracking/recorder/places.h"
#include "ui/models/RunFilterModel.h"
#include "ui/models/RunTableModel.h"
#include "ui/pages/runs/FilterBar.h"
#include "ui/pages/runs/RunColumns.h"
#include "ui/pages/runs/RunDetails.h"
#include "ui/pages/runs/RunPreview.h"
#include "ui/pages/runs/RunTableView.h"
#include "ui/pages/runs/TrashView.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

using tracking::Status;

constexpr auto exampleConfig = "preset:digits-mlp";

/// A key that means something else in a line that is edited: only heard by the table itself.
void onlyIn(QWidget& table, QAction& action) {
  action.setShortcutContext(Qt::WidgetShortcut);
  table.addAction(&action);
}

bool canGoOn(Status status) { return status == Status::paused || status == Status::stopped || status == Status::interrupted || status == Status::failed; }

/// The file of a preset may lie elsewhere next time; its name stays.
QString configPath(const QString& recorded) {
  const std::filesystem::path path = recorded.toStdString();
  for (const auto& folder : tracking::preset_folders()) {
    if (path.parent_path() == folder || path.parent_path() == folder.lexically_normal()) return QStringLiteral("preset:") + QString::fromStdString(path.stem().string());
  }
  return recorded;
}

}  // namespace

void RunsPage::addActions() {
  addRunActions();
  addTableActions();
  addPageActions();
}

void RunsPage::addRunActions() {
  Actions& a = *m_actions;
  const auto add = [this](const char* name, const QString& text, const QKeySequence& key, void (RunsPage::*act)()) {
    return ui::addAction(*this, QString::fromLatin1(name), text, key, [this, act] { (this->*act)(); });
  };
  a.open = add("openRun", tr("Open"), Qt::Key_Return, &RunsPage::openCurrent);
  a.check = add("checkRuns", tr("Check for comparison"), Qt::Key_Space, &RunsPage::toggleChecked);
  a.rename = add("renameRun", tr("Rename"), Qt::Key_F2, &RunsPage::renameCurrent);
  a.pause = add("pauseRuns", tr("Pause"), Qt::CTRL | Qt::Key_P, &RunsPage::pause);
  a.resume = add("resumeRuns", tr("Resume"), Qt::CTRL | Qt::SHIFT | Qt::Key_R, &RunsPage::goOn);
  a.stop = add("stopRuns", tr("Stop"), Qt::CTRL | Qt::Key_Period, &RunsPage::stop);
  a.duplicate = add("duplicateConfig", tr("Duplicate its config"), Qt::CTRL | Qt::Key_D, &RunsPage::duplicateConfig);
  a.folder = add("openFolder", tr("Open its folder"), Qt::CTRL | Qt::SHIFT | Qt::Key_O, &RunsPage::openFolder);
  a.copy = add("copyRuns", tr("Copy as a table"), QKeySequence::Copy, &RunsPage::copy);
  a.copyIds = ui::addAction(*this, QStringLiteral("copyRunIds"), tr("Copy the id"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, [this] {
    QStringList ids;
    for (const std::string& id : selected()) ids << QString::fromStdString(id);
    QApplication::clipboard()->setText(ids.join(QLatin1Char('\n')));
  });
  a.trash = add("trashRuns", tr("Move to the trash"), Qt::Key_Delete, &RunsPage::moveToTrash);
  a.open->setShortcuts({Qt::Key_Return, Qt::Key_Enter});
  for (QAction* action : {a.open, a.check, a.rename, a.copy, a.trash}) onlyIn(*m_table, *action);
}

void RunsPage::addTableActions() {
  Actions& a = *m_actions;
  a.find = ui::addAction(*this, QStringLiteral("findRuns"), tr("Filter the runs"), QKeySequence::Find, [this] { m_filter->type({}); });
  a.clearFilter = ui::addAction(*this, QStringLiteral("clearFilter"), tr("Clear the filter"), Qt::CTRL | Qt::SHIFT | Qt::Key_F, [this] {
    m_filter->setText({});
    m_table->setFocus();
  });
  a.columns = ui::addAction(*this, QStringLiteral("columns"), tr("Columns"), Qt::CTRL | Qt::Key_L, [this] { m_columns->popUp(m_columnsButton->mapToGlobal(m_columnsButton->rect().bottomLeft())); });
  a.sort = ui::addAction(*this, QStringLiteral("sortByColumn"), tr("Sort by the current column"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, [this] { m_columns->sortByCurrent(); });
  a.moveLeft = ui::addAction(*this, QStringLiteral("moveColumnLeft"), tr("Move the current column left"), Qt::CTRL | Qt::SHIFT | Qt::Key_Left, [this] { m_columns->move(-1); });
  a.moveRight = ui::addAction(*this, QStringLiteral("moveColumnRight"), tr("Move the current column right"), Qt::CTRL | Qt::SHIFT | Qt::Key_Right, [this] { m_columns->move(1); });
  a.pin = ui::addAction(*this, QStringLiteral("pinColumns"), tr("Pin the columns up to the current one, or unpin them"), Qt::CTRL | Qt::SHIFT | Qt::Key_I, [this] { m_columns->togglePinned(); });
  a.uncheckAll = ui::addAction(*this, QStringLiteral("uncheckAll"), tr("Uncheck all"), Qt::CTRL | Qt::SHIFT | Qt::Key_U, [this] { m_runs->setChecked(m_runs->checkedRuns(), false); });
  const auto line = [this] {
    auto* separator = new QAction(m_table);
    separator->setSeparator(true);
    return separator;
  };
  const QList<QAction*> menu{a.open, a.check, a.rename, line(), a.pause, a.resume, a.stop, line(), a.duplicate, a.folder, a.copy, a.copyIds, line(), a.trash};
  for (QAction* action : menu) m_table->removeAction(action);
  m_table->addActions(menu);
  // These keys select text in the line of the filter.
  for (QAction* action : {a.moveLeft, a.moveRight}) onlyIn(*m_table, *action);
}

void RunsPage::addPageActions() {
  Actions& a = *m_actions;
  a.details = ui::addAction(*this, QStringLiteral("details"), tr("Tags and notes"), Qt::CTRL | Qt::Key_T, [] {});
  a.preview = ui::addAction(*this, QStringLiteral("preview"), tr("Preview of the selection"), Qt::CTRL | Qt::SHIFT | Qt::Key_V, [] {});
  a.showTrash = ui::addAction(*this, QStringLiteral("showTrash"), tr("Trash"), Qt::CTRL | Qt::SHIFT | Qt::Key_T, [] {});
  for (QAction* action : {a.details, a.preview, a.showTrash}) action->setCheckable(true);
  a.preview->setChecked(true);
  connect(a.details, &QAction::toggled, this, &RunsPage::showDetails);
  connect(a.preview, &QAction::toggled, this, &RunsPage::showPreview);
  connect(a.showTrash, &QAction::toggled, this, &RunsPage::showTrash);
  a.undo = ui::addAction(*this, QStringLiteral("undoTrash"), tr("Undo moving to the trash"), QKeySequence::Undo, [this] { undoTrash(); });
  a.example = ui::addAction(*this, QStringLiteral("trainExample"), tr("Train the bundled example"), Qt::CTRL | Qt::Key_E, [this] { openExample(true); });
  a.config = ui::addAction(*this, QStringLiteral("openConfig"), tr("Open a config…"), Qt::CTRL | Qt::Key_O, [this] { chooseConfig(); });
}

void RunsPage::updateActions() {
  Actions& a = *m_actions;
  const auto runs = selectedSummaries();
  const bool home = m_stack->currentWidget() == m_home && m_tableStack->currentWidget() == m_table;
  const bool some = home && !runs.empty(), one = home && runs.size() == 1;
  const auto any = [&](const auto& holds) { return home && std::any_of(runs.begin(), runs.end(), [&](const auto* run) { return holds(run->status); }); };
  for (QAction* action : {a.check, a.copy, a.copyIds, a.trash}) ui::setEnabled(*action, some, tr("Select a run first."));
  for (QAction* action : {a.open, a.rename, a.duplicate, a.folder}) ui::setEnabled(*action, one, some ? tr("Select one run only.") : tr("Select a run first."));
  ui::setEnabled(*a.pause, any([](Status status) { return status == Status::running; }), tr("None of the selected runs is running."));
  ui::setEnabled(*a.stop, any([](Status status) { return tracking::is_live(status) || status == Status::queued; }), tr("None of the selected runs is live."));
  ui::setEnabled(*a.resume, any(canGoOn), tr("None of the selected runs is paused, stopped, interrupted or failed."));
  ui::setEnabled(*a.undo, !m_trashed.empty(), tr("Nothing was moved to the trash."));
}

void RunsPage::openCurrent() {
  const auto ids = selected();
  if (ids.size() == 1) emit runOpened(QString::fromStdString(ids[0]));
}

void RunsPage::toggleChecked() {
  const auto ids = selected();
  const auto checked = m_runs->checkedRuns();
  const bool all = std::all_of(ids.begin(), ids.end(), [&](const std::string& id) { return std::find(checked.begin(), checked.end(), id) != checked.end(); });
  m_runs->setChecked(ids, !all);
}

void RunsPage::renameCurrent() {
  const QModelIndexList rows = m_table->selectionModel()->selectedRows();
  if (rows.size() != 1) return;
  const QModelIndex name = rows[0].siblingAtColumn(m_runs->columnOf(RunColumn::name));
  m_table->selectionModel()->setCurrentIndex(name, QItemSelectionModel::NoUpdate);
  m_table->scrollTo(name);
  static_cast<QAbstractItemView*>(m_table)->edit(name);
}

void RunsPage::moveToTrash() {
  const auto runs = selectedSummaries();
  const auto live = std::find_if(runs.begin(), runs.end(), [](const auto* run) { return tracking::is_live(run->status); });
  if (live != runs.end()) {
    m_bar->say(Tone::warning, tr("%1 is live and can't be moved to the trash. Stop it first; nothing was moved.").arg(QString::fromStdString((*live)->name)));
    return;
  }
  const auto ids = selected();
  const int row = m_table->currentIndex().row();
  if (ids.empty() || !m_context.feed.remove(ids)) return;
  m_trashed = ids;
  m_bar->say(Tone::plain, tr("%n run(s) moved to trash", nullptr, static_cast<int>(ids.size())), tr("Undo"), [this] { undoTrash(); });
  // The keyboard goes on where it was.
  if (m_shown->rowCount() > 0) m_table->selectOnly(std::clamp(row, 0, m_shown->rowCount() - 1));
  updateActions();
}

void RunsPage::undoTrash() {
  if (m_trashed.empty() || !m_context.feed.restore(m_trashed)) return;
  m_bar->clear();
  m_table->selectRuns(m_trashed);
  m_table->setFocus();
  m_trashed.clear();
  if (m_actions->showTrash->isChecked()) m_trash->refresh();
  updateActions();
}

void RunsPage::copy() { QApplication::clipboard()->setText(m_table->selectionAsTsv()); }

void RunsPage::pause() {
  // By id: the list is read anew with each command.
  for (const std::string& id : selected()) {
    const auto* run = m_context.feed.run(id);
    if (run != nullptr && run->status == Status::running) m_context.feed.send(id, tracking::Command::pause);
  }
}

void RunsPage::stop() {
  for (const std::string& id : selected()) {
    const auto* run = m_context.feed.run(id);
    const bool canStop = run != nullptr && (tracking::is_live(run->status) || run->status == Status::queued);
    if (canStop && !m_context.sessions.stop(id)) m_context.feed.send(id, tracking::Command::stop);
  }
}

void RunsPage::goOn() {
  for (const std::string& id : selected()) {
    const auto* run = m_context.feed.run(id);
    if (run == nullptr || !canGoOn(run->status)) continue;
    if (run->status == Status::paused) {
      m_context.feed.send(id, tracking::Command::resume);
    } else {
      m_resumed.push_back(id);
      m_context.sessions.resume({.run = id});
    }
  }
}

void RunsPage::resumeDrifted(const QString& run, const QString& reason) {
  const auto found = std::find(m_resumed.begin(), m_resumed.end(), run.toStdString());
  if (found == m_resumed.end()) return;
  m_resumed.erase(found);
  m_bar->say(Tone::warning, tr("The run can't be resumed as it began: %1").arg(reason), tr("Resume all the same"),
             [this, run] { m_context.sessions.resume({.run = run.toStdString(), .accept_drift = true}); });
}

void RunsPage::duplicateConfig() {
  const auto ids = selected();
  if (ids.size() != 1) return;
  m_config.start(
      [folder = m_context.feed.folder(), id = ids[0]](std::stop_token) {
        const tracking::Project project(folder, {.create = false});
        const QJsonObject source = QJsonDocument::fromJson(QByteArray::fromStdString(project.document(id, "config.source.json").value_or(""))).object();
        // What --set changed stands only in the resolved config.
        const bool changed = !source.value(QLatin1String("overrides")).toArray().isEmpty();
        std::optional<std::string> text = changed ? project.document(id, "config.toml") : std::nullopt;
        if (!text) text = project.document(id, "config.text");
        return ConfigText{QString::fromStdString(text.value_or("")), configPath(source.value(QLatin1String("path")).toString())};
      },
      [this](const Background<ConfigText>::Outcome& outcome) {
        if (!outcome.value) {
          m_bar->say(Tone::bad, tr("The config could not be read: %1").arg(text(outcome.error)));
        } else if (outcome.value->text.isEmpty()) {
          m_bar->say(Tone::warning, tr("This run recorded no config."));
        } else {
          emit configOpened(outcome.value->text, outcome.value->path);
        }
      });
}

void RunsPage::openFolder() {
  const auto ids = selected();
  if (ids.size() != 1) return;
  const QString folder = QString::fromStdString(m_context.feed.project().run_folder(ids[0]).string());
  if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder))) m_bar->say(Tone::warning, tr("No program opened the folder %1.").arg(folder));
}

void RunsPage::showTrash(bool shown) {
  m_actions->showTrash->setChecked(shown);
  if (shown) m_trash->refresh();
  showPart();
  updateActions();
  if (isVisible()) takeFocus();
}

void RunsPage::showDetails(bool shown) {
  m_details->setVisible(shown);
  if (!shown) {
    m_table->setFocus();
  } else if (isVisible()) {
    m_details->takeFocus();
  }
}

void RunsPage::showPreview(bool shown) { m_preview->setVisible(shown); }

void RunsPage::openExample(bool start) {
  try {
    engine::config::Options options;
    options.preset_folders = tracking::preset_folders();
    const engine::config::Source source = engine::config::load(exampleConfig, options).or_throw();
    emit configOpened(QString::fromStdString(source.text), QString::fromLatin1(exampleConfig));
    if (start) emit exampleWanted();
  } catch (const std::exception&) {
    m_bar->say(Tone::bad, text(std::current_exception()));
  }
}

void RunsPage::chooseConfig() {
  auto* dialog = new QFileDialog(this, tr("Open a config"), {}, tr("Configs (*.toml);;All files (*)"));
  dialog->setObjectName(QStringLiteral("configDialog"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
      m_bar->say(Tone::bad, tr("%1 could not be read: %2").arg(path, file.errorString()));
      return;
    }
    emit configOpened(QString::fromUtf8(file.readAll()), path);
  });
  dialog->open();
}

}  // namespace lockstep::ui

#include "ui/pages/run/RunPage.h"

#include <QBoxLayout>
#include <QSettings>
#include <QTabWidget>
#include <algorithm>
#include <cmath>

#include "ui/pages/report/ReportDialog.h"
#include "ui/pages/reproduction/ReproductionStrip.h"
#include "ui/pages/results/RunTabs.h"
#include "ui/pages/run/CurvesTab.h"
#include "ui/pages/run/RunHeader.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/MessageBar.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

/// The mean of the newest values, since one step's speed says little; absent without any.
std::optional<double> newestMean(const SeriesStore& store, const char* key, std::size_t values) {
  return store.read([&](const SeriesStore::Content& content) -> std::optional<double> {
    const auto found = content.series.find(key);
    if (found == content.series.end()) return {};
    const SeriesPyramid& line = found->second.values();
    double total = 0, number = 0;
    for (std::size_t i = line.size() - std::min(values, line.size()); i < line.size(); ++i) {
      if (!std::isfinite(line[i])) continue;
      total += line[i];
      ++number;
    }
    return number > 0 ? std::optional(total / number) : std::nullopt;
  });
}

std::optional<double> stepTime(const SeriesStore& store) {
  return store.read([](const SeriesStore::Content& content) -> std::optional<double> {
    return content.attempts.empty() ? std::nullopt : millisecondsAStep(content.clock, content.attempts.back().from_step);
  });
}

bool canResume(tracking::Status status) {
  return status == tracking::Status::stopped || status == tracking::Status::interrupted || status == tracking::Status::failed;
}

}  // namespace

RunPage::RunPage(PageContext context, const std::string& run, QWidget* parent)
    : Page(parent), m_context(context), m_run(run), m_series(context.feed.project().run_folder(run)) {
  setObjectName(QStringLiteral("runPage"));
  addActions();
  build();
  connectSessions();
  connect(&m_context.feed, &ProjectFeed::runsChanged, this, &RunPage::showRun);
  connect(&m_series, &SeriesFeed::changed, this, &RunPage::showRun);
  showRun();
}

void RunPage::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * gridStep, 2 * gridStep, 2 * gridStep, gridStep);
  layout->setSpacing(gridStep);
  m_header = new RunHeader(this);
  QAction* back = ui::addAction(*this, QStringLiteral("runBack"), tr("Runs"), Qt::ALT | Qt::Key_Left, [this] { emit runsOpened(); });
  m_header->setBack(*back);
  m_header->addButton(*m_pauseAction, QStringLiteral("pause"));
  m_header->addButton(*m_stopAction, QStringLiteral("stop"));
  m_header->addButton(*m_resumeAction, QStringLiteral("resume"));
  m_header->addButton(*m_reproduceAction, QStringLiteral("check"));
  m_header->addButton(*m_duplicateAction, QStringLiteral("duplicate"));
  QAction* report = ui::addAction(*this, QStringLiteral("runReport"), tr("Report"), Qt::CTRL | Qt::ALT | Qt::Key_R, [this] { openReport(m_context, {QString::fromStdString(m_run)}, this); });
  m_header->addButton(*report, QStringLiteral("file"));
  connect(m_header, &RunHeader::copied, this, [this](const QString& name) { emit said(Tone::good, tr("Copied: %1").arg(name)); });
  m_bar = new MessageBar(this);
  m_tabs = new QTabWidget(this);
  m_tabs->setObjectName(QStringLiteral("runTabs"));
  m_tabs->setAccessibleName(tr("Parts of the run"));
  m_tabs->setDocumentMode(true);
  m_curves = new CurvesTab(m_series, m_tabs);
  connect(m_curves, &CurvesTab::said, this, &Page::said);
  m_tabs->addTab(m_curves, tr("Curves"));
  addRunTabs(*m_tabs, m_context, m_run);
  layout->addWidget(m_header);
  layout->addWidget(m_bar);
  auto* reproduction = new ReproductionStrip(m_context, m_run, this);
  connect(reproduction, &ReproductionStrip::runOpened, this, &Page::runOpened);
  layout->addWidget(reproduction);
  layout->addWidget(m_tabs, 1);
}

void RunPage::addActions() {
  const auto add = [this](const char* name, const QString& text, const QKeySequence& keys, void (RunPage::*act)()) {
    return ui::addAction(*this, QLatin1String(name), text, keys, [this, act] { (this->*act)(); });
  };
  m_pauseAction = add("runPause", tr("Pause"), Qt::CTRL | Qt::Key_P, &RunPage::pauseOrGoOn);
  m_stopAction = add("runStop", tr("Stop"), Qt::CTRL | Qt::Key_Period, &RunPage::stop);
  m_resumeAction = ui::addAction(*this, QStringLiteral("runResume"), tr("Resume"), Qt::CTRL | Qt::Key_R, [this] { resume(false); });
  m_reproduceAction = ui::addAction(*this, QStringLiteral("runReproduce"), tr("Reproduce"), Qt::CTRL | Qt::SHIFT | Qt::Key_R, [this] { reproduce(false); });
  m_duplicateAction = add("runDuplicate", tr("Duplicate"), Qt::CTRL | Qt::Key_D, &RunPage::duplicate);
}

void RunPage::connectSessions() {
  Sessions& sessions = m_context.sessions;
  const auto ours = [this](const QString& run) { return run.toStdString() == m_run; };
  connect(&sessions, &Sessions::preparing, this, [this, ours](const QString& run, const QString& what, qint64 done, qint64 total) {
    if (ours(run)) m_header->setPreparing(what, done, total);
  });
  connect(&sessions, &Sessions::drifted, this, [this, ours](const QString& run, const QString& reason) {
    if (!ours(run)) return;
    if (std::exchange(m_reproducing, false)) {
      m_bar->say(Tone::warning, tr("The run can not be repeated as it was: %1 Nothing was trained.").arg(reason), tr("Reproduce all the same"), [this] { reproduce(true); });
      showRun();
      return;
    }
    m_resuming = false;
    m_bar->say(Tone::warning, tr("The run can not go on as it began: %1 Nothing was changed.").arg(reason), tr("Resume all the same"), [this] { resume(true); });
    showRun();
  });
  // Whatever became of a resumption, it may be tried again.
  const auto over = [this] {
    const bool waited = std::exchange(m_resuming, false), checked = std::exchange(m_reproducing, false);
    if (waited || checked) showRun();
  };
  connect(&sessions, &Sessions::refused, this, over);
  connect(&sessions, &Sessions::ended, this, over);
  // A reproduction shows itself: its page says live whether it is in lockstep with this run.
  connect(&sessions, &Sessions::created, this, [this](const QString& run) {
    if (m_reproducing) emit runOpened(run);
  });
}

void RunPage::pauseOrGoOn() {
  const auto* run = m_context.feed.run(m_run);
  if (run != nullptr) m_context.feed.send(m_run, run->status == tracking::Status::paused ? tracking::Command::resume : tracking::Command::pause);
}

void RunPage::stop() {
  m_stopping = m_context.sessions.stop(m_run) || m_context.feed.send(m_run, tracking::Command::stop);
  showRun();
}

void RunPage::resume(bool acceptDrift) {
  m_bar->clear();
  m_resuming = true;
  m_context.sessions.resume({.run = m_run, .accept_drift = acceptDrift});
  showRun();
}

void RunPage::reproduce(bool acceptDrift) {
  m_bar->clear();
  m_reproducing = true;
  m_context.sessions.reproduce({.run = m_run, .accept_drift = acceptDrift});
  showRun();
}

void RunPage::duplicate() {
  m_configWork.start([project = m_context.feed.folder(), run = m_run](const std::stop_token&) { return readRunConfig(project, run); },
                     [this](const Background<RunConfig>::Outcome& outcome) {
                       if (outcome.error) {
                         emit said(Tone::bad, tr("The run's config can not be read: %1").arg(text(outcome.error)));
                         return;
                       }
                       const RunConfig& config = *outcome.value;
                       emit configOpened(QString::fromStdString(config.text), QString::fromStdString(config.path));
                       if (!config.overrides.empty())
                         emit said(Tone::warning, tr("The run was started with further settings, which are not in this text: %1").arg(QString::fromStdString(config.overrides).replace(QLatin1Char('\n'), QStringLiteral(", "))));
                     });
}

void RunPage::showRun() {
  const tracking::RunSummary* run = m_context.feed.run(m_run);
  if (run == nullptr) {
    for (QAction* action : {m_pauseAction, m_stopAction, m_resumeAction, m_reproduceAction, m_duplicateAction}) ui::setEnabled(*action, false, tr("The run is in the trash."));
    m_bar->say(Tone::warning, tr("This run is in the trash."), tr("Restore"), [this] { m_context.feed.restore({m_run}); });
    m_status.reset();
    return;
  }
  const bool another = m_status != run->status;
  if (another) {
    if (!m_status) m_bar->clear();
    m_status = run->status;
    m_stopping = m_stopping && tracking::is_live(run->status);
    if (tracking::is_live(run->status)) m_resuming = false;
    m_series.setLive(tracking::is_live(run->status));
  }
  if (another || (m_facts.stepsPerEpoch == 0 && run->step > 0)) readFacts();
  m_header->setRun(*run, m_facts);
  showNumbers(*run);
  showActions(*run);
}

void RunPage::showNumbers(const tracking::RunSummary& run) {
  const SeriesStore& store = *m_series.store();
  const bool live = tracking::is_live(run.status), preparing = run.status == tracking::Status::preparing;
  const std::int64_t stepsLeft = run.steps ? *run.steps - run.step : 0;
  std::optional<std::int64_t> took;
  if (!live && run.ended) took = std::max<std::int64_t>(0, store.read([](const SeriesStore::Content& content) {
                                   return content.clock.steps().size() > 0 ? std::llround(content.clock.workedAt(static_cast<double>(content.clock.steps().back()))) : 0;
                                 }));
  if (took && *took < 1000) took.reset();
  const auto left = m_timeLeft.update(stepsLeft, live && !preparing ? stepTime(store) : std::nullopt, run.status == tracking::Status::paused, tracking::now_ms());
  if (!preparing) m_header->setTimeLeft(live && run.steps.has_value(), left, took);
  m_header->setSpeed(live && !preparing ? newestMean(store, "samples_per_second", 50) : std::nullopt, live ? newestMean(store, "system/memory_resident", 1) : std::nullopt);
  const auto gpu = [&](const char* key) { return live ? newestMean(store, key, 1) : std::nullopt; };
  m_header->setGpu({gpu("system/gpu_utilisation"), gpu("system/gpu_memory"), gpu("system/gpu_power"), gpu("system/gpu_temperature"), gpu("system/gpu_clock")});
  m_header->setHealth(healthOf(run, store, m_facts.checkpointStep));
}

void RunPage::showActions(const tracking::RunSummary& run) {
  const bool live = tracking::is_live(run.status), paused = run.status == tracking::Status::paused, queued = run.status == tracking::Status::queued;
  m_pauseAction->setText(paused ? tr("Go on") : tr("Pause"));
  m_pauseAction->setVisible(live);
  ui::setEnabled(*m_pauseAction, live && !m_stopping, tr("The run is being stopped."));
  m_stopAction->setText(m_stopping ? tr("Stopping …") : tr("Stop"));
  m_stopAction->setVisible(live || queued);
  ui::setEnabled(*m_stopAction, (live || queued) && !m_stopping, tr("The run writes its checkpoint and stops."));
  m_resumeAction->setVisible(canResume(run.status));
  m_resumeAction->setText(m_resuming ? tr("Resuming …") : tr("Resume"));
  ui::setEnabled(*m_resumeAction, canResume(run.status) && !m_resuming, tr("The run is being resumed."));
  const bool over = tracking::is_terminal(run.status);
  m_reproduceAction->setVisible(over);
  m_reproduceAction->setText(m_reproducing ? tr("Looking at data and code …") : tr("Reproduce"));
  ui::setEnabled(*m_reproduceAction, over && run.step > 0 && !m_reproducing,
                 run.step > 0 ? tr("Data, code and environment are being compared with the record.") : tr("The run ended before its first step: there is nothing to check against."));
  ui::setEnabled(*m_duplicateAction, true);
}

void RunPage::readFacts() {
  if (m_factsWork.isRunning()) {
    m_factsAgain = true;
    return;
  }
  m_factsAgain = false;
  m_factsWork.start([project = m_context.feed.folder(), run = m_run](const std::stop_token&) { return readRunFacts(project, run); },
                    [this](const Background<RunFacts>::Outcome& outcome) {
                      if (outcome.value) {
                        const bool epochs = outcome.value->stepsPerEpoch != m_facts.stepsPerEpoch;
                        m_facts = *outcome.value;
                        if (epochs) m_curves->setStepsPerEpoch(m_facts.stepsPerEpoch);
                      }
                      if (const auto* summary = m_context.feed.run(m_run)) {
                        m_header->setRun(*summary, m_facts);
                        showNumbers(*summary);
                      }
                      if (m_factsAgain) readFacts();
                    });
}

void RunPage::saveState(QSettings& settings) const {
  settings.setValue(QStringLiteral("run/tab"), m_tabs->currentIndex());
  m_curves->saveState(settings);
}

void RunPage::restoreState(QSettings& settings) {
  m_tabs->setCurrentIndex(std::clamp(settings.value(QStringLiteral("run/tab"), 0).toInt(), 0, m_tabs->count() - 1));
  m_curves->restoreState(settings);
}

void RunPage::takeFocus() { m_tabs->setFocus(); }

void RunPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  m_series.setWatched(true);
}

void RunPage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  m_series.setWatched(false);
}

}  // namespace lockstep::ui

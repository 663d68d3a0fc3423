// What the page says about its config: the title, the mistakes, whether a run can start, and starting it.
#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>

#include "engine/config/config.h"
#include "tracking/recorder/session.h"
#include "ui/pages/new_run/ConfigDocument.h"
#include "ui/pages/new_run/NewRunPage.h"
#include "ui/pages/new_run/PlanPanel.h"
#include "ui/pages/new_run/Planner.h"
#include "ui/pages/new_run/SchemaForm.h"
#include "ui/pages/new_run/TomlEditor.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/MessageBar.h"

namespace lockstep::ui {

void NewRunPage::showChecked() {
  const Checked& checked = m_document->lastChecked();
  m_planMistakes.clear();
  if (checked.document != nullptr) {
    m_planner->plan(checked.document);
  } else {
    m_planner->forget();
    m_panel->setStale(tr("As of the last text without mistakes"));
  }
  m_form->present(checked, {});
  m_editor->setMistakes(checked.mistakes);
  updateStart();
}

void NewRunPage::showPlan(const RunPlan& plan) {
  if (!m_document->isChecked()) return;  // of an earlier text
  m_dataProblem.clear();
  m_planMistakes = plan.mistakes;
  m_panel->present(plan);
  m_planned = true;
  m_form->setResolved(plan.values);  // none where the layers don't fit
  m_form->present(m_document->lastChecked(), m_planMistakes);
  m_editor->setMistakes(allMistakes());
  updateStart();
}

std::vector<Mistake> NewRunPage::allMistakes() const {
  std::vector<Mistake> all = m_document->lastChecked().mistakes;
  all.insert(all.end(), m_planMistakes.begin(), m_planMistakes.end());
  return all;
}

void NewRunPage::showTitle() {
  const QString& path = m_document->path();
  QString name = path.isEmpty() ? tr("Draft") : m_document->isFile() ? QFileInfo(path).fileName() : tr("%1 (preset)").arg(path.mid(7));
  if (m_document->isChanged()) name = tr("%1 – changed").arg(name);
  m_title->setText(name);
  m_title->setToolTip(m_document->isFile() ? path : tr("Not saved in a file; relative paths start at %1").arg(QString::fromStdString(m_document->folder().string())));
}

void NewRunPage::updateStart() {
  const std::vector<Mistake> mistakes = allMistakes();
  const auto many = static_cast<int>(mistakes.size());
  QString reason;
  if (m_starting) reason = tr("A run is starting.");
  else if (!mistakes.empty()) reason = tr("%n mistake(s); the first: %1", nullptr, many).arg(withPlace(mistakes.front()));
  else if (!m_dataProblem.isEmpty()) reason = tr("The data can't be used: %1").arg(m_dataProblem.section(QLatin1Char('\n'), 0, 0));
  else if (m_document->lastChecked().document == nullptr) reason = tr("The config is being checked.");
  m_start->setText(m_starting ? tr("Starting…") : tr("Start"));
  ui::setEnabled(*m_start, reason.isEmpty(), reason);
  const bool wrong = many > 0 || !m_dataProblem.isEmpty();
  m_check->setText(many > 0 ? tr("✗ %n mistake(s)", nullptr, many) : wrong ? tr("✗ Data can't be used") : tr("✓ No mistakes"));
  m_check->setToolTip(wrong ? reason + QLatin1Char('\n') + tr("Go to the next one (F8)") : tr("Nothing in the config stands in the way of a run."));
  m_check->setAccessibleName(m_check->text());
  QPalette colours;
  colours.setColor(QPalette::ButtonText, toneColour(wrong ? Tone::bad : Tone::good, colours));
  m_check->setPalette(colours);
}

void NewRunPage::goTo(const Mistake& mistake) {
  m_editor->goTo(mistake);
  const bool inForm = m_view != View::toml && m_form->goTo(mistake.key);
  if (!inForm && m_view != View::form) m_editor->setFocus();
}

void NewRunPage::nextMistake() {
  const std::vector<Mistake> mistakes = allMistakes();
  if (mistakes.empty()) return;
  m_mistake = m_mistake < mistakes.size() ? m_mistake : 0;
  goTo(mistakes[m_mistake++]);
}

void NewRunPage::start() {
  if (m_starting || !m_start->isEnabled()) return;
  // A change of the last moment is checked by the run itself, which refuses what is wrong.
  tracking::TrainRequest request;
  request.source.text = m_document->fileText();
  request.source.path = m_document->sourcePath();
  request.code_folder = m_document->folder();
  m_before.clear();
  for (const tracking::RunSummary& run : m_context.feed.runs()) m_before.insert(run.id);
  m_starting = true;
  m_beside = m_context.sessions.isBusy();
  m_bar->clear();
  updateStart();
  m_context.sessions.train(request);
}

void NewRunPage::created(const QString& run) {
  if (!m_starting) return;
  m_starting = false;
  updateStart();
  m_context.feed.refresh();
  emit runOpened(run);
}

/// A run in a process of its own tells that it exists by standing in the project.
void NewRunPage::lookForStarted() {
  if (!m_starting || !m_beside) return;
  for (const tracking::RunSummary& run : m_context.feed.runs()) {
    if (m_before.contains(run.id)) continue;
    created(QString::fromStdString(run.id));
    return;
  }
}

void NewRunPage::refusedToStart(const QString& reason) {
  if (!m_starting) return;
  m_starting = false;
  updateStart();
  m_bar->say(Tone::bad, tr("The run did not start: %1").arg(reason));
}

}  // namespace lockstep::ui

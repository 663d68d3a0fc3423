#include "ui/pages/reproduction/ReproductionStrip.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPushButton>

#include "ui/models/ComparisonModels.h"
#include "ui/pages/reproduction/DifferencePlot.h"
#include "ui/project/ProjectFeed.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

constexpr qint64 lookMs = 500;

Tone toneOf(tracking::Verdict verdict) {
  switch (verdict) {
    case tracking::Verdict::identical: return Tone::good;
    case tracking::Verdict::within_tolerance: return Tone::warning;
    case tracking::Verdict::diverged: return Tone::bad;
  }
  return Tone::plain;
}

}  // namespace

ReproductionStrip::ReproductionStrip(PageContext context, std::string run, QWidget* parent)
    : QFrame(parent), m_context(context), m_run(std::move(run)), m_text(new QLabel(this)), m_open(new QPushButton(tr("Open the original"), this)), m_reproductions(new QLabel(this)), m_plot(new DifferencePlot(this)) {
  setObjectName(QStringLiteral("reproductionStrip"));
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(gridStep / 2);
  auto* line = new QHBoxLayout;
  m_text->setObjectName(QStringLiteral("reproductionText"));
  m_text->setWordWrap(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_open->setObjectName(QStringLiteral("openOriginal"));
  line->addWidget(m_text, 1);
  line->addWidget(m_open, 0, Qt::AlignTop);
  rows->addLayout(line);
  rows->addWidget(m_plot);
  m_reproductions->setObjectName(QStringLiteral("reproductions"));
  m_reproductions->setWordWrap(true);
  m_reproductions->setTextInteractionFlags(Qt::TextBrowserInteraction);
  rows->addWidget(m_reproductions);
  connect(m_reproductions, &QLabel::linkActivated, this, &ReproductionStrip::runOpened);
  connect(m_open, &QPushButton::clicked, this, [this] { emit runOpened(QString::fromStdString(m_original)); });
  connect(&m_context.feed, &ProjectFeed::runsChanged, this, &ReproductionStrip::follow);
  m_text->hide();
  m_open->hide();
  m_plot->hide();
  follow();
}

void ReproductionStrip::follow() {
  showReproductions();
  const tracking::RunSummary* run = m_context.feed.run(m_run);
  const bool reproduces = run != nullptr && run->relation == "reproduces" && !run->parent.empty();
  setVisible(reproduces || !m_reproductions->isHidden());
  if (!reproduces) return;
  m_original = run->parent;
  m_open->setVisible(m_context.feed.run(m_original) != nullptr);
  const bool ended = m_computedFor && *m_computedFor != run->status;
  const bool live = tracking::is_live(run->status);
  if (m_work.isRunning() || (m_computedFor && !ended && (!live || m_computed.elapsed() < lookMs))) return;
  compute(*run);
}

void ReproductionStrip::compute(const tracking::RunSummary& run) {
  m_computedFor = run.status;
  m_computed.start();
  m_work.start(
      [folder = m_context.feed.folder(), id = m_run, original = m_original](const std::stop_token&) {
        const tracking::Project project(folder);
        const tracking::RunRecord before = tracking::read_record(project, original), after = tracking::read_record(project, id);
        const bool over = after.summary.status == tracking::Status::finished;
        const bool whole = over && before.summary.status == tracking::Status::finished;
        return State{tracking::judge(before, after, tracking::repeats_of(project, before.summary), whole), tracking::loss_difference(before, after), over};
      },
      [this](Background<State>::Outcome outcome) {
        if (outcome.value) showState(*outcome.value);
        else tell(Tone::warning, tr("▲ The original can't be read: %1").arg(text(outcome.error)));
      });
}

void ReproductionStrip::showState(const State& state) {
  const auto* original = m_context.feed.run(m_original);
  const QString name = original != nullptr ? QString::fromStdString(original->name) : QString::fromStdString(m_original);
  const auto& first = state.judgement.divergence.first;
  if (state.over) {
    tell(toneOf(state.judgement.verdict), tr("%1 against %2. %3").arg(verdictText(tracking::verdict_name(state.judgement.verdict)), name, text(state.judgement.sentence())));
  } else if (first) {
    tell(Tone::bad, tr("≠ Parted from %1. %2").arg(name, text(state.judgement.sentence())));
  } else if (state.judgement.divergence.compared == 0) {
    tell(Tone::active, tr("● Reproduces %1; no step yet").arg(name));
  } else {
    tell(Tone::good, tr("✓ In lockstep with %1 through step %2").arg(name, count(state.judgement.divergence.compared)));
  }
  m_plot->setVisible(first.has_value() && state.difference.steps.size() > 1);
  if (first) m_plot->setDifference(state.difference);
}

void ReproductionStrip::showReproductions() {
  QStringList told;
  for (const tracking::RunSummary& run : m_context.feed.runs()) {
    if (run.parent != m_run || run.relation != "reproduces") continue;
    told << QStringLiteral("<a href=\"%1\">%2</a> %3").arg(QString::fromStdString(run.id).toHtmlEscaped(), QString::fromStdString(run.name).toHtmlEscaped(), run.verdict ? verdictText(*run.verdict) : statusText(run.status));
  }
  m_reproductions->setVisible(!told.isEmpty());
  m_reproductions->setText(told.isEmpty() ? QString() : tr("Reproduced by: %1").arg(told.join(QStringLiteral(", "))));
}

void ReproductionStrip::tell(Tone tone, const QString& words) {
  m_tone = tone;
  m_text->setText(words);
  m_text->show();
  QPalette colours = m_text->palette();
  colours.setColor(QPalette::WindowText, toneColour(tone, palette()));
  m_text->setPalette(colours);
}

void ReproductionStrip::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !m_text->isHidden()) tell(m_tone, m_text->text());
}

}  // namespace lockstep::ui

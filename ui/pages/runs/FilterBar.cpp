#include "ui/pages/runs/FilterBar.h"

#include <QBoxLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QAction>

#include "engine/schema/suggest.h"
#include "ui/models/RunTableModel.h"
#include "ui/widgets/Icons.h"

namespace lockstep::ui {

namespace {

constexpr int typingPauseMs = 400;

}  // namespace

FilterBar::FilterBar(const RunTableModel& runs, QWidget* parent) : QWidget(parent), m_runs(runs), m_line(new QLineEdit(parent)), m_message(new QLabel(this)) {
  m_line->setObjectName(QStringLiteral("filter"));
  m_line->setAccessibleName(tr("Filter the runs"));
  m_line->setPlaceholderText(tr("Filter: val/accuracy > 0.9 tag:baseline"));
  m_line->setToolTip(tr("Words that must be in a run's name, tags, notes, model, data, commit or status, and conditions:\n%1:…\nval/accuracy > 0.9, optimizer.learning_rate = 0.01, %2\n-status:failed leaves those out.")
                         .arg(RunFilter::fields().join(QStringLiteral(":…  ")), RunFilter::numbers().join(QStringLiteral(", "))));
  m_line->setClearButtonEnabled(true);
  m_line->setMinimumWidth(24 * gridStep);
  m_line->setMaximumWidth(64 * gridStep);
  m_line->addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
  m_line->installEventFilter(this);
  m_message->setObjectName(QStringLiteral("filterError"));
  m_message->setWordWrap(true);
  m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_message);
  hide();
  m_pause.setSingleShot(true);
  m_pause.setInterval(typingPauseMs);
  connect(m_line, &QLineEdit::textChanged, this, &FilterBar::read);
  connect(&m_pause, &QTimer::timeout, this, &FilterBar::tell);
}

QString FilterBar::text() const { return m_line->text(); }
void FilterBar::setText(const QString& text) { m_line->setText(text); }
QWidget* FilterBar::line() const { return m_line; }

void FilterBar::type(const QString& text) {
  m_line->setFocus(Qt::OtherFocusReason);
  m_line->end(false);
  m_line->insert(text);
}

void FilterBar::read() {
  const RunFilter::Parsed parsed = RunFilter::parse(m_line->text());
  m_error = parsed.error ? parsed.error->message : QString();
  m_filter = parsed.filter;
  emit filterChanged(m_filter);
  if (m_error.isEmpty() && unknownKey().isEmpty()) {
    m_pause.stop();
    tell();
  } else {
    m_pause.start();
  }
}

void FilterBar::tell() {
  if (!m_error.isEmpty()) {
    say(Tone::bad, QStringLiteral("✗ ") + m_error);
  } else {
    say(Tone::warning, unknownKey());
  }
}

void FilterBar::checkKeys() {
  if (!m_filter.keys().empty() && m_error.isEmpty() && !m_pause.isActive()) tell();
}

QString FilterBar::unknownKey() const {
  for (const std::string& key : m_filter.keys()) {
    if (m_runs.metricKeys().contains(key) || m_runs.configKeys().contains(key)) continue;
    std::vector<std::string_view> known(m_runs.metricKeys().begin(), m_runs.metricKeys().end());
    known.insert(known.end(), m_runs.configKeys().begin(), m_runs.configKeys().end());
    const QString meant = QString::fromStdString(engine::schema::nearest_name(key, known));
    const QString name = QString::fromStdString(key);
    return QStringLiteral("▲ ") + (meant.isEmpty() ? tr("No run has a metric or a key of its config called “%1”.").arg(name)
                                                   : tr("No run has a metric or a key of its config called “%1”. Did you mean “%2”?").arg(name, meant));
  }
  return {};
}

void FilterBar::say(Tone tone, const QString& words) {
  m_tone = tone;
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, toneColour(tone, palette()));
  m_message->setPalette(colours);
  if (m_message->text() != words) m_message->setText(words);
  setVisible(!words.isEmpty());
}

bool FilterBar::eventFilter(QObject* object, QEvent* event) {
  if (object != m_line || event->type() != QEvent::KeyPress) return QWidget::eventFilter(object, event);
  switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
      if (m_line->text().isEmpty()) {
        emit left();
      } else {
        m_line->clear();
      }
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      m_pause.stop();
      tell();
      if (m_error.isEmpty()) emit left();
      return true;
    case Qt::Key_Down: emit left(); return true;
    default: return QWidget::eventFilter(object, event);
  }
}

void FilterBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) say(m_tone, m_message->text());
}

}  // namespace lockstep::ui

#include "ui/pages/new_run/ClassBars.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/widgets/Format.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

constexpr int barHeight = 5 * gridStep;

}  // namespace

ClassBars::ClassBars(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void ClassBars::setCounts(std::vector<std::pair<QString, std::int64_t>> counts) {
  m_counts = std::move(counts);
  setVisible(!m_counts.empty());
  QStringList words;
  for (const auto& [name, many] : m_counts) words << QStringLiteral("%1: %2").arg(name, count(many));
  setAccessibleDescription(words.join(QLatin1String(", ")));
  updateGeometry();
  update();
}

QSize ClassBars::sizeHint() const { return {20 * gridStep, barHeight + fontMetrics().height()}; }

int ClassBars::at(int x) const {
  if (m_counts.empty()) return -1;
  return std::clamp(x * static_cast<int>(m_counts.size()) / std::max(1, width()), 0, static_cast<int>(m_counts.size()) - 1);
}

void ClassBars::paintEvent(QPaintEvent*) {
  if (m_counts.empty()) return;
  QPainter painter(this);
  std::int64_t most = 1;
  for (const auto& [name, many] : m_counts) most = std::max(most, many);
  const auto bars = static_cast<int>(m_counts.size());
  const double step = static_cast<double>(width()) / bars;
  const QColor colour = palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, isEnabled() ? QPalette::Highlight : QPalette::Text);
  for (int i = 0; i < bars; ++i) {
    const auto& [name, many] = m_counts[static_cast<std::size_t>(i)];
    const int left = static_cast<int>(i * step);
    const int wide = std::max(1, static_cast<int>((i + 1) * step) - left - (step > 4 ? 2 : 0));
    const int high = many == 0 ? 0 : std::max(1, static_cast<int>(static_cast<double>(many) * barHeight / static_cast<double>(most)));
    painter.fillRect(left, barHeight - high, wide, high, colour);
    if (step < 14) continue;
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(left, barHeight, wide, height() - barHeight), Qt::AlignHCenter | Qt::AlignTop, fontMetrics().elidedText(name, Qt::ElideRight, wide));
  }
}

bool ClassBars::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int bar = at(help->pos().x());
    if (bar >= 0) QToolTip::showText(help->globalPos(), QStringLiteral("%1: %2").arg(m_counts[static_cast<std::size_t>(bar)].first, count(m_counts[static_cast<std::size_t>(bar)].second)), this);
    return true;
  }
  return QWidget::event(event);
}

}  // namespace lockstep::ui

#include "ui/pages/reproduction/DifferencePlot.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/charts/Ticks.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

DifferencePlot::DifferencePlot(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("differencePlot"));
  setMinimumHeight(16 * gridStep);
}

QSize DifferencePlot::sizeHint() const { return {60 * gridStep, 20 * gridStep}; }

void DifferencePlot::setDifference(tracking::LossDifference difference) {
  m_difference = std::move(difference);
  m_least = m_most = 0;
  m_equal = 0;
  for (const double value : m_difference.differences) {
    if (value == 0) ++m_equal;
    if (!(value > 0) || !std::isfinite(value)) continue;
    m_least = m_least == 0 ? value : std::min(m_least, value);
    m_most = std::max(m_most, value);
  }
  setAccessibleName(tr("Difference of the losses"));
  setAccessibleDescription(m_most > 0 ? tr("From %1 to %2").arg(shortNumber(m_least), shortNumber(m_most)) : tr("None"));
  update();
}

void DifferencePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  const QFontMetricsF metrics(font());
  painter.setPen(toneColour(Tone::plain, palette()));
  QString title = tr("|Difference of the losses|, logarithmic");
  if (m_equal > 0) title += QLatin1Char(' ') + tr("(%n step(s) without any are not shown)", nullptr, m_equal);
  painter.drawText(QPointF(gridStep, metrics.ascent() + gridStep / 2), title);
  if (m_most == 0 || m_difference.steps.size() < 2) return;
  const QRectF plot = QRectF(rect()).adjusted(9 * gridStep, metrics.height() + gridStep, -2 * gridStep, -metrics.height() - gridStep);
  const double low = std::floor(std::log10(m_least)), high = std::max(low + 1, std::ceil(std::log10(m_most)));
  drawAxes(painter, plot, low, high);
  drawCurve(painter, plot, low, high);
}

void DifferencePlot::drawAxes(QPainter& painter, const QRectF& plot, double low, double high) const {
  const double line = QFontMetricsF(font()).height();
  QColor grid = palette().color(QPalette::Text);
  grid.setAlphaF(0.15F);
  for (const Tick& tick : logTicks(low, high, std::max(2, static_cast<int>(plot.height() / (2 * line))))) {
    const double y = plot.bottom() - (tick.at - low) / (high - low) * plot.height();
    painter.setPen(grid);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(toneColour(Tone::quiet, palette()));
    painter.drawText(QRectF(0, y - line / 2, plot.left() - gridStep, line), Qt::AlignRight | Qt::AlignVCenter, tick.label);
  }
  const auto first = static_cast<double>(m_difference.steps.front()), last = static_cast<double>(m_difference.steps.back());
  for (const Tick& tick : linearTicks(first, last, std::max(2, static_cast<int>(plot.width() / 100)))) {
    const double x = plot.left() + (tick.at - first) / (last - first) * plot.width();
    painter.drawText(QRectF(x - 60, plot.bottom() + gridStep / 2, 120, line), Qt::AlignHCenter, tick.label);
  }
}

void DifferencePlot::drawCurve(QPainter& painter, const QRectF& plot, double low, double high) const {
  const auto first = static_cast<double>(m_difference.steps.front()), last = static_cast<double>(m_difference.steps.back());
  const auto y = [&](double logarithm) { return plot.bottom() - (logarithm - low) / (high - low) * plot.height(); };
  // Of each column of pixels the range, so that a long run is drawn in no time.
  const auto columns = static_cast<std::size_t>(plot.width()) + 1;
  std::vector<std::pair<double, double>> ranges(columns, {INFINITY, -INFINITY});
  for (std::size_t i = 0; i < m_difference.steps.size(); ++i) {
    const double value = m_difference.differences[i];
    if (!(value > 0) || !std::isfinite(value)) continue;
    const double x = (static_cast<double>(m_difference.steps[i]) - first) / (last - first) * plot.width();
    auto& range = ranges[std::min(columns - 1, static_cast<std::size_t>(x))];
    range = {std::min(range.first, std::log10(value)), std::max(range.second, std::log10(value))};
  }
  QPainterPath path;
  for (std::size_t column = 0; column < columns; ++column) {
    if (ranges[column].first > ranges[column].second) continue;
    const double x = plot.left() + static_cast<double>(column);
    if (path.isEmpty()) path.moveTo(x, y(ranges[column].second));
    else path.lineTo(x, y(ranges[column].second));
    path.lineTo(x, y(ranges[column].first));
  }
  painter.setPen(QPen(curveColour(1, isDark(palette())), 1.5));
  painter.drawPath(path);
}

void DifferencePlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) update();
}

}  // namespace lockstep::ui

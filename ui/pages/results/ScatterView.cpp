#include "ui/pages/results/ScatterView.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/models/Cells.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {
constexpr double nearPixels = 8;
}

ScatterView::ScatterView(const QString& title, const QString& xTitle, const QString& yTitle, Line line, QWidget* parent)
    : QWidget(parent), m_title(title), m_xTitle(xTitle), m_yTitle(yTitle), m_line(line) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(title);
  ui::addAction(*this, QStringLiteral("copyScatter"), tr("Copy the points: %1").arg(title), QKeySequence::Copy, [this] { copy(); });
}

/// Round steps of 1, 2 or 5 times a power of ten, some five of them.
ScatterView::Axis ScatterView::axisFor(double low, double high) {
  if (!(high > low)) {
    const double around = low == 0 ? 1 : std::abs(low) * 0.1;
    low -= around;
    high += around;
  }
  const double rough = (high - low) / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double mantissa = rough / power;
  const double step = power * (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10);
  Axis axis;
  axis.low = std::floor(low / step) * step;
  axis.high = std::ceil(high / step) * step;
  const auto steps = static_cast<int>(std::lround((axis.high - axis.low) / step));
  for (int i = 0; i <= steps; ++i) {
    const double tick = axis.low + i * step;
    axis.ticks.push_back(std::abs(tick) < step * 1e-9 ? 0 : tick);
  }
  return axis;
}

void ScatterView::setPoints(std::vector<QPointF> points) {
  const auto all = static_cast<int>(points.size());
  std::erase_if(points, [](const QPointF& point) { return !std::isfinite(point.x()) || !std::isfinite(point.y()); });
  m_points = std::move(points);
  m_hidden = all - static_cast<int>(m_points.size());
  m_current = -1;
  m_x = m_y = Axis{0, 1, {}};
  if (!m_points.empty()) {
    const auto [left, right] = std::minmax_element(m_points.begin(), m_points.end(), [](const auto& a, const auto& b) { return a.x() < b.x(); });
    const auto [bottom, top] = std::minmax_element(m_points.begin(), m_points.end(), [](const auto& a, const auto& b) { return a.y() < b.y(); });
    double low = bottom->y();
    double high = top->y();
    if (m_line == Line::identity) {
      low = std::min(low, left->x());
      high = std::max(high, right->x());
      m_x = m_y = axisFor(low, high);
    } else {
      m_x = axisFor(left->x(), right->x());
      const double most = std::max(std::abs(low), std::abs(high));
      m_y = axisFor(-most, most);
    }
  }
  setAccessibleDescription(tr("%n point(s)", nullptr, static_cast<int>(m_points.size())));
  update();
}

QRectF ScatterView::plotArea() const {
  int labels = 0;
  for (const double tick : m_y.ticks) labels = std::max(labels, fontMetrics().horizontalAdvance(shortNumber(tick)));
  const int line = fontMetrics().height();
  return QRectF(rect()).adjusted(labels + line + 2 * gridStep, line + 2 * gridStep, -2 * gridStep, -2 * line - 2 * gridStep);
}

QPointF ScatterView::toWidget(const QPointF& point) const {
  const QRectF area = plotArea();
  return {area.left() + (point.x() - m_x.low) / (m_x.high - m_x.low) * area.width(), area.bottom() - (point.y() - m_y.low) / (m_y.high - m_y.low) * area.height()};
}

int ScatterView::pointAt(const QPointF& position) const {
  int best = -1;
  double nearest = nearPixels * nearPixels;
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    const QPointF away = toWidget(m_points[i]) - position;
    const double square = QPointF::dotProduct(away, away);
    if (square >= nearest) continue;
    nearest = square;
    best = static_cast<int>(i);
  }
  return best;
}

void ScatterView::paintAxes(QPainter& painter, const QRectF& area) const {
  const QColor words = toneColour(Tone::quiet, palette());
  const QColor lines = isDark(palette()) ? QColor(0x3a3f47) : QColor(0xdfe2e7);
  const int line = fontMetrics().height();
  for (const double tick : m_x.ticks) {
    const double x = toWidget({tick, m_y.low}).x();
    painter.setPen(lines);
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setPen(words);
    painter.drawText(QRectF(x - 60, area.bottom() + gridStep / 2, 120, line), Qt::AlignHCenter | Qt::AlignTop, shortNumber(tick));
  }
  for (const double tick : m_y.ticks) {
    const double y = toWidget({m_x.low, tick}).y();
    painter.setPen(lines);
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(words);
    painter.drawText(QRectF(0, y - line, area.left() - gridStep / 2, 2 * line), Qt::AlignRight | Qt::AlignVCenter, shortNumber(tick));
  }
  painter.setPen(words);
  painter.drawText(QRectF(area.left(), height() - line - gridStep / 2, area.width(), line), Qt::AlignHCenter, m_xTitle);
  painter.save();
  painter.translate(gridStep / 2, area.center().y());
  painter.rotate(-90);
  painter.drawText(QRectF(-area.height() / 2, 0, area.height(), line), Qt::AlignHCenter, m_yTitle);
  painter.restore();
  QFont bold = font();
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(QRectF(0, gridStep / 2, width(), line), Qt::AlignHCenter, m_hidden == 0 ? m_title : tr("%1 (%n not finite)", nullptr, m_hidden).arg(m_title));
  painter.setFont(font());
}

void ScatterView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  if (m_points.empty()) {
    painter.setPen(toneColour(Tone::quiet, palette()));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("No points to show"));
    return;
  }
  const QRectF area = plotArea();
  paintAxes(painter, area);
  painter.setPen(QPen(toneColour(Tone::plain, palette()), 1, Qt::DashLine));
  if (m_line == Line::identity) painter.drawLine(toWidget({m_x.low, m_x.low}), toWidget({m_x.high, m_x.high}));
  else painter.drawLine(toWidget({m_x.low, 0}), toWidget({m_x.high, 0}));
  QColor dots = curveColour(0, isDark(palette()));
  dots.setAlpha(m_points.size() > 400 ? 110 : 180);
  painter.setPen(QPen(dots, 5, Qt::SolidLine, Qt::RoundCap));
  std::vector<QPointF> placed;
  placed.reserve(m_points.size());
  for (const QPointF& point : m_points) placed.push_back(toWidget(point));
  painter.drawPoints(placed.data(), static_cast<int>(placed.size()));
  if (m_current >= 0) {
    painter.setPen(QPen(palette().color(QPalette::Text), 2));
    painter.drawEllipse(placed[static_cast<std::size_t>(m_current)], 6, 6);
    painter.drawText(area.adjusted(gridStep, gridStep / 2, 0, 0), Qt::AlignLeft | Qt::AlignTop, inWords(m_current));
  }
  if (hasFocus()) {
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
  }
}

QString ScatterView::inWords(int point) const {
  const QPointF& at = m_points[static_cast<std::size_t>(point)];
  return tr("%1 %2, %3 %4").arg(m_xTitle, shortNumber(at.x()), m_yTitle, shortNumber(at.y()));
}

void ScatterView::mouseMoveEvent(QMouseEvent* event) {
  const int found = pointAt(event->position());
  if (found < 0) {
    QToolTip::hideText();
    return;
  }
  const QPointF& at = m_points[static_cast<std::size_t>(found)];
  QToolTip::showText(event->globalPosition().toPoint(), tr("%1 %2, %3 %4").arg(m_xTitle, exactNumber(at.x()), m_yTitle, exactNumber(at.y())), this);
}

/// Left and right go from point to point in the order of x.
void ScatterView::keyPressEvent(QKeyEvent* event) {
  if (m_points.empty() || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right)) {
    QWidget::keyPressEvent(event);
    return;
  }
  std::vector<int> order(m_points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [this](int a, int b) { return m_points[static_cast<std::size_t>(a)].x() < m_points[static_cast<std::size_t>(b)].x(); });
  const auto at = std::find(order.begin(), order.end(), m_current) - order.begin();
  const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
  std::ptrdiff_t next = event->key() == Qt::Key_Right ? at + 1 : at - 1;
  if (m_current < 0) next = event->key() == Qt::Key_Right ? 0 : last;
  m_current = order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, last))];
  setAccessibleDescription(inWords(m_current));
  update();
}

void ScatterView::copy() const {
  QString lines = m_xTitle + u'\t' + m_yTitle + u'\n';
  for (const QPointF& point : m_points) lines += exactNumber(point.x()) + u'\t' + exactNumber(point.y()) + u'\n';
  QGuiApplication::clipboard()->setText(lines);
}

}  // namespace lockstep::ui

// How a person walks about in a chart: wheel, mouse and keys.
#include <QChart>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/ChartGroup.h"
#include "ui/charts/CurveChart.h"

namespace lockstep::ui {

namespace {

constexpr double zoomStep = 0.8;   // of a notch of the wheel
constexpr double panStep = 0.1;    // of what is seen, an arrow key
constexpr int dragLeast = 8;       // pixels; less is a click

}  // namespace

QPointF CurveChart::toData(const QPointF& position) const {
  const QRectF plot = plotArea();
  return {m_view.left() + (position.x() - plot.left()) / plot.width() * m_view.width(), m_view.bottom() - (position.y() - plot.top()) / plot.height() * m_view.height()};
}

QPointF CurveChart::toWidget(const QPointF& data) const {
  const QRectF plot = plotArea();
  return {plot.left() + (data.x() - m_view.left()) / m_view.width() * plot.width(), plot.bottom() - (data.y() - m_view.top()) / m_view.height() * plot.height()};
}

void CurveChart::zoom(bool vertical, double factor, const QPointF& around) {
  m_follows = false;
  const QPointF at = vertical ? QPointF(m_view.left(), around.y()) : QPointF(around.x(), m_view.top());
  const double x = vertical ? 1 : factor, y = vertical ? factor : 1;
  setView({at.x() + (m_view.left() - at.x()) * x, at.y() + (m_view.top() - at.y()) * y, m_view.width() * x, m_view.height() * y});
}

void CurveChart::pan(double right, double up) {
  m_follows = false;
  setView(m_view.translated(right * m_view.width(), up * m_view.height()));
}

void CurveChart::wheelEvent(QWheelEvent* event) {
  const double notches = (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
  if (notches != 0) zoom(event->modifiers().testFlag(Qt::ControlModifier), std::pow(zoomStep, notches), toData(event->position()));
  event->accept();
}

void CurveChart::mousePressEvent(QMouseEvent* event) {
  m_pointer = event->position();
  if (event->button() == Qt::LeftButton && plotArea().contains(*m_pointer)) m_boxStart = m_pointer;
  if (event->button() == Qt::MiddleButton) {
    m_panStart = m_pointer;
    setCursor(Qt::ClosedHandCursor);
  }
}

void CurveChart::mouseMoveEvent(QMouseEvent* event) {
  m_pointer = event->position();
  if (m_panStart) {
    const QPointF moved = toData(*m_panStart) - toData(*m_pointer);
    m_panStart = m_pointer;
    pan(moved.x() / m_view.width(), moved.y() / m_view.height());
  }
  if (m_group != nullptr) {
    if (plotArea().contains(*m_pointer)) {
      m_group->setCursor(snapped(toData(*m_pointer).x()));
    } else {
      m_group->setCursor({});
    }
  }
  if (m_boxStart) viewport()->update();
}

void CurveChart::mouseReleaseEvent(QMouseEvent* event) {
  if (m_panStart) unsetCursor();
  m_panStart.reset();
  if (event->button() != Qt::LeftButton || !m_boxStart) return;
  const QPointF from = *m_boxStart;
  m_boxStart.reset();
  const QRectF box = QRectF(from, event->position()).normalized().intersected(plotArea());
  if (box.width() >= dragLeast && box.height() >= dragLeast) {
    m_follows = false;
    setView(QRectF(toData(box.topLeft()), toData(box.bottomRight())).normalized());
  }
  viewport()->update();
}

void CurveChart::mouseDoubleClickEvent(QMouseEvent*) {
  m_boxStart.reset();
  fit();
}

/// The place of the nearest point of the curve that has one nearest.
double CurveChart::snapped(double x) const {
  double best = x, distance = INFINITY;
  for (const Curve& curve : m_curves) {
    readCurve(curve, m_x, [&](const LiveSeries&, const XScale& scale) {
      const double at = scale.at(scale.nearest(x));
      if (std::abs(at - x) < distance) {
        distance = std::abs(at - x);
        best = at;
      }
    });
  }
  return best;
}

/// From point to point of the first curve that has any.
void CurveChart::moveCursor(int points) {
  if (m_group == nullptr) return;
  for (const Curve& curve : m_curves) {
    std::optional<double> to;
    readCurve(curve, m_x, [&](const LiveSeries& series, const XScale& scale) {
      const auto at = static_cast<std::int64_t>(scale.nearest(m_group->cursor().value_or(m_view.center().x())));
      to = scale.at(static_cast<std::size_t>(std::clamp<std::int64_t>(at + (m_group->cursor() ? points : 0), 0, static_cast<std::int64_t>(series.size()) - 1)));
    });
    if (!to) continue;
    m_group->setCursor(to);
    return;
  }
}

void CurveChart::keyPressEvent(QKeyEvent* event) {
  const bool control = event->modifiers().testFlag(Qt::ControlModifier), shift = event->modifiers().testFlag(Qt::ShiftModifier);
  switch (event->key()) {
    case Qt::Key_Home: fit(); return;
    case Qt::Key_Left: shift ? moveCursor(-1) : pan(-panStep, 0); return;
    case Qt::Key_Right: shift ? moveCursor(1) : pan(panStep, 0); return;
    case Qt::Key_Up: pan(0, panStep); return;
    case Qt::Key_Down: pan(0, -panStep); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(control, zoomStep, m_view.center()); return;
    case Qt::Key_Minus: zoom(control, 1 / zoomStep, m_view.center()); return;
    case Qt::Key_Escape:
      if (m_group != nullptr && m_group->cursor()) {
        m_group->setCursor({});
        return;
      }
      break;
    default: break;
  }
  event->ignore();
}

void CurveChart::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addActions(actions());
  menu->popup(event->globalPos());
}

void CurveChart::leaveEvent(QEvent* event) {
  m_pointer.reset();
  if (m_group != nullptr) m_group->setCursor({});
  viewport()->update();
  QChartView::leaveEvent(event);
}

bool CurveChart::event(QEvent* event) {
  // A view of a scene would keep these for itself.
  if (event->type() == QEvent::ShortcutOverride) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    for (const int ours : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Equal})
      if (key == ours && !static_cast<QKeyEvent*>(event)->modifiers().testFlag(Qt::AltModifier)) {
        event->accept();
        return true;
      }
  }
  return QChartView::event(event);
}

void CurveChart::resizeEvent(QResizeEvent* event) {
  QChartView::resizeEvent(event);
  layOut();
  applyAxes();
  render();
}

void CurveChart::showEvent(QShowEvent* event) {
  QChartView::showEvent(event);
  if (m_stale || m_image.isNull()) render();
}

void CurveChart::changeEvent(QEvent* event) {
  QChartView::changeEvent(event);
  if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
  applyColours();
  layOut();
  render();
}

void CurveChart::focusInEvent(QFocusEvent* event) {
  QChartView::focusInEvent(event);
  viewport()->update();
}

void CurveChart::focusOutEvent(QFocusEvent* event) {
  QChartView::focusOutEvent(event);
  viewport()->update();
}

}  // namespace lockstep::ui

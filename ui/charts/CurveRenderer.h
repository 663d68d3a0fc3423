// Draws curves into a rectangle: on a worker thread into an image, or into a vector file. Nothing here knows a widget.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QSizeF>
#include <optional>

#include "ui/charts/Curve.h"

namespace lockstep::ui {

/// What part of the data a picture shows, and how large it is.
struct ChartFrame {
  QRectF view;  ///< x in units of the axis; y the value, or its log10; top() is the lowest y
  XAxis x = XAxis::step;
  bool logarithmic = false;
  bool smoothed = false;
  QSizeF size;      ///< of the plot area
  qreal ratio = 1;  ///< device pixels
  bool dark = false;
  [[nodiscard]] QPointF toPixel(double px, double py) const {
    return {(px - view.left()) / view.width() * size.width(), size.height() - (py - view.top()) / view.height() * size.height()};
  }
};

/// The plot area's upper left corner is the painter's origin.
void paintCurves(QPainter& painter, const Curves& curves, const ChartFrame& frame);
/// How a curve is told from others where there is room for a stroke of this width: in a legend.
void paintSwatch(QPainter& painter, const QRectF& rect, const Curve& curve, bool dark);
[[nodiscard]] Qt::PenStyle curveDashes(int number);

/// Everything that the curves hold, in the frame's axes: no margins; absent where there are no points.
[[nodiscard]] std::optional<QRectF> boundsOf(const Curves& curves, XAxis x, bool logarithmic);

}  // namespace lockstep::ui

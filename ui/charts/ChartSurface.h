// What a page may ask of a chart, whoever draws it.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>

#include "ui/charts/Curve.h"
#include "ui/charts/Ticks.h"

class QWidget;

namespace lockstep::ui {

class ChartSurface {
 public:
  virtual ~ChartSurface() = default;
  [[nodiscard]] virtual QWidget* widget() = 0;
  /// The curves to show from now on, drawn in this order. `smoothed`: the running means, with the values faint behind.
  virtual void setCurves(Curves curves) = 0;
  virtual void setAxes(XAxis x, bool logarithmic) = 0;
  virtual void setSmoothed(bool smoothed) = 0;
  /// There are new points in the curves' stores. Shows them, unless a person has zoomed in elsewhere.
  virtual void refresh() = 0;
  /// Shows everything, and goes on following what is added.
  virtual void fit() = 0;
  /// As it is shown now, in this size.
  [[nodiscard]] virtual QImage image(QSize size, qreal ratio) = 0;
  [[nodiscard]] virtual QByteArray svg(QSize size) = 0;
};

}  // namespace lockstep::ui

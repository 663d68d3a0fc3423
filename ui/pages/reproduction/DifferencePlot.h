// |loss difference| of a reproduction and its original over the steps, on a logarithmic axis: whether it grows or stays.
#pragma once

#include <QWidget>

#include "tracking/analysis/first_difference.h"

namespace lockstep::ui {

class DifferencePlot : public QWidget {
  Q_OBJECT

 public:
  explicit DifferencePlot(QWidget* parent = nullptr);
  void setDifference(tracking::LossDifference difference);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void drawAxes(QPainter& painter, const QRectF& plot, double low, double high) const;
  void drawCurve(QPainter& painter, const QRectF& plot, double low, double high) const;

  tracking::LossDifference m_difference;
  double m_least = 0;  ///< above 0
  double m_most = 0;
  int m_equal = 0;  ///< steps without a difference: a logarithmic axis can't show them
};

}  // namespace lockstep::ui

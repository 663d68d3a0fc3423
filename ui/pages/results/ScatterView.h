// Points over two axes with a line where they should lie: predictions over targets, or what is left over targets.
#pragma once

#include <QPointF>
#include <QWidget>
#include <vector>

namespace lockstep::ui {

class ScatterView : public QWidget {
  Q_OBJECT

 public:
  enum class Line { identity, zero };
  ScatterView(const QString& title, const QString& xTitle, const QString& yTitle, Line line, QWidget* parent = nullptr);
  /// Points that are not finite are left out and counted.
  void setPoints(std::vector<QPointF> points);
  [[nodiscard]] const std::vector<QPointF>& points() const { return m_points; }
  /// The index of the point that is nearest to a position of the widget, within a few pixels; -1: none.
  [[nodiscard]] int pointAt(const QPointF& position) const;
  [[nodiscard]] QPointF toWidget(const QPointF& point) const;
  void copy() const;

  [[nodiscard]] QSize sizeHint() const override { return {360, 320}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 180}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Axis {
    double low = 0;
    double high = 1;
    std::vector<double> ticks;
  };
  [[nodiscard]] static Axis axisFor(double low, double high);
  [[nodiscard]] QRectF plotArea() const;
  void paintAxes(class QPainter& painter, const QRectF& area) const;
  [[nodiscard]] QString inWords(int point) const;

  QString m_title;
  QString m_xTitle;
  QString m_yTitle;
  Line m_line;
  std::vector<QPointF> m_points;
  int m_hidden = 0;
  int m_current = -1;  ///< the point that the keyboard is at
  Axis m_x;
  Axis m_y;
};

}  // namespace lockstep::ui

// A chart that a person can walk about in. Qt Charts draws its ground, grid and axes; the curves are an image that a worker thread
// renders and this view lays into the plot area: moved and stretched at once, replaced when the new one arrives.
#pragma once

#include <QChartView>
#include <QElapsedTimer>
#include <QImage>
#include <QTimer>
#include <functional>
#include <optional>

#include "ui/charts/ChartSurface.h"
#include "ui/charts/CurveRenderer.h"
#include "ui/widgets/Background.h"
#include "ui/widgets/Theme.h"

class QCategoryAxis;

namespace lockstep::ui {

class ChartGroup;

/// Wheel zooms x, Ctrl+wheel y, dragging a box zooms into it, the middle button pans, a double click or Home shows everything;
/// arrows pan, + and − zoom x, with Ctrl y, Shift+arrows move the crosshair from point to point.
class CurveChart : public QChartView, public ChartSurface {
  Q_OBJECT

 public:
  CurveChart(const QString& title, Unit unit, QWidget* parent = nullptr);

  [[nodiscard]] QWidget* widget() override { return this; }
  void setCurves(Curves curves) override;
  void setAxes(XAxis x, bool logarithmic) override;
  void setSmoothed(bool smoothed) override;
  void refresh() override;
  void fit() override;
  [[nodiscard]] QImage image(QSize size, qreal ratio) override;
  [[nodiscard]] QByteArray svg(QSize size) override;

  /// Says so where there is nothing to see yet.
  void setLoading(bool loading);
  /// Charts of one group show the crosshair at the same place. Outlives the chart.
  void setGroup(ChartGroup& group);
  [[nodiscard]] const Curves& curves() const { return m_curves; }
  [[nodiscard]] const QString& title() const { return m_title; }
  [[nodiscard]] const QRectF& view() const { return m_view; }
  void setView(const QRectF& view);
  [[nodiscard]] bool isFollowing() const { return m_follows; }
  /// Where the plot area stands in the widget.
  [[nodiscard]] QRectF plotArea() const;
  /// Whether the picture shows the view as it is now.
  [[nodiscard]] bool isRefined() const { return !m_image.isNull() && m_imageView == m_view && !m_stale; }
  /// What the crosshair says: the step, then name and value of each curve; empty when it is elsewhere.
  [[nodiscard]] QStringList readout() const;
  /// By its ending a PNG or an SVG. Returns why not; empty when it is written.
  [[nodiscard]] QString saveTo(const QString& path);

 signals:
  void said(lockstep::ui::Tone tone, const QString& text);

 protected:
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Rendered {
    QImage image;
    QRectF view;
  };
  struct Reading {
    const Curve* curve;
    std::int64_t step;
    double value;
    double drawn;  ///< the running mean, where that is drawn
    double x;
    double deviation = 0;  ///< of a mean over seeds
  };
  // CurveChart.cpp
  void addActions();
  [[nodiscard]] bool isEmpty() const;
  [[nodiscard]] QRectF everything() const;
  void layOut();
  [[nodiscard]] Ticks ticksThatFit(double room, double least, const std::function<double(const Tick&)>& size, const std::function<Ticks(int)>& make) const;
  void applyAxes();
  void applyColours();
  void applyTicks(QCategoryAxis& axis, const Ticks& ticks, Ticks& shown, double from, double to);
  [[nodiscard]] ChartFrame frame(QSizeF size, qreal ratio) const;
  void render();
  void startRendering();
  void describe();
  // CurveChartPainting.cpp
  int paintLegend(QPainter* painter, double width) const;
  void drawState(QPainter& painter, const QRectF& plot) const;
  void drawCrosshair(QPainter& painter, const QRectF& plot) const;
  void drawReadout(QPainter& painter, const std::vector<Reading>& found) const;
  [[nodiscard]] QRectF readoutBox(const QStringList& lines) const;
  void updateCrosshair();
  [[nodiscard]] QStringList wordsOf(const std::vector<Reading>& found) const;
  [[nodiscard]] QStringList shownWordsOf(const std::vector<Reading>& found) const;
  [[nodiscard]] std::vector<Reading> readings() const;
  [[nodiscard]] QString valueText(const Reading& reading) const;
  [[nodiscard]] std::int64_t hiddenValues() const;
  // CurveChartInput.cpp
  [[nodiscard]] QPointF toData(const QPointF& position) const;
  [[nodiscard]] QPointF toWidget(const QPointF& data) const;
  void zoom(bool vertical, double factor, const QPointF& around);
  void pan(double right, double up);
  void moveCursor(int points);
  [[nodiscard]] double snapped(double x) const;
  // CurveChartExport.cpp
  void exportTo(QPainter& painter, QSize size);
  void copyImage();
  void copySvg();
  void save();
  void showTable();

  QString m_title;
  Unit m_unit;
  Curves m_curves;
  XAxis m_x = XAxis::step;
  bool m_logarithmic = false;
  bool m_smoothed = false;
  bool m_follows = true;
  bool m_loading = false;
  bool m_exporting = false;  ///< curves are drawn as vectors
  QRectF m_view{0, 0, 1, 1};
  QCategoryAxis* m_xAxis;
  QCategoryAxis* m_yAxis;
  Ticks m_xTicks;
  Ticks m_yTicks;
  double m_labelWidth = 0;  ///< of the y axis; grows only, until fit()
  ChartGroup* m_group = nullptr;
  QRect m_crosshairArea;  ///< where the crosshair was painted
  std::optional<QPointF> m_pointer;
  std::optional<QPointF> m_boxStart;
  std::optional<QPointF> m_panStart;
  QImage m_image;
  QRectF m_imageView;
  bool m_stale = true;
  QTimer m_renderTimer;
  QElapsedTimer m_sinceRender;
  Background<Rendered> m_renderer;  // last: its end drops what would come for the others
};

}  // namespace lockstep::ui

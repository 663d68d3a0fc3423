// What the chart shows and when it is rendered; see CurveChartPainting, CurveChartInput and CurveChartExport for the rest of it.
#include "ui/charts/CurveChart.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <algorithm>
#include <cmath>

#include "ui/charts/ChartGroup.h"
#include "ui/widgets/Format.h"

namespace lockstep::ui {

namespace {

constexpr int renderMs = 33;     // no more than 30 pictures a second
constexpr double margin = 0.05;  // above and below the curves
constexpr double sideMargin = 0.012;
constexpr double leastLabels = 40;

}  // namespace

CurveChart::CurveChart(const QString& title, Unit unit, QWidget* parent)
    : QChartView(parent), m_title(title), m_unit(unit), m_xAxis(new QCategoryAxis(this)), m_yAxis(new QCategoryAxis(this)) {
  setMinimumSize(26 * gridStep, 20 * gridStep);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(title);
  setViewportUpdateMode(QGraphicsView::MinimalViewportUpdate);
  chart()->setBackgroundVisible(false);
  chart()->setMargins({0, 0, 0, 0});
  chart()->legend()->hide();
  auto* frame = new QLineSeries(this);  // Qt Charts draws axes for a series only; this one stays empty
  chart()->addSeries(frame);
  for (QCategoryAxis* axis : {m_xAxis, m_yAxis}) {
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setTruncateLabels(false);
    chart()->addAxis(axis, axis == m_xAxis ? Qt::AlignBottom : Qt::AlignLeft);
    frame->attachAxis(axis);
  }
  m_renderTimer.setSingleShot(true);
  connect(&m_renderTimer, &QTimer::timeout, this, &CurveChart::startRendering);
  addActions();
  applyColours();
}

void CurveChart::setGroup(ChartGroup& group) {
  m_group = &group;
  connect(&group, &ChartGroup::moved, this, &CurveChart::updateCrosshair);
}

void CurveChart::setCurves(Curves curves) {
  m_curves = std::move(curves);
  layOut();
  refresh();
}

void CurveChart::setAxes(XAxis x, bool logarithmic) {
  if (x == m_x && logarithmic == m_logarithmic) return;
  // Where a person has zoomed in means nothing on another axis.
  m_x = x;
  m_logarithmic = logarithmic;
  m_image = {};
  fit();
}

void CurveChart::setSmoothed(bool smoothed) {
  if (std::exchange(m_smoothed, smoothed) != smoothed) render();
}

void CurveChart::setLoading(bool loading) {
  if (std::exchange(m_loading, loading) != loading) viewport()->update();
}

void CurveChart::refresh() {
  if (m_follows) {
    setView(everything());
  } else {
    render();
  }
  describe();
  viewport()->update();
}

void CurveChart::fit() {
  m_follows = true;
  setView(everything());
}

bool CurveChart::isEmpty() const {
  bool empty = true;
  for (const Curve& curve : m_curves) readCurve(curve, m_x, [&](const LiveSeries&, const XScale&) { empty = false; });
  return empty;
}

QRectF CurveChart::everything() const {
  const std::optional<QRectF> bounds = boundsOf(m_curves, m_x, m_logarithmic);
  if (!bounds) return {0, 0, 1, 1};
  QRectF all = *bounds;
  if (m_group != nullptr && m_group->reach()) {
    all.setLeft(std::min(all.left(), m_group->reach()->first));
    all.setRight(std::max(all.right(), m_group->reach()->second));
  }
  const double least = m_logarithmic ? 0.1 : std::max(std::abs(all.top()) * 1e-6, 1e-12);
  if (!(all.height() > least)) all.adjust(0, -std::max(least, std::abs(all.top()) * 0.05), 0, std::max(least, std::abs(all.top()) * 0.05));
  if (!(all.width() > 0)) all.adjust(-0.5, 0, 0.5, 0);
  return all.adjusted(-sideMargin * all.width(), -margin * all.height(), sideMargin * all.width(), margin * all.height());
}

void CurveChart::setView(const QRectF& view) {
  if (!(view.width() > 0) || !(view.height() > 0) || !std::isfinite(view.width() + view.height() + view.x() + view.y())) return;
  if (view == m_view && m_xTicks.empty() == isEmpty()) {
    render();
    return;
  }
  m_view = view;
  applyAxes();
  render();
  viewport()->update();
}

QRectF CurveChart::plotArea() const { return chart()->plotArea(); }

/// The plot area is ours to place: the labels' widths must not move it while a person pans.
void CurveChart::layOut() {
  const QFontMetricsF metrics(font());
  const double left = std::max(leastLabels, m_labelWidth) + 1.5 * gridStep;
  const double top = gridStep + paintLegend(nullptr, width() - 2.0 * gridStep) * (metrics.height() + gridStep / 2.0) + gridStep / 2.0;
  const QRectF plot(left, top, width() - left - 2 * gridStep, height() - top - metrics.height() - 1.5 * gridStep);
  if (plot.width() < 1 || plot.height() < 1 || plot == plotArea()) return;
  chart()->setPlotArea(plot);
  // Qt Charts leaves the axes where they were until something else about them changes.
  chart()->layout()->invalidate();
  chart()->layout()->activate();
}

void CurveChart::applyTicks(QCategoryAxis& axis, const Ticks& ticks, Ticks& shown, double from, double to) {
  const bool anew = ticks != shown;
  if (anew) {
    shown = ticks;
    const QSignalBlocker quiet(axis);  // one change for the drawing, below, not one a label
    for (const QString& label : axis.categoriesLabels()) axis.remove(label);
    // Qt Charts marks the start of the first category too: outside, where it isn't seen.
    axis.setStartValue(ticks.empty() ? from - (to - from) : ticks.front().at - 2 * (to - from));
    for (const Tick& tick : ticks) axis.append(tick.label, tick.at);
  }
  axis.setRange(from, to);
  if (anew) emit axis.categoriesChanged();
}

/// As many marks as have room: their labels get longer with the numbers, so that it takes a few looks.
Ticks CurveChart::ticksThatFit(double room, double least, const std::function<double(const Tick&)>& size, const std::function<Ticks(int)>& make) const {
  if (isEmpty()) return {};
  Ticks ticks;
  for (int most = std::max(2, static_cast<int>(room / least)); most >= 1; --most) {
    ticks = make(most);
    double largest = 0;
    for (const Tick& tick : ticks) largest = std::max(largest, size(tick));
    if (largest * static_cast<double>(ticks.size()) <= room) break;
  }
  return ticks;
}

void CurveChart::applyAxes() {
  const QFontMetricsF metrics(font());
  layOut();
  const Ticks y = ticksThatFit(plotArea().height(), metrics.height(), [&](const Tick&) { return 2.4 * metrics.height(); }, [this](int most) {
    return m_logarithmic ? logTicks(m_view.top(), m_view.bottom(), most, m_unit) : linearTicks(m_view.top(), m_view.bottom(), most, m_unit);
  });
  if (m_follows) m_labelWidth = 0;
  for (const Tick& tick : y) m_labelWidth = std::max(m_labelWidth, metrics.horizontalAdvance(tick.label));
  layOut();
  const Ticks x = ticksThatFit(plotArea().width(), 30, [&](const Tick& tick) { return metrics.horizontalAdvance(tick.label) + 2 * gridStep; }, [this](int most) {
    return m_x == XAxis::time ? timeTicks(m_view.left(), m_view.right(), most) : linearTicks(m_view.left(), m_view.right(), most);
  });
  for (QCategoryAxis* axis : {m_xAxis, m_yAxis}) axis->setVisible(!isEmpty());
  applyTicks(*m_xAxis, x, m_xTicks, m_view.left(), m_view.right());
  applyTicks(*m_yAxis, y, m_yTicks, m_view.top(), m_view.bottom());
}

void CurveChart::applyColours() {
  setBackgroundBrush(palette().color(QPalette::Base));
  QColor grid = palette().color(QPalette::Text);
  grid.setAlphaF(0.1F);
  for (QCategoryAxis* axis : {m_xAxis, m_yAxis}) {
    axis->setLabelsFont(font());
    axis->setLabelsColor(palette().color(QPalette::PlaceholderText));
    axis->setGridLineColor(grid);
    axis->setLinePenColor(palette().color(QPalette::Mid));
  }
}

ChartFrame CurveChart::frame(QSizeF size, qreal ratio) const { return {m_view, m_x, m_logarithmic, m_smoothed, size, ratio, isDark(palette())}; }

void CurveChart::render() {
  m_stale = true;
  if (!isVisible() || m_renderer.isRunning() || m_renderTimer.isActive()) return;
  const qint64 since = m_sinceRender.isValid() ? m_sinceRender.elapsed() : renderMs;
  if (since >= renderMs) {
    startRendering();
  } else {
    m_renderTimer.start(renderMs - static_cast<int>(since));
  }
}

void CurveChart::startRendering() {
  const QSizeF size = plotArea().size();
  if (size.width() < 1 || size.height() < 1) return;
  m_stale = false;
  m_sinceRender.start();
  m_renderer.start(
      [curves = m_curves, shown = frame(size, devicePixelRatioF())](const std::stop_token&) {
        QImage image((shown.size * shown.ratio).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(shown.ratio);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        paintCurves(painter, curves, shown);
        painter.end();
        return Rendered{image, shown.view};
      },
      [this](const Background<Rendered>::Outcome& outcome) {
        if (outcome.value) {
          m_image = outcome.value->image;
          m_imageView = outcome.value->view;
          viewport()->update();
        }
        if (m_stale) render();
      });
}

/// For who can't see the curves: what each has come to.
void CurveChart::describe() {
  QStringList parts;
  for (const Curve& curve : m_curves) {
    readCurve(curve, XAxis::step, [&](const LiveSeries& series, const XScale& scale) {
      const std::size_t last = series.size() - 1;
      parts << tr("%1: %2 at step %3").arg(curve.name, shortNumber(series.values()[last]), count(scale.step(last)));
    });
  }
  setAccessibleDescription(parts.isEmpty() ? tr("no values yet") : parts.join(QStringLiteral("; ")));
}

}  // namespace lockstep::ui

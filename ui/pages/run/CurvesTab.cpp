#include "ui/pages/run/CurvesTab.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSettings>
#include <QSignalBlocker>
#include <QSlider>
#include <QStandardItemModel>
#include <algorithm>

#include "ui/charts/ChartGroup.h"
#include "ui/charts/CurveChart.h"
#include "ui/charts/SeriesFeed.h"
#include "ui/widgets/MessageBar.h"

namespace lockstep::ui {

namespace {

constexpr int spans = 12;          // columns of the grid, that rows of 1, 2, 3 and 4 charts share
constexpr int largeWidth = 400;    // pixels that a chart needs at least
constexpr int smallWidth = 232;
constexpr double usualSmoothing = 0.6;

}  // namespace

CurvesTab::CurvesTab(SeriesFeed& feed, QWidget* parent) : QWidget(parent), m_feed(feed), m_group(new ChartGroup(this)), m_bar(new MessageBar(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, gridStep, 0, 0);
  layout->setSpacing(gridStep);
  layout->addWidget(buildControls());
  layout->addWidget(m_bar);
  m_scroll = new QScrollArea(this);
  m_scroll->setObjectName(QStringLiteral("charts"));
  m_scroll->setAccessibleName(tr("Charts"));
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  auto* inside = new QWidget(m_scroll);
  m_grid = new QGridLayout(inside);
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setSpacing(gridStep);
  m_scroll->setWidget(inside);
  m_scroll->viewport()->installEventFilter(this);
  layout->addWidget(m_scroll, 1);
  connect(&feed, &SeriesFeed::changed, this, &CurvesTab::receive);
  connect(&feed, &SeriesFeed::failed, this, [this](const QString& message) { m_bar->say(Tone::bad, tr("The curves can not be read: %1").arg(message)); });
  plan();
  smoothBy(usualSmoothing);
  setStepsPerEpoch(0);
}

QWidget* CurvesTab::buildControls() {
  auto* controls = new QWidget(this);
  auto* row = new QHBoxLayout(controls);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(gridStep);
  m_xAxis = new QComboBox(controls);
  m_xAxis->setObjectName(QStringLiteral("xAxis"));
  m_xAxis->addItem(tr("step"), static_cast<int>(XAxis::step));
  m_xAxis->addItem(tr("epoch"), static_cast<int>(XAxis::epoch));
  m_xAxis->addItem(tr("time"), static_cast<int>(XAxis::time));
  m_xAxis->setToolTip(tr("What the charts' horizontal axis counts. Time is that spent on the run, without the nights between its attempts."));
  m_smoothing = new QSlider(Qt::Horizontal, controls);
  m_smoothing->setObjectName(QStringLiteral("smoothing"));
  m_smoothing->setRange(0, 99);
  m_smoothing->setFixedWidth(18 * gridStep);
  m_smoothing->setAccessibleName(tr("Smoothing"));
  m_smoothingValue = new QDoubleSpinBox(controls);
  m_smoothingValue->setObjectName(QStringLiteral("smoothingValue"));
  m_smoothingValue->setRange(0, 0.999);
  m_smoothingValue->setDecimals(3);
  m_smoothingValue->setSingleStep(0.05);
  m_smoothingValue->setAccessibleName(tr("Smoothing, as a number"));
  for (QWidget* widget : {static_cast<QWidget*>(m_smoothing), static_cast<QWidget*>(m_smoothingValue)})
    widget->setToolTip(tr("How much of the running mean is kept at each step; 0 shows the values as they are."));
  m_logY = new QCheckBox(tr("&Logarithmic"), controls);
  m_logY->setObjectName(QStringLiteral("logY"));
  m_logY->setToolTip(tr("Loss, learning rate and gradient norm on a logarithmic axis"));
  const auto label = [&](const QString& text, QWidget* buddy) {
    auto* made = new QLabel(text, controls);
    made->setBuddy(buddy);
    buddy->setAccessibleName(buddy->accessibleName().isEmpty() ? QString(text).remove(QLatin1Char('&')) : buddy->accessibleName());
    row->addWidget(made);
  };
  row->addStretch(1);
  label(tr("&Horizontal axis"), m_xAxis);
  row->addWidget(m_xAxis);
  row->addSpacing(2 * gridStep);
  label(tr("S&moothing"), m_smoothing);
  row->addWidget(m_smoothing);
  row->addWidget(m_smoothingValue);
  row->addSpacing(2 * gridStep);
  row->addWidget(m_logY);
  connect(m_xAxis, &QComboBox::currentIndexChanged, this, &CurvesTab::applyAxes);
  connect(m_logY, &QCheckBox::toggled, this, &CurvesTab::applyAxes);
  connect(m_smoothing, &QSlider::valueChanged, this, [this](int value) { smoothBy(value / 100.0); });
  connect(m_smoothingValue, &QDoubleSpinBox::valueChanged, this, &CurvesTab::smoothBy);
  return controls;
}

void CurvesTab::smoothBy(double weight) {
  const QSignalBlocker slider(m_smoothing), number(m_smoothingValue);
  m_smoothing->setValue(qRound(weight * 100));
  m_smoothingValue->setValue(weight);
  m_feed.setSmoothing(weight);
  for (CurveChart* chart : m_charts) chart->setSmoothed(weight > 0);
}

/// The same step stands at the same place in all charts.
void CurvesTab::findReach() {
  std::optional<std::pair<double, double>> reach;
  for (const CurveChart* chart : m_charts) {
    const auto bounds = boundsOf(chart->curves(), static_cast<XAxis>(m_xAxis->currentData().toInt()), false);
    if (!bounds) continue;
    reach = reach ? std::pair(std::min(reach->first, bounds->left()), std::max(reach->second, bounds->right())) : std::pair(bounds->left(), bounds->right());
  }
  m_group->setReach(reach);
}

void CurvesTab::applyAxes() {
  const auto x = static_cast<XAxis>(m_xAxis->currentData().toInt());
  findReach();
  m_group->setCursor({});
  for (std::size_t i = 0; i < m_charts.size(); ++i) m_charts[i]->setAxes(x, m_logY->isChecked() && m_plan[i].maybeLogarithmic);
}

void CurvesTab::setStepsPerEpoch(double steps) {
  m_feed.store()->setStepsPerEpoch(steps);
  // Where epochs are not known, that choice says so.
  auto* choices = qobject_cast<QStandardItemModel*>(m_xAxis->model());
  QStandardItem* epoch = choices->item(static_cast<int>(XAxis::epoch));
  epoch->setEnabled(steps > 0);
  epoch->setToolTip(steps > 0 ? QString() : tr("The run has not told yet how many steps an epoch has."));
  if (static_cast<XAxis>(m_xAxis->currentData().toInt()) != XAxis::epoch) return;
  findReach();
  for (CurveChart* chart : m_charts) chart->refresh();
}

void CurvesTab::receive() {
  m_bar->clear();
  plan();
  findReach();
  for (CurveChart* chart : m_charts) {
    chart->setLoading(false);
    chart->refresh();
  }
}

void CurvesTab::plan() {
  std::vector<std::string> keys;
  m_feed.store()->read([&](const SeriesStore::Content& content) {
    for (const auto& [key, series] : content.series)
      if (series.size() > 0) keys.push_back(key);
  });
  std::vector<PlannedChart> planned = planCharts(keys);
  if (planned == m_plan) return;
  // Charts that are there already stay, with where a person has walked to in them.
  std::vector<CurveChart*> before = std::move(m_charts);
  m_charts.clear();
  m_plan = std::move(planned);
  for (const PlannedChart& one : m_plan) {
    const auto found = std::find_if(before.begin(), before.end(), [&](const CurveChart* chart) { return chart->objectName() == QStringLiteral("chart-") + QString::fromStdString(one.id); });
    if (found != before.end()) {
      m_charts.push_back(*found);
      before.erase(found);
    } else {
      addChart(one);
    }
    Curves curves;
    for (const PlannedCurve& curve : one.curves) curves.push_back({m_feed.store(), curve.key, curve.name, curve.number, curve.dots});
    m_charts.back()->setCurves(std::move(curves));
  }
  qDeleteAll(before);
  m_placed.clear();
  applyAxes();
  place();
}

void CurvesTab::addChart(const PlannedChart& planned) {
  auto* chart = new CurveChart(planned.title, planned.unit, m_scroll->widget());
  chart->setObjectName(QStringLiteral("chart-") + QString::fromStdString(planned.id));
  chart->setGroup(*m_group);
  chart->setLoading(!m_feed.store()->isLoaded());
  chart->setSmoothed(m_smoothingValue->value() > 0);
  connect(chart, &CurveChart::said, this, &CurvesTab::said);
  m_charts.push_back(chart);
}

/// As many beside each other as the width has room for: the large ones above.
void CurvesTab::place() {
  const int width = std::max(m_scroll->viewport()->width(), smallWidth);
  std::vector<int> placed{width / largeWidth, width / smallWidth};
  if (std::exchange(m_placed, placed) == placed) return;
  while (m_grid->count() > 0) delete m_grid->takeAt(0);
  for (int row = 0; row < m_grid->rowCount(); ++row) m_grid->setRowStretch(row, 0);
  int row = 0;
  for (const bool large : {true, false}) {
    std::vector<CurveChart*> group;
    for (std::size_t i = 0; i < m_charts.size(); ++i)
      if (m_plan[i].large == large) group.push_back(m_charts[i]);
    const auto number = static_cast<int>(group.size());
    int across = std::clamp(width / (large ? largeWidth : smallWidth), 1, std::clamp(number, 1, 4));
    const int rows = (number + across - 1) / across;
    if (rows > 0) across = (number + rows - 1) / rows;  // even rows
    for (int i = 0; i < number; ++i) {
      const int span = spans / std::max(1, across);
      m_grid->addWidget(group[static_cast<std::size_t>(i)], row + i / across, i % across * span, 1, span);
      m_grid->setRowStretch(row + i / across, large ? 3 : 2);
    }
    row += rows;
  }
  for (int column = 0; column < spans; ++column) m_grid->setColumnStretch(column, 1);
}

/// The viewport's own size: a tab that is shown for the first time is resized before it.
bool CurvesTab::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) place();
  return QWidget::eventFilter(watched, event);
}

void CurvesTab::saveState(QSettings& settings) const {
  settings.setValue(QStringLiteral("run/xAxis"), m_xAxis->currentIndex());
  settings.setValue(QStringLiteral("run/smoothing"), m_smoothingValue->value());
  settings.setValue(QStringLiteral("run/logY"), m_logY->isChecked());
}

void CurvesTab::restoreState(QSettings& settings) {
  m_xAxis->setCurrentIndex(settings.value(QStringLiteral("run/xAxis"), 0).toInt());
  smoothBy(settings.value(QStringLiteral("run/smoothing"), usualSmoothing).toDouble());
  m_logY->setChecked(settings.value(QStringLiteral("run/logY"), false).toBool());
}

}  // namespace lockstep::ui

#include "ui/pages/runs/RunPreview.h"

#include <QBoxLayout>
#include <QLabel>
#include <algorithm>

#include "ui/charts/ChartGroup.h"
#include "ui/charts/CurveChart.h"
#include "ui/charts/SeriesFeed.h"
#include "ui/project/ProjectFeed.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

// More curves than this can't be told from each other in so small a chart.
constexpr std::size_t mostRuns = 6;
constexpr int pauseMs = 150;
constexpr double smoothing = 0.6;

}  // namespace

RunPreview::RunPreview(ProjectFeed& feed, QWidget* parent)
    : QWidget(parent), m_feed(feed), m_group(new ChartGroup(this)), m_hint(new QLabel(this)), m_charts(new QWidget(this)) {
  setObjectName(QStringLiteral("runPreview"));
  setMinimumHeight(20 * gridStep);
  auto* charts = new QHBoxLayout(m_charts);
  charts->setContentsMargins(0, 0, 0, 0);
  charts->setSpacing(2 * gridStep);
  m_loss = addChart("train/loss", QStringLiteral("previewLoss"));
  m_loss->setSmoothed(true);
  m_hint->setObjectName(QStringLiteral("previewHint"));
  m_hint->setForegroundRole(QPalette::PlaceholderText);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, gridStep, 0, 0);
  layout->setSpacing(gridStep / 2);
  layout->addWidget(m_hint);
  layout->addWidget(m_charts, 1);
  m_pause.setSingleShot(true);
  m_pause.setInterval(pauseMs);
  connect(&m_pause, &QTimer::timeout, this, &RunPreview::follow);
  setRuns({});
}

RunPreview::~RunPreview() = default;

CurveChart* RunPreview::addChart(const std::string& key, const QString& name) {
  auto* chart = new CurveChart(QString::fromStdString(key), Unit::number, m_charts);
  chart->setObjectName(name);
  chart->setGroup(*m_group);
  connect(chart, &CurveChart::said, this, &RunPreview::said);
  m_charts->layout()->addWidget(chart);
  return chart;
}

std::vector<std::string> RunPreview::drawn() const {
  std::vector<std::string> ids;
  for (const std::string& id : m_ids) {
    if (ids.size() < mostRuns && m_feed.run(id) != nullptr) ids.push_back(id);
  }
  return ids;
}

QStringList RunPreview::drawnRuns() const {
  QStringList names;
  for (const auto& [id, series] : m_series) names << QString::fromStdString(id);
  return names;
}

void RunPreview::setRuns(const std::vector<std::string>& ids) {
  m_ids = ids;
  const int left = static_cast<int>(ids.size()) - static_cast<int>(mostRuns);
  m_hint->setText(left > 0 ? tr("%n more of the selected runs are not drawn.", nullptr, left) : tr("Select runs to see their curves here."));
  m_hint->setVisible(ids.empty() || left > 0);
  m_hint->setAlignment(ids.empty() ? Qt::AlignCenter : Qt::AlignLeft);
  m_charts->setVisible(!ids.empty());
  m_pause.start();
}

void RunPreview::refresh() {
  for (const auto& [id, series] : m_series) {
    const tracking::RunSummary* run = m_feed.run(id);
    series->setLive(run != nullptr && tracking::is_live(run->status));
  }
  // A name or the first validation may have come.
  if (!m_pause.isActive()) showCurves();
}

void RunPreview::follow() {
  if (!isVisible()) return;
  const std::vector<std::string> ids = drawn();
  std::erase_if(m_series, [&](const auto& entry) { return std::find(ids.begin(), ids.end(), entry.first) == ids.end(); });
  for (const std::string& id : ids) {
    if (!m_series.contains(id)) addFeed(id);
  }
  showCurves();
}

void RunPreview::addFeed(const std::string& id) {
  auto series = std::make_unique<SeriesFeed>(m_feed.project().run_folder(id));
  connect(series.get(), &SeriesFeed::changed, this, [this] {
    m_loss->refresh();
    if (m_validation != nullptr) m_validation->refresh();
  });
  const tracking::RunSummary* run = m_feed.run(id);
  series->setSmoothing(smoothing);
  series->setLive(run != nullptr && tracking::is_live(run->status));
  series->setWatched(true);
  m_series.emplace(id, std::move(series));
}

std::string RunPreview::validationKey() const {
  for (const char* key : {"val/accuracy", "val/r2"}) {
    for (const auto& [id, series] : m_series) {
      const tracking::RunSummary* run = m_feed.run(id);
      if (run != nullptr && run->metric(key) != nullptr) return key;
    }
  }
  return "val/loss";
}

void RunPreview::showCurves() {
  const std::string key = validationKey();
  Curves loss, validation;
  QString shown = QString::fromStdString(key);
  for (const std::string& id : drawn()) {
    const auto series = m_series.find(id);
    if (series == m_series.end()) continue;
    const QString name = QString::fromStdString(m_feed.run(id)->name);
    const int number = static_cast<int>(loss.size());
    loss.push_back({.store = series->second->store(), .key = "train/loss", .name = name, .number = number});
    validation.push_back({.store = series->second->store(), .key = key, .name = name, .number = number, .dots = true});
    shown += QLatin1Char('\n') + QString::fromStdString(id) + name;
  }
  if (std::exchange(m_shown, shown) == shown) return;
  m_loss->setCurves(std::move(loss));
  if (m_validation == nullptr || m_validation->title().toStdString() != key) {
    delete m_validation;
    m_validation = addChart(key, QStringLiteral("previewValidation"));
  }
  m_validation->setCurves(std::move(validation));
}

void RunPreview::watch() {
  for (const auto& [id, series] : m_series) series->setWatched(isVisible());
}

void RunPreview::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  watch();
  follow();
}

void RunPreview::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  watch();
}

}  // namespace lockstep::ui

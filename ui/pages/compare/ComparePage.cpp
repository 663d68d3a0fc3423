#include "ui/pages/compare/ComparePage.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <array>

#include "ui/charts/ChartGroup.h"
#include "ui/charts/CurveChart.h"
#include "ui/charts/SeedBand.h"
#include "ui/charts/SeriesFeed.h"
#include "ui/pages/compare/CodeDifference.h"
#include "ui/pages/report/ReportDialog.h"
#include "ui/pages/results/CodeView.h"
#include "ui/pages/results/TableSupport.h"
#include "ui/project/ProjectFeed.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/EmptyState.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

constexpr qint64 recomputeMs = 2000;
constexpr int bandMs = 300;
double stepsPerEpoch(const tracking::Project& project, const std::string& run) {
  const auto initial = QJsonDocument::fromJson(QByteArray::fromStdString(project.document(run, "initial.json").value_or("")));
  return initial.object()[QStringLiteral("steps_per_epoch")].toDouble();
}

const std::array chartKeys{"train/loss", "val/loss", "val/accuracy", "learning_rate"};

}  // namespace

ComparePage::ComparePage(PageContext context, QWidget* parent)
    : Page(parent), m_context(context), m_group(new ChartGroup(this)), m_differences(new DifferenceModel(this)), m_metrics(new ComparedMetricModel(this)), m_matrix(new MatrixModel(this)) {
  setObjectName(QStringLiteral("comparePage"));
  build();
  addActions();
  connect(&m_context.feed, &ProjectFeed::runsChanged, this, &ComparePage::runsChanged);
  setRuns({});
}

ComparePage::~ComparePage() = default;

void ComparePage::build() {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_stack = new QStackedWidget(this);
  layout->addWidget(m_stack);
  m_empty = new EmptyState(QStringLiteral("chart"), tr("Nothing to compare yet"), tr("Check two or more runs in the list of runs with Space, then come back."), m_stack);
  m_empty->addButton(*ui::addAction(*this, QStringLiteral("compareChoose"), tr("Choose runs"), Qt::CTRL | Qt::SHIFT | Qt::Key_A, [this] { emit runsOpened(); }));
  m_stack->addWidget(m_empty);

  auto* content = new QWidget(m_stack);
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(2 * gridStep, gridStep, 2 * gridStep, gridStep);
  rows->setSpacing(gridStep);
  m_why = new QLabel(content);
  m_why->setObjectName(QStringLiteral("compareWhy"));
  m_why->setWordWrap(true);
  m_why->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  QFont large = m_why->font();
  large.setPointSizeF(large.pointSizeF() * 1.2);
  m_why->setFont(large);
  auto* top = new QHBoxLayout;
  top->addWidget(m_why, 1);
  QAction* report = ui::addAction(*this, QStringLiteral("compareReport"), tr("Report"), Qt::CTRL | Qt::ALT | Qt::Key_R, [this] {
    if (m_ids.size() >= 2) openReport(m_context, m_ids, this);
  });
  top->addWidget(buttonFor(*report, content, QStringLiteral("file")), 0, Qt::AlignTop);
  rows->addLayout(top);
  auto* halves = new QSplitter(Qt::Vertical, content);
  halves->setObjectName(QStringLiteral("compareHalves"));
  halves->addWidget(buildCurves());
  halves->addWidget(buildTables());
  halves->setChildrenCollapsible(false);
  rows->addWidget(halves, 1);
  m_stack->addWidget(content);
}

QWidget* ComparePage::buildCurves() {
  auto* part = new QWidget(this);
  auto* columns = new QHBoxLayout(part);
  columns->setContentsMargins(0, 0, 0, 0);
  auto* side = new QVBoxLayout;
  m_legend = new QListWidget(part);
  m_legend->setObjectName(QStringLiteral("compareLegend"));
  m_legend->setAccessibleName(tr("The compared runs; the first is the baseline"));
  m_legend->setMaximumWidth(30 * gridStep);
  m_legend->setContextMenuPolicy(Qt::ActionsContextMenu);
  side->addWidget(m_legend, 1);
  m_axis = new QComboBox(part);
  m_axis->setObjectName(QStringLiteral("compareAxis"));
  m_axis->setAccessibleName(tr("The charts' horizontal axis"));
  m_axis->addItems({tr("by step"), tr("by epoch"), tr("by time")});
  side->addWidget(m_axis);
  m_bands = new QCheckBox(tr("Band over seeds"), part);
  m_bands->setObjectName(QStringLiteral("compareBands"));
  side->addWidget(m_bands);
  connect(m_bands, &QCheckBox::toggled, this, [this] {
    computeBands();
    showCurves();
  });
  m_bandTimer.setSingleShot(true);
  connect(&m_bandTimer, &QTimer::timeout, this, &ComparePage::computeBands);
  columns->addLayout(side);
  auto* grid = new QGridLayout;
  const std::array titles{std::pair{tr("Loss, training"), Unit::number}, std::pair{tr("Loss, validation"), Unit::number}, std::pair{tr("Accuracy, validation"), Unit::number}, std::pair{tr("Learning rate"), Unit::number}};
  for (std::size_t i = 0; i < titles.size(); ++i) {
    auto* chart = new CurveChart(titles[i].first, titles[i].second, part);
    chart->setObjectName(QStringLiteral("compareChart%1").arg(i));
    chart->setGroup(*m_group);
    connect(chart, &CurveChart::said, this, &Page::said);
    grid->addWidget(chart, static_cast<int>(i / 2), static_cast<int>(i % 2));
    m_charts.push_back(chart);
  }
  columns->addLayout(grid, 1);
  connect(m_axis, &QComboBox::currentIndexChanged, this, [this](int axis) {
    for (CurveChart* chart : m_charts) chart->setAxes(static_cast<XAxis>(axis), false);
  });
  connect(m_legend, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) { emit runOpened(item->data(Qt::UserRole).toString()); });
  return part;
}

QWidget* ComparePage::buildTables() {
  m_tabs = new QTabWidget(this);
  m_tabs->setObjectName(QStringLiteral("compareTabs"));
  const auto table = [this](QAbstractItemModel* model, const QString& name, const QString& accessible, const QString& copy) {
    auto* view = new QTableView(m_tabs);
    view->setModel(model);
    prepareView(*view, name, accessible);
    prepareRows(*view);
    addCopyAction(*view, copy, tr("Copy the table"));
    view->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    return view;
  };
  const auto beside = [this](QWidget* view, QLabel*& label, const QString& name) {
    auto* tab = new QWidget(m_tabs);
    auto* rows = new QVBoxLayout(tab);
    rows->setContentsMargins(0, gridStep, 0, 0);
    label = new QLabel(tab);
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    rows->addWidget(label);
    rows->addWidget(view, 1);
    return tab;
  };
  m_tabs->addTab(beside(table(m_differences, QStringLiteral("compareDifferences"), tr("What differs"), QStringLiteral("compareCopyDifferences")), m_same, QStringLiteral("compareSame")), tr("What differs"));
  m_tabs->addTab(beside(table(m_metrics, QStringLiteral("compareMetrics"), tr("Metrics"), QStringLiteral("compareCopyMetrics")), m_significance, QStringLiteral("compareSignificance")), tr("Metrics"));
  m_matrixView = table(m_matrix, QStringLiteral("compareMatrix"), tr("Which runs share what"), QStringLiteral("compareCopyMatrix"));
  m_tabs->addTab(beside(m_matrixView, m_cell, QStringLiteral("compareCell")), tr("Reproducibility matrix"));
  connect(m_matrixView->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    const QString told = m_matrix->difference(index);
    m_cell->setText(told.isEmpty() ? tr("The same as the first run's.") : told);
  });

  m_code = new CodeView(CodeView::Language::patch, m_tabs);
  m_code->setObjectName(QStringLiteral("compareCode"));
  m_code->setAccessibleName(tr("How the code differs"));
  m_tabs->addTab(m_code, tr("Code"));
  auto* patches = new QSplitter(m_tabs);
  m_patchBefore = new CodeView(CodeView::Language::patch, patches);
  m_patchBefore->setObjectName(QStringLiteral("comparePatchBefore"));
  m_patchBefore->setAccessibleName(tr("Uncommitted changes of the first run"));
  m_patchAfter = new CodeView(CodeView::Language::patch, patches);
  m_patchAfter->setObjectName(QStringLiteral("comparePatchAfter"));
  m_patchAfter->setAccessibleName(tr("Uncommitted changes of the second run"));
  m_tabs->addTab(patches, tr("Uncommitted changes"));
  return m_tabs;
}

void ComparePage::addActions() {
  const auto add = [this](const char* name, const QString& words, const QKeySequence& key, void (ComparePage::*act)()) {
    m_legend->addAction(ui::addAction(*this, QString::fromLatin1(name), words, key, [this, act] { (this->*act)(); }));
  };
  add("compareBaseline", tr("Make it the baseline"), Qt::CTRL | Qt::Key_B, &ComparePage::makeBaseline);
  add("compareTakeOut", tr("Take it out of the comparison"), Qt::Key_Delete, &ComparePage::takeOut);
}

void ComparePage::setRuns(const QStringList& ids) {
  if (ids == m_ids && m_comparison) return;
  m_ids = ids;
  m_comparison.reset();
  m_work.cancel();
  openFeeds();
  showLegend();
  if (m_ids.size() < 2 || m_ids.size() > static_cast<int>(tracking::most_compared)) {
    if (m_ids.size() > 2) m_empty->setTexts(tr("Too many runs"), tr("At most %n run(s) can be compared at once.", nullptr, static_cast<int>(tracking::most_compared)));
    else m_empty->setTexts(tr("Nothing to compare yet"), tr("Check two or more runs in the list of runs with Space, then come back."));
    m_stack->setCurrentIndex(0);
    return;
  }
  m_stack->setCurrentIndex(1);
  m_why->setText(tr("Comparing…"));
  compute();
}

void ComparePage::compute() {
  m_stale = !isVisible();
  if (m_stale || m_ids.size() < 2) return;
  m_computed.start();
  std::vector<std::string> ids;
  for (const QString& id : m_ids) ids.push_back(id.toStdString());
  m_work.start(
      [folder = m_context.feed.folder(), ids](const std::stop_token&) {
        const tracking::Project project(folder);
        Computed out;
        out.comparison = std::make_shared<const tracking::Comparison>(tracking::compare_runs(project, ids));
        for (const std::string& id : ids) out.stepsPerEpoch.push_back(stepsPerEpoch(project, id));
        return out;
      },
      [this](const Background<Computed>::Outcome& outcome) {
        if (outcome.value) showComparison(*outcome.value);
        else m_why->setText(tr("The runs can't be compared: %1").arg(text(outcome.error)));
      });
}

void ComparePage::showComparison(const Computed& computed) {
  const SharedComparison& comparison = computed.comparison;
  m_comparison = comparison;
  for (std::size_t i = 0; i < m_feeds.size(); ++i) m_feeds[i]->store()->setStepsPerEpoch(computed.stepsPerEpoch[i]);
  showBandChoice();
  computeBands();
  showCurves();
  m_why->setText(text(comparison->why));
  m_why->setAccessibleName(m_why->text());
  m_differences->setComparison(comparison);
  m_metrics->setComparison(comparison);
  m_matrix->setComparison(comparison);
  for (QTableView* view : findChildren<QTableView*>()) view->resizeColumnsToContents();
  const int differing = m_differences->rowCount();
  m_same->setText(differing == 0 ? tr("Config, data, seeds, code and environment are the same.") : tr("%n setting(s) or record(s) differ; what is the same is left out.", nullptr, differing));
  m_cell->setText(tr("Equal letters and colours in a column mean the same thing. Choose a cell to see what it has that the first run's has not."));
  showSignificance();
  showPatches();
}

void ComparePage::showSignificance() {
  QStringList lines;
  for (const tracking::GroupDifference& one : m_comparison->significance) {
    const bool clear = one.interval.p_value < 0.05;
    lines << (clear ? tr("%1 differs between the configs: %2 (95 % interval %3 to %4, p = %5), over %6 and %7 seeds") : tr("%1: no clear difference between the configs: %2 (95 % interval %3 to %4, p = %5), over %6 and %7 seeds"))
                 .arg(QString::fromStdString(one.metric), shortNumber(one.interval.difference), shortNumber(one.interval.low), shortNumber(one.interval.high), shortNumber(one.interval.p_value))
                 .arg(one.before.count)
                 .arg(one.after.count);
  }
  m_significance->setText(lines.isEmpty() ? tr("Bold is the best of a row. Runs of two configs with several seeds each would say how sure a difference is.") : lines.join(QLatin1Char('\n')));
}

void ComparePage::showPatches() {
  const auto shown = [this](CodeView& view, const std::string& patch) { view.setCode(patch.empty() ? tr("No uncommitted changes were recorded.") : QString::fromStdString(patch)); };
  for (const int fromEnd : {1, 2}) m_tabs->setTabVisible(m_tabs->count() - fromEnd, m_ids.size() == 2);
  if (m_ids.size() != 2) return;
  m_code->setCode(codeDifference(*m_comparison));
  shown(*m_patchBefore, m_comparison->patch_before);
  shown(*m_patchAfter, m_comparison->patch_after);
}

void ComparePage::openFeeds() {
  for (CurveChart* chart : m_charts) chart->setCurves({});
  m_feeds.clear();
  m_bandWork.cancel();
  m_bandStores.clear();
  showBandChoice();
  if (m_ids.size() > static_cast<int>(tracking::most_compared)) return;
  for (const QString& id : m_ids) {
    m_feeds.push_back(std::make_unique<SeriesFeed>(m_context.feed.project().run_folder(id.toStdString())));
    connect(m_feeds.back().get(), &SeriesFeed::changed, this, &ComparePage::curvesChanged);
  }
  showCurves();
  watch();
}

void ComparePage::showBandChoice() {
  const bool possible = m_comparison && !m_comparison->groups.empty();
  m_bands->setEnabled(possible);
  m_bands->setToolTip(possible ? tr("Runs of one config under several seeds as one curve: their mean, with one standard deviation to either side. Over time it stands where the first of them was.")
                               : tr("Needs two runs of the same config and data under different seeds: lockstep train … --seeds 5."));
}

void ComparePage::curvesChanged() {
  for (CurveChart* chart : m_charts) chart->refresh();
  if (showsBands() && !m_bandTimer.isActive()) m_bandTimer.start(bandMs);
}

bool ComparePage::showsBands() const { return m_bands->isChecked() && m_comparison && !m_comparison->groups.empty() && m_comparison->runs.size() == m_feeds.size(); }

void ComparePage::computeBands() {
  if (!showsBands()) return;
  std::vector<std::vector<std::shared_ptr<const SeriesStore>>> groups;
  m_bandStores.resize(m_comparison->groups.size());
  for (std::size_t i = 0; i < m_comparison->groups.size(); ++i) {
    if (!m_bandStores[i]) m_bandStores[i] = std::make_shared<SeriesStore>();
    auto& stores = groups.emplace_back();
    for (const std::size_t run : m_comparison->groups[i].runs) stores.push_back(m_feeds[run]->store());
    m_bandStores[i]->setStepsPerEpoch(stores.front()->stepsPerEpoch());
  }
  m_bandWork.start(
      [groups](const std::stop_token& stop) {
        std::vector<SeriesStore::Content> out;
        for (const auto& runs : groups) out.push_back(seedBands(runs, {chartKeys.begin(), chartKeys.end()}, stop));
        return out;
      },
      [this](Background<std::vector<SeriesStore::Content>>::Outcome outcome) {
        if (!outcome.value || outcome.value->size() != m_bandStores.size()) return;
        for (std::size_t i = 0; i < m_bandStores.size(); ++i) m_bandStores[i]->replace(std::move((*outcome.value)[i]));
        for (CurveChart* chart : m_charts) chart->refresh();
      });
}

void ComparePage::showCurves() {
  const auto nameOf = [this](std::size_t run) {
    const QString& id = m_ids[static_cast<qsizetype>(run)];
    const auto* summary = m_context.feed.run(id.toStdString());
    return summary != nullptr ? QString::fromStdString(summary->name) : id;
  };
  const bool bands = showsBands() && m_bandStores.size() == m_comparison->groups.size();
  for (std::size_t i = 0; i < m_charts.size(); ++i) {
    const bool dots = !isEveryStep(chartKeys[i]);
    std::vector<bool> shown(m_feeds.size(), false);
    Curves curves;
    for (std::size_t group = 0; bands && group < m_bandStores.size(); ++group) {
      const std::vector<std::size_t>& runs = m_comparison->groups[group].runs;
      for (const std::size_t run : runs) shown[run] = true;
      const auto count = static_cast<int>(runs.size());
      curves.push_back({m_bandStores[group], chartKeys[i], tr("%1, %n seeds", nullptr, count).arg(nameOf(runs.front())), static_cast<int>(runs.front()), dots, count});
    }
    for (std::size_t run = 0; run < m_feeds.size(); ++run) {
      if (!shown[run]) curves.push_back({m_feeds[run]->store(), chartKeys[i], nameOf(run), static_cast<int>(run), dots});
    }
    m_charts[i]->setCurves(std::move(curves));
  }
}

void ComparePage::watch() {
  for (std::size_t i = 0; i < m_feeds.size(); ++i) {
    const auto* summary = m_context.feed.run(m_ids[static_cast<qsizetype>(i)].toStdString());
    m_feeds[i]->setLive(summary != nullptr && tracking::is_live(summary->status));
    m_feeds[i]->setWatched(isVisible());
  }
}

void ComparePage::showLegend() {
  m_legend->clear();
  for (qsizetype i = 0; i < m_ids.size(); ++i) {
    const auto* summary = m_context.feed.run(m_ids[i].toStdString());
    const QString name = summary != nullptr ? QString::fromStdString(summary->name) : m_ids[i];
    auto* item = new QListWidgetItem(i == 0 ? tr("%1 (baseline)").arg(name) : name, m_legend);
    item->setData(Qt::UserRole, m_ids[i]);
    item->setToolTip(m_ids[i]);
    QPixmap patch(2 * gridStep, 2 * gridStep);
    patch.fill(curveColour(static_cast<int>(i), isDark(palette())));
    item->setIcon(patch);
  }
}

void ComparePage::makeBaseline() {
  const int row = m_legend->currentRow();
  if (row <= 0) return;
  QStringList ids = m_ids;
  ids.move(row, 0);
  setRuns(ids);
  emit runsChosen(m_ids);
}

void ComparePage::takeOut() {
  const int row = m_legend->currentRow();
  if (row < 0) return;
  QStringList ids = m_ids;
  ids.removeAt(row);
  setRuns(ids);
  emit runsChosen(m_ids);
}

void ComparePage::runsChanged() {
  watch();
  const bool live = std::any_of(m_ids.begin(), m_ids.end(), [this](const QString& id) {
    const auto* run = m_context.feed.run(id.toStdString());
    return run != nullptr && tracking::is_live(run->status);
  });
  const bool ended = m_comparison && std::any_of(m_comparison->runs.begin(), m_comparison->runs.end(), [this](const auto& before) {
    const auto* run = m_context.feed.run(before.id);
    return run != nullptr && run->status != before.status;
  });
  if (ended || (live && (!m_computed.isValid() || m_computed.elapsed() > recomputeMs) && !m_work.isRunning())) compute();
}

void ComparePage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  watch();
  if (m_stale) compute();
}

void ComparePage::hideEvent(QHideEvent* event) {
  Page::hideEvent(event);
  watch();
}

void ComparePage::takeFocus() {
  if (m_ids.size() >= 2) m_legend->setFocus();
  else setFocus();
}

void ComparePage::saveState(QSettings& settings) const {
  settings.setValue(QStringLiteral("compare/axis"), m_axis->currentIndex());
  settings.setValue(QStringLiteral("compare/bands"), m_bands->isChecked());
  settings.setValue(QStringLiteral("compare/tab"), m_tabs->currentIndex());
  settings.setValue(QStringLiteral("compare/halves"), findChild<QSplitter*>(QStringLiteral("compareHalves"))->saveState());
}

void ComparePage::restoreState(QSettings& settings) {
  m_bands->setChecked(settings.value(QStringLiteral("compare/bands"), false).toBool());
  m_axis->setCurrentIndex(settings.value(QStringLiteral("compare/axis"), 0).toInt());
  m_tabs->setCurrentIndex(settings.value(QStringLiteral("compare/tab"), 0).toInt());
  findChild<QSplitter*>(QStringLiteral("compareHalves"))->restoreState(settings.value(QStringLiteral("compare/halves")).toByteArray());
}

}  // namespace lockstep::ui

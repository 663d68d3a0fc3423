#include "ui/pages/runs/RunsPage.h"

#include <QAction>
#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>

#include "ui/models/RunFilterModel.h"
#include "ui/models/RunTableModel.h"
#include "ui/pages/runs/FilterBar.h"
#include "ui/pages/runs/PinnedColumns.h"
#include "ui/pages/runs/RunColumns.h"
#include "ui/pages/runs/RunDetails.h"
#include "ui/pages/runs/RunPreview.h"
#include "ui/pages/runs/RunTableView.h"
#include "ui/pages/runs/RunsPageActions.h"
#include "ui/pages/runs/TrashView.h"
#include "ui/project/ProjectFeed.h"
#include "ui/project/Sessions.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/EmptyState.h"
#include "ui/widgets/Format.h"
#include "ui/widgets/MessageBar.h"

namespace lockstep::ui {

namespace {

constexpr int clockMs = 30000;

/// Of an action that is on or off.
QPushButton* switchFor(QAction& action, QWidget* parent, const QString& iconName) {
  QPushButton* button = buttonFor(action, parent, iconName);
  button->setCheckable(true);
  button->setChecked(action.isChecked());
  QObject::connect(&action, &QAction::toggled, button, &QPushButton::setChecked);
  return button;
}

}  // namespace

RunsPage::RunsPage(PageContext context, QWidget* parent)
    : Page(parent),
      m_context(context),
      m_runs(new RunTableModel(RunTableModel::givenColumns(), this)),
      m_shown(new RunFilterModel(*m_runs, this)),
      m_facts(context.feed.folder(), [this](const RunFactsReader::Batch& batch) {
        m_table->keepPlace([&] { m_runs->setFacts(batch); });
        m_filter->checkKeys();
        showCounts();
      }),
      m_actions(std::make_unique<Actions>()) {
  setObjectName(QStringLiteral("runsPage"));
  m_runs->setRename([this](const std::string& id, const QString& name) { return m_context.feed.edit(id, {.name = name.toStdString()}); });
  buildTable();
  addActions();
  build();
  connectParts();
  m_table->sortByColumn(m_runs->columnOf(RunColumn::started), Qt::DescendingOrder);
  showRuns();
}

RunsPage::~RunsPage() {
  // The parts tell of their end: the table of its selection, the notes of what they save at last.
  m_table->selectionModel()->disconnect(this);
  m_context.feed.disconnect(this);
}

void RunsPage::buildTable() {
  m_table = new RunTableView(*m_shown, this);
  m_table->setObjectName(QStringLiteral("runs"));
  m_table->setAccessibleName(tr("Runs"));
  m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
  m_columns = new RunColumns(*m_runs, *m_shown, *m_table);
  m_filter = new FilterBar(*m_runs, this);
}

QWidget* RunsPage::buildHeader() {
  auto* header = new QWidget(this);
  auto* title = new QLabel(tr("Runs"), header);
  QFont big = title->font();
  big.setPointSizeF(big.pointSizeF() * 1.3);
  title->setFont(big);
  m_count = new QLabel(header);
  m_count->setObjectName(QStringLiteral("runCount"));
  m_count->setForegroundRole(QPalette::PlaceholderText);
  m_checked = new QLabel(header);
  m_checked->setObjectName(QStringLiteral("checkedCount"));
  m_columnsButton = buttonFor(*m_actions->columns, header, QStringLiteral("columns"));
  auto* layout = new QHBoxLayout(header);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(gridStep);
  layout->addWidget(title);
  layout->addWidget(m_count);
  layout->addSpacing(gridStep);
  layout->addWidget(m_filter->line(), 1);
  layout->addStretch(0);
  layout->addWidget(m_checked);
  layout->addWidget(buttonFor(*m_actions->uncheckAll, header));
  layout->addWidget(m_columnsButton);
  layout->addWidget(switchFor(*m_actions->details, header, QStringLiteral("tag")));
  layout->addWidget(buttonFor(*m_actions->showTrash, header, QStringLiteral("trash")));
  return header;
}

void RunsPage::build() {
  m_bar = new MessageBar(this);
  m_noRuns = new EmptyState(QStringLiteral("runs"), tr("No runs yet"),
                            tr("Here every run of the project will stand: its curves, its metrics, and the exact config, code and data that it came from."), this);
  m_noRuns->setObjectName(QStringLiteral("noRuns"));
  m_noRuns->addButton(*m_actions->example);
  m_noRuns->addButton(*m_actions->config);
  m_noMatch = new EmptyState(QStringLiteral("search"), tr("No run matches the filter"), {}, this);
  m_noMatch->setObjectName(QStringLiteral("noMatch"));
  m_noMatch->addButton(*m_actions->clearFilter);
  m_tableStack = new QStackedWidget(this);
  m_tableStack->addWidget(m_table);
  m_tableStack->addWidget(m_noMatch);
  m_details = new RunDetails(m_context.feed, this);
  m_details->hide();
  m_preview = new RunPreview(m_context.feed, this);
  m_sides = new QSplitter(Qt::Horizontal, this);
  m_sides->addWidget(m_tableStack);
  m_sides->addWidget(m_details);
  m_sides->setStretchFactor(0, 1);
  m_sides->setChildrenCollapsible(false);
  m_rows = new QSplitter(Qt::Vertical, this);
  m_rows->addWidget(m_sides);
  m_rows->addWidget(m_preview);
  m_rows->setStretchFactor(0, 1);
  m_rows->setSizes({60 * gridStep, 26 * gridStep});
  m_rows->setChildrenCollapsible(false);

  m_home = new QWidget(this);
  auto* home = new QVBoxLayout(m_home);
  home->setContentsMargins(0, 0, 0, 0);
  home->setSpacing(gridStep);
  home->addWidget(buildHeader());
  home->addWidget(m_filter);
  home->addWidget(m_rows, 1);
  m_trash = new TrashView(m_context.feed, this);
  m_stack = new QStackedWidget(this);
  m_stack->addWidget(m_home);
  m_stack->addWidget(m_noRuns);
  m_stack->addWidget(m_trash);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2 * gridStep, 2 * gridStep, 2 * gridStep, gridStep);
  layout->setSpacing(gridStep);
  layout->addWidget(m_bar);
  layout->addWidget(m_stack, 1);
  setTabOrder(m_filter->line(), m_table);
}

void RunsPage::connectParts() {
  connect(&m_context.feed, &ProjectFeed::runsChanged, this, &RunsPage::showRuns);
  connect(&m_context.sessions, &Sessions::drifted, this, &RunsPage::resumeDrifted);
  connect(m_filter, &FilterBar::filterChanged, this, [this](const RunFilter& filter) {
    m_shown->setFilter(filter);
    m_table->ensureSelection();
    m_table->scrollTo(m_table->currentIndex());
    showPart();
    showCounts();
  });
  connect(m_filter, &FilterBar::left, m_table, qOverload<>(&QWidget::setFocus));
  connect(m_table, &RunTableView::typed, m_filter, &FilterBar::type);
  connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
    if (m_runs->column(index.column()).kind() != RunColumn::checked) openCurrent();
  });
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::selectionChanged);
  connect(m_runs, &RunTableModel::checkedChanged, this, [this] {
    showCounts();
    emit checkedChanged(checkedRuns());
  });
  connect(m_details, &RunDetails::failed, this, [this](const QString& message) { m_bar->say(Tone::bad, message); });
  connect(m_preview, &RunPreview::said, m_bar, [this](Tone tone, const QString& words) { m_bar->say(tone, words); });
  connect(m_trash, &TrashView::left, this, [this] { showTrash(false); });
  connect(m_trash, &TrashView::said, m_bar, [this](Tone tone, const QString& words) { m_bar->say(tone, words); });
  connect(m_trash, &TrashView::restored, this, [this](int runs) { m_bar->say(Tone::good, tr("%n run(s) put back", nullptr, runs)); });
  connect(&m_clock, &QTimer::timeout, this, [this] { m_table->viewport()->update(); });
  m_clock.start(clockMs);
}

void RunsPage::showRuns() {
  const int before = m_runs->rowCount();
  m_table->keepPlace([this] { m_runs->setRuns(m_context.feed.runs()); });
  // The keyboard has a place as soon as there is a row.
  if (!m_table->currentIndex().isValid()) m_table->ensureSelection();
  m_facts.want(m_context.feed.runs());
  m_filter->checkKeys();
  m_details->refresh();
  m_preview->refresh();
  // Another window may have moved runs to the trash, or back.
  if (before != m_runs->rowCount() && m_trash->isVisible()) m_trash->refresh();
  showPart();
  showCounts();
  updateActions();
}

void RunsPage::showPart() {
  const bool inTrash = m_actions->showTrash->isChecked();
  const bool none = m_runs->rowCount() == 0;
  m_stack->setCurrentWidget(inTrash ? static_cast<QWidget*>(m_trash) : none ? static_cast<QWidget*>(m_noRuns) : m_home);
  m_tableStack->setCurrentWidget(m_shown->rowCount() == 0 && !none ? static_cast<QWidget*>(m_noMatch) : m_table);
  m_actions->example->setVisible(none && !inTrash);
  m_actions->config->setVisible(none && !inTrash);
}

void RunsPage::showCounts() {
  const int all = m_runs->rowCount(), shown = m_shown->rowCount();
  m_count->setText(m_shown->filter().isEmpty() ? count(all) : tr("%1 of %2").arg(count(shown), count(all)));
  m_count->setAccessibleName(tr("%1 of %2 runs are shown").arg(count(shown), count(all)));
  m_noMatch->setTexts(tr("No run matches the filter"), tr("None of the %n run(s) fits “%1”.", nullptr, all).arg(m_filter->text()));
  const int checked = static_cast<int>(m_runs->checkedRuns().size());
  m_checked->setText(tr("☑ %n checked", nullptr, checked));
  m_checked->setVisible(checked > 0);
  m_actions->uncheckAll->setVisible(checked > 0);
  m_actions->clearFilter->setVisible(!m_filter->text().isEmpty());
}

void RunsPage::selectionChanged() {
  const std::vector<std::string> ids = selected();
  m_details->setRuns(ids);
  m_preview->setRuns(ids);
  updateActions();
}

std::vector<std::string> RunsPage::selected() const { return m_table->selectedRuns(); }

std::vector<const tracking::RunSummary*> RunsPage::selectedSummaries() const {
  std::vector<const tracking::RunSummary*> runs;
  for (const std::string& id : selected()) {
    if (const auto* run = m_context.feed.run(id)) runs.push_back(run);
  }
  return runs;
}

void RunsPage::setCheckedRuns(const QStringList& ids) {
  std::vector<std::string> checked;
  for (const QString& id : ids) checked.push_back(id.toStdString());
  std::vector<std::string> unchecked = m_runs->checkedRuns();
  std::erase_if(unchecked, [&](const std::string& id) { return std::find(checked.begin(), checked.end(), id) != checked.end(); });
  m_runs->setChecked(unchecked, false);
  m_runs->setChecked(checked, true);
}

QStringList RunsPage::checkedRuns() const {
  QStringList ids;
  for (const std::string& id : m_runs->checkedRuns()) ids << QString::fromStdString(id);
  return ids;
}

void RunsPage::takeFocus() {
  if (m_stack->currentWidget() == m_trash) {
    m_trash->takeFocus();
  } else if (m_stack->currentWidget() == m_noRuns) {
    m_noRuns->findChild<QPushButton*>(m_actions->example->objectName())->setFocus();
  } else {
    m_table->setFocus();
  }
}

void RunsPage::saveState(QSettings& settings) const {
  settings.setValue(QStringLiteral("runs/columns"), m_columns->save());
  settings.setValue(QStringLiteral("runs/sort"), m_columns->saveSort());
  settings.setValue(QStringLiteral("runs/pinned"), m_table->pinned().count());
  settings.setValue(QStringLiteral("runs/filter"), m_filter->text());
  settings.setValue(QStringLiteral("runs/checked"), checkedRuns());
  settings.setValue(QStringLiteral("runs/details"), m_actions->details->isChecked());
  settings.setValue(QStringLiteral("runs/preview"), m_actions->preview->isChecked());
  settings.setValue(QStringLiteral("runs/sides"), m_sides->saveState());
  settings.setValue(QStringLiteral("runs/rows"), m_rows->saveState());
  const auto ids = selected();
  settings.setValue(QStringLiteral("runs/selected"), ids.empty() ? QString() : QString::fromStdString(ids[0]));
}

void RunsPage::restoreState(QSettings& settings) {
  if (!settings.contains(QStringLiteral("runs/columns"))) return;
  m_columns->restore(settings.value(QStringLiteral("runs/columns")).toStringList());
  m_table->pinned().setCount(settings.value(QStringLiteral("runs/pinned")).toInt());
  m_columns->restoreSort(settings.value(QStringLiteral("runs/sort")).toString());
  m_filter->setText(settings.value(QStringLiteral("runs/filter")).toString());
  std::vector<std::string> checked;
  for (const QString& id : settings.value(QStringLiteral("runs/checked")).toStringList()) checked.push_back(id.toStdString());
  m_runs->setChecked(checked, true);
  m_actions->details->setChecked(settings.value(QStringLiteral("runs/details")).toBool());
  m_actions->preview->setChecked(settings.value(QStringLiteral("runs/preview"), true).toBool());
  m_sides->restoreState(settings.value(QStringLiteral("runs/sides")).toByteArray());
  m_rows->restoreState(settings.value(QStringLiteral("runs/rows")).toByteArray());
  const std::string id = settings.value(QStringLiteral("runs/selected")).toString().toStdString();
  if (!id.empty()) m_table->selectRuns({id});
}

}  // namespace lockstep::ui

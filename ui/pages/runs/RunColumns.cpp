#include "ui/pages/runs/RunColumns.h"

#include <QHeaderView>
#include <QMenu>
#include <algorithm>

#include "ui/models/RunFilterModel.h"
#include "ui/models/RunTableModel.h"
#include "ui/pages/runs/PinnedColumns.h"
#include "ui/pages/runs/RunTableView.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

constexpr int pinnedAtFirst = 3;  // up to the name: whose numbers these are

bool isExtra(const RunColumn& column) { return column.kind() == RunColumn::metric || column.kind() == RunColumn::config; }

bool isShownAtFirst(const RunColumn& column) {
  return !isExtra(column) && column.kind() != RunColumn::tags && column.kind() != RunColumn::notes && column.kind() != RunColumn::id;
}

/// Wide enough for usual texts in the font of the view; a person can change it.
int defaultWidth(const RunColumn& column, const RunTableView& view) {
  const auto letters = [&](int count) { return view.fontMetrics().averageCharWidth() * count + 2 * gridStep; };
  const int header = view.fontMetrics().horizontalAdvance(column.title()) + 3 * gridStep;
  switch (column.kind()) {
    case RunColumn::checked: return 5 * gridStep;
    case RunColumn::status: return std::max(header, letters(15));
    case RunColumn::name: return letters(22);
    case RunColumn::model: return letters(16);
    case RunColumn::data: return letters(18);
    case RunColumn::device: return std::max(header, letters(6));
    case RunColumn::progress: return letters(16);
    case RunColumn::commit: return std::max(header, letters(11));
    case RunColumn::started: return letters(12);
    case RunColumn::tags: return letters(16);
    case RunColumn::notes: return letters(30);
    case RunColumn::id: return letters(22);
    case RunColumn::metric:
    case RunColumn::config: return std::min(header, letters(26));
    default: return std::max(header, letters(8));
  }
}

}  // namespace

RunColumns::RunColumns(RunTableModel& runs, RunFilterModel& shown, RunTableView& view) : QObject(&view), m_runs(runs), m_shown(shown), m_view(view) {
  QHeaderView* header = view.horizontalHeader();
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QHeaderView::customContextMenuRequested, this, [this, header](const QPoint& at) { popUp(header->mapToGlobal(at)); });
  showDefault();
}

bool RunColumns::isShown(const RunColumn& column) const {
  const int at = m_runs.columnOf(column);
  return at >= 0 && !m_view.isColumnHidden(at);
}

void RunColumns::setShown(const RunColumn& column, bool shown) {
  const int at = m_runs.columnOf(column);
  if (isExtra(column)) {
    if (!shown && at >= 0) m_runs.removeColumn(at);
    if (!shown || at >= 0) return;
    m_runs.addColumn(column);
    m_view.setColumnWidth(m_runs.columnOf(column), defaultWidth(column, m_view));
    // Beside the other numbers, not out of sight.
    const int best = m_view.horizontalHeader()->visualIndex(m_runs.columnOf(RunColumn::loss));
    m_view.horizontalHeader()->moveSection(m_view.horizontalHeader()->visualIndex(m_runs.columnOf(column)), best + 1);
    return;
  }
  // Without names nobody knows which run is which.
  if (at >= 0 && column.kind() != RunColumn::name) m_view.setColumnHidden(at, !shown);
}

std::vector<RunColumn> RunColumns::sameColumns() const {
  std::vector<RunColumn> same;
  const int rows = m_shown.rowCount();
  if (rows < 2) return same;
  for (int at = 0; at < m_runs.columnCount(); ++at) {
    const RunColumn& column = m_runs.column(at);
    const auto kind = column.kind();
    if (m_view.isColumnHidden(at) || kind == RunColumn::checked || kind == RunColumn::name || kind == RunColumn::status) continue;
    const QString first = column.exact(m_shown.row(m_shown.index(0, at)));
    int row = 1;
    while (row < rows && column.exact(m_shown.row(m_shown.index(row, at))) == first) ++row;
    if (row == rows) same.push_back(column);
  }
  return same;
}

void RunColumns::hideSame() {
  for (const RunColumn& column : sameColumns()) setShown(column, false);
}

void RunColumns::showDefault() {
  for (int at = m_runs.columnCount() - 1; at >= 0; --at) {
    if (isExtra(m_runs.column(at))) m_runs.removeColumn(at);
  }
  for (int at = 0; at < m_runs.columnCount(); ++at) {
    const RunColumn& column = m_runs.column(at);
    m_view.horizontalHeader()->moveSection(m_view.horizontalHeader()->visualIndex(at), at);
    m_view.setColumnHidden(at, !isShownAtFirst(column));
    m_view.setColumnWidth(at, defaultWidth(column, m_view));
  }
  m_view.pinned().setCount(pinnedAtFirst);
}

void RunColumns::move(int by) {
  QHeaderView* header = m_view.horizontalHeader();
  const int from = header->visualIndex(m_view.currentIndex().column());
  int to = from + by;
  while (from >= 0 && to >= 0 && to < header->count() && header->isSectionHidden(header->logicalIndex(to))) to += by;
  if (from >= 0 && to >= 0 && to < header->count()) header->moveSection(from, to);
}

void RunColumns::togglePinned() {
  const QHeaderView* header = m_view.horizontalHeader();
  const int last = header->visualIndex(m_view.currentIndex().column());
  int shown = 0;
  for (int place = 0; place <= last; ++place) shown += header->isSectionHidden(header->logicalIndex(place)) ? 0 : 1;
  m_view.pinned().setCount(shown == m_view.pinned().count() ? 0 : shown);
}

void RunColumns::sortByCurrent() {
  const int column = m_view.currentIndex().column();
  if (column < 0) return;
  const bool again = m_view.horizontalHeader()->sortIndicatorSection() == column && m_shown.sortOrder() == Qt::AscendingOrder;
  m_view.sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void RunColumns::popUp(const QPoint& at) {
  auto* menu = new QMenu(&m_view);
  menu->setObjectName(QStringLiteral("columnsMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  fill(*menu);
  menu->popup(at);
}

void RunColumns::addTo(QMenu& menu, const RunColumn& column) {
  const QString title = column.kind() == RunColumn::checked ? tr("Checked for comparison") : column.title();
  QAction* action = menu.addAction(title);
  action->setObjectName(column.key());
  action->setCheckable(true);
  action->setChecked(isShown(column));
  action->setEnabled(column.kind() != RunColumn::name);
  connect(action, &QAction::toggled, this, [this, column](bool shown) { setShown(column, shown); });
}

void RunColumns::fill(QMenu& menu) {
  const int same = static_cast<int>(sameColumns().size());
  QAction* hide = menu.addAction(same > 0 ? tr("Hide %n column(s) that are the same for all shown runs", nullptr, same) : tr("No column is the same for all shown runs"));
  hide->setObjectName(QStringLiteral("hideSame"));
  hide->setEnabled(same > 0);
  connect(hide, &QAction::triggered, this, &RunColumns::hideSame);
  menu.addSeparator();
  for (const RunColumn& column : RunTableModel::givenColumns()) addTo(menu, column);
  menu.addSeparator();
  const auto addKeys = [&](const QString& title, const char* name, RunColumn::Kind kind, const auto& keys) {
    QMenu* part = menu.addMenu(title);
    part->setObjectName(QString::fromLatin1(name));
    part->setEnabled(!keys.empty());
    for (const std::string& key : keys) addTo(*part, RunColumn(kind, key));
  };
  addKeys(tr("Metrics"), "metricColumns", RunColumn::metric, m_runs.metricKeys());
  addKeys(tr("Config"), "configColumns", RunColumn::config, m_runs.configKeys());
  menu.addSeparator();
  const bool pinned = m_view.pinned().count() > 0;
  QAction* pin = menu.addAction(pinned ? tr("Unpin the columns") : tr("Pin the columns up to the current one"));
  pin->setObjectName(QStringLiteral("pin"));
  connect(pin, &QAction::triggered, this, [this, pinned] { pinned ? m_view.pinned().setCount(0) : togglePinned(); });
  QAction* reset = menu.addAction(tr("As at first"));
  reset->setObjectName(QStringLiteral("defaultColumns"));
  connect(reset, &QAction::triggered, this, &RunColumns::showDefault);
}

QStringList RunColumns::save() const {
  const QHeaderView* header = m_view.horizontalHeader();
  QStringList lines;
  int last = header->count() - 1;
  while (last > 0 && header->isSectionHidden(header->logicalIndex(last))) --last;
  for (int place = 0; place < header->count(); ++place) {
    const int at = header->logicalIndex(place);
    // A hidden section has no width of its own to tell, and the last one is as wide as there is room.
    const int width = place == last ? std::min(header->sectionSize(at), defaultWidth(m_runs.column(at), m_view)) : header->sectionSize(at);
    lines << QStringLiteral("%1 %2").arg(header->isSectionHidden(at) ? 0 : width).arg(m_runs.column(at).key());
  }
  return lines;
}

void RunColumns::place(const RunColumn& column, int place, int width) {
  if (isExtra(column)) m_runs.addColumn(column);
  const int at = m_runs.columnOf(column);
  if (at < 0) return;
  m_view.horizontalHeader()->moveSection(m_view.horizontalHeader()->visualIndex(at), place);
  m_view.setColumnHidden(at, width <= 0 && column.kind() != RunColumn::name);
  m_view.setColumnWidth(at, width > 0 ? width : defaultWidth(column, m_view));
}

void RunColumns::restore(const QStringList& lines) {
  int next = 0;
  for (const QString& line : lines) {
    const auto blank = line.indexOf(QLatin1Char(' '));
    const auto column = RunColumn::fromKey(line.mid(blank + 1));
    // Written by another version, perhaps.
    if (blank < 0 || !column || (!isExtra(*column) && m_runs.columnOf(*column) < 0)) continue;
    place(*column, next++, line.left(blank).toInt());
  }
}

QString RunColumns::saveSort() const {
  const int column = m_shown.sortColumn();
  if (column < 0) return {};
  return (m_shown.sortOrder() == Qt::AscendingOrder ? QLatin1Char('+') : QLatin1Char('-')) + m_runs.column(column).key();
}

void RunColumns::restoreSort(const QString& line) {
  const auto column = RunColumn::fromKey(line.mid(1));
  const int at = column ? m_runs.columnOf(*column) : -1;
  if (at >= 0) m_view.sortByColumn(at, line.startsWith(QLatin1Char('-')) ? Qt::DescendingOrder : Qt::AscendingOrder);
}

}  // namespace lockstep::ui

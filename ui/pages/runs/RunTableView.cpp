#include "ui/pages/runs/RunTableView.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QProxyStyle>
#include <QScrollBar>
#include <algorithm>
#include <unordered_set>

#include "ui/models/RunFilterModel.h"
#include "ui/models/RunTableModel.h"
#include "ui/pages/runs/PinnedColumns.h"
#include "ui/pages/runs/RunDelegate.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

/// Fusion, as everywhere, with air between the columns.
class TableStyle : public QProxyStyle {
 public:
  TableStyle() : QProxyStyle(QStringLiteral("Fusion")) {}
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
    // A cell's text stands one pixel more to the side than this says.
    if (metric == PM_FocusFrameHMargin) return gridStep - 1;
    if (metric == PM_HeaderMargin) return gridStep - 2;
    return QProxyStyle::pixelMetric(metric, option, widget);
  }
};

}  // namespace

RunTableView::RunTableView(RunFilterModel& runs, QWidget* parent) : QTableView(parent), m_runs(runs) {
  setModel(&runs);
  setItemDelegate(new RunDelegate(this));
  auto* style = new TableStyle;
  style->setParent(this);
  setStyle(style);
  horizontalHeader()->setStyle(style);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setEditTriggers(NoEditTriggers);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollMode(ScrollPerPixel);
  setTabKeyNavigation(false);
  setShowGrid(false);
  setAlternatingRowColors(true);
  setWordWrap(false);
  setCornerButtonEnabled(false);
  setFrameShape(NoFrame);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultSectionSize(std::max(4 * gridStep, fontMetrics().height() + gridStep));
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsMovable(true);
  horizontalHeader()->setStretchLastSection(true);
  horizontalHeader()->setMinimumSectionSize(4 * gridStep);
  horizontalHeader()->setTextElideMode(Qt::ElideRight);
  setSortingEnabled(true);
  m_pinned = new PinnedColumns(*this);
}

std::vector<std::string> RunTableView::selectedRuns() const {
  QModelIndexList rows = selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  std::vector<std::string> ids;
  for (const QModelIndex& row : rows) ids.push_back(m_runs.row(row).run.id);
  return ids;
}

void RunTableView::selectRuns(const std::vector<std::string>& ids) {
  const std::unordered_set<std::string> wanted(ids.begin(), ids.end());
  QItemSelection selection;
  QModelIndex first;
  for (int row = 0; row < m_runs.rowCount(); ++row) {
    const QModelIndex index = m_runs.index(row, std::max(0, horizontalHeader()->logicalIndexAt(0)));
    if (!wanted.contains(m_runs.row(index).run.id)) continue;
    selection.select(index, index);
    if (!first.isValid()) first = index;
  }
  if (first.isValid()) selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
  selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  if (first.isValid()) scrollTo(first);
}

QString RunTableView::selectionAsTsv() const {
  QList<int> columns;
  for (int place = 0; place < horizontalHeader()->count(); ++place) {
    const int column = horizontalHeader()->logicalIndex(place);
    const bool hasText = !model()->headerData(column, Qt::Horizontal, Qt::AccessibleTextRole).isValid();
    if (hasText && !isColumnHidden(column)) columns << column;
  }
  QStringList lines, cells;
  for (const int column : columns) cells << model()->headerData(column, Qt::Horizontal).toString();
  lines << cells.join(QLatin1Char('\t'));
  QModelIndexList rows = selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
  for (const QModelIndex& row : rows) {
    cells.clear();
    for (const int column : columns) cells << row.siblingAtColumn(column).data(RunTableModel::exactRole).toString().simplified();
    lines << cells.join(QLatin1Char('\t'));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void RunTableView::ensureSelection() {
  const int rows = m_runs.rowCount();
  if (rows > 0 && !selectionModel()->hasSelection()) selectOnly(std::clamp(currentIndex().row(), 0, rows - 1));
}

void RunTableView::selectOnly(int row) {
  // Not selectRow(), which does something else while a person holds Ctrl or Shift.
  const int column = currentIndex().isValid() ? currentIndex().column() : std::max(0, horizontalHeader()->logicalIndexAt(0));
  selectionModel()->setCurrentIndex(model()->index(row, column), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RunTableView::keepPlace(const std::function<void()>& change) {
  const bool hadSelection = selectionModel()->hasSelection();
  const int before = verticalScrollBar()->value();
  // What a person looks at: the current row while it is seen, else the topmost one.
  QPersistentModelIndex anchor = currentIndex();
  if (!anchor.isValid() || !viewport()->rect().intersects(visualRect(anchor))) anchor = indexAt({horizontalHeader()->sectionViewportPosition(horizontalHeader()->logicalIndexAt(0)) + 1, 1});
  const int top = anchor.isValid() ? rowViewportPosition(anchor.row()) : 0;
  change();
  if (hadSelection) ensureSelection();
  if (before == 0 || !anchor.isValid()) return;
  const int moved = rowViewportPosition(anchor.row()) - top;
  if (moved != 0) verticalScrollBar()->setValue(verticalScrollBar()->value() + moved);
}

bool RunTableView::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) {
  const bool opened = QTableView::edit(index, trigger, event);
  if (opened && isEditing()) m_runs.setHeld(true);
  return opened;
}

void RunTableView::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
  QTableView::closeEditor(editor, hint);
  m_runs.setHeld(false);
  ensureSelection();
}

void RunTableView::scrollTo(const QModelIndex& index, ScrollHint hint) {
  QTableView::scrollTo(index, hint);
  if (m_pinned == nullptr || !m_pinned->isVisible()) return;
  if (m_pinned->isPinned(index.column())) {
    // To its own place, where it can be edited.
    horizontalScrollBar()->setValue(0);
  } else if (const int hidden = m_pinned->width() - visualRect(index).left(); hidden > 0) {
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - hidden);
  }
}

void RunTableView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  if (m_pinned != nullptr) m_pinned->follow();
}

void RunTableView::updateGeometries() {
  QTableView::updateGeometries();
  if (m_pinned != nullptr) m_pinned->follow();
}

void RunTableView::keyPressEvent(QKeyEvent* event) {
  const bool isText = !event->text().isEmpty() && event->text().at(0).isPrint() && !event->text().at(0).isSpace();
  if (isText && (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) == 0) {
    emit typed(event->text());
    return;
  }
  QTableView::keyPressEvent(event);
}

}  // namespace lockstep::ui

#include "ui/pages/runs/PinnedColumns.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

namespace lockstep::ui {

PinnedColumns::PinnedColumns(QTableView& table) : QTableView(&table), m_table(table) {
  setObjectName(QStringLiteral("pinnedColumns"));
  setModel(table.model());
  setSelectionModel(table.selectionModel());
  setItemDelegate(table.itemDelegate());
  setStyle(table.style());
  horizontalHeader()->setStyle(table.style());
  setSelectionBehavior(table.selectionBehavior());
  setSelectionMode(table.selectionMode());
  setEditTriggers(NoEditTriggers);
  // The keyboard, and who reads the screen aloud, are at the table itself.
  setFocusPolicy(Qt::NoFocus);
  setContextMenuPolicy(Qt::NoContextMenu);
  setAccessibleName(tr("Pinned columns"));
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(table.verticalScrollMode());
  setShowGrid(false);
  setAlternatingRowColors(true);
  setWordWrap(false);
  setFrameShape(NoFrame);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultSectionSize(table.verticalHeader()->defaultSectionSize());
  horizontalHeader()->setSectionsClickable(true);
  horizontalHeader()->setContextMenuPolicy(Qt::NoContextMenu);
  hide();
  QHeaderView* header = table.horizontalHeader();
  for (const auto signal : {&QHeaderView::sectionResized, &QHeaderView::sectionMoved}) connect(header, signal, this, &PinnedColumns::follow);
  connect(header, &QHeaderView::sectionCountChanged, this, &PinnedColumns::follow);
  connect(header, &QHeaderView::sortIndicatorChanged, this, &PinnedColumns::follow);
  connect(table.horizontalScrollBar(), &QScrollBar::valueChanged, this, &PinnedColumns::place);
  connect(table.verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
  connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &PinnedColumns::sort);
  connect(this, &QTableView::doubleClicked, &table, &QTableView::doubleClicked);
}

void PinnedColumns::setCount(int count) {
  m_count = count;
  follow();
}

void PinnedColumns::follow() {
  followHeader();
  place();
}

bool PinnedColumns::isPinned(int column) const { return m_count > 0 && column >= 0 && !isColumnHidden(column); }

void PinnedColumns::followHeader() {
  const QHeaderView* header = m_table.horizontalHeader();
  horizontalHeader()->restoreState(header->saveState());
  horizontalHeader()->setStretchLastSection(false);
  horizontalHeader()->setSectionsMovable(false);
  m_width = 0;
  int shown = 0;
  for (int place = 0; place < header->count(); ++place) {
    const int column = header->logicalIndex(place);
    const bool pinned = !header->isSectionHidden(column) && shown < m_count;
    setColumnHidden(column, !pinned);
    if (!pinned) continue;
    ++shown;
    setColumnWidth(column, header->sectionSize(column));
    m_width += header->sectionSize(column);
  }
}

void PinnedColumns::place() {
  // At their own place they need no copy; and where they would fill the table there is nothing to scroll beside them.
  const bool needed = m_width > 0 && m_table.horizontalScrollBar()->value() > 0 && m_width < m_table.viewport()->width() * 2 / 3;
  const int border = m_table.frameWidth();
  horizontalHeader()->setFixedHeight(m_table.horizontalHeader()->height());
  setGeometry(border, border, m_width, m_table.horizontalHeader()->height() + m_table.viewport()->height());
  setVisible(needed);
  if (needed) verticalScrollBar()->setValue(m_table.verticalScrollBar()->value());
}

void PinnedColumns::sort(int column) {
  const QHeaderView* header = m_table.horizontalHeader();
  const bool again = header->sortIndicatorSection() == column && header->sortIndicatorOrder() == Qt::AscendingOrder;
  m_table.sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void PinnedColumns::mousePressEvent(QMouseEvent* event) {
  // The table need not scroll to a cell that is seen here.
  m_table.setAutoScroll(false);
  QTableView::mousePressEvent(event);
  m_table.setAutoScroll(true);
  m_table.setFocus(Qt::MouseFocusReason);
}

void PinnedColumns::wheelEvent(QWheelEvent* event) { QCoreApplication::sendEvent(m_table.viewport(), event); }

void PinnedColumns::paintEvent(QPaintEvent* event) {
  QTableView::paintEvent(event);
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::Mid));
  painter.drawLine(viewport()->width() - 1, 0, viewport()->width() - 1, viewport()->height());
}

}  // namespace lockstep::ui

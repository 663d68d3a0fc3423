#include "ui/pages/results/TableSupport.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>

#include "ui/models/Cells.h"
#include "ui/widgets/Actions.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

/// Every cell below a parent, depth first.
void collect(const QAbstractItemModel& model, const QModelIndex& parent, QModelIndexList& cells) {
  for (int row = 0; row < model.rowCount(parent); ++row) {
    for (int column = 0; column < model.columnCount(parent); ++column) cells << model.index(row, column, parent);
    collect(model, model.index(row, 0, parent), cells);
  }
}

}  // namespace

void ToneDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  const QVariant tone = index.data(toneRole);
  if (tone.isValid()) option->palette.setColor(QPalette::Text, toneColour(static_cast<Tone>(tone.toInt()), option->palette));
}

QSize ToneDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QSize size = QStyledItemDelegate::sizeHint(option, index);
  return {size.width() + gridStep, std::max(size.height(), option.fontMetrics.height() + gridStep)};
}

QAction* addCopyAction(QAbstractItemView& view, const QString& name, const QString& text) {
  return ui::addAction(view, name, text, QKeySequence::Copy, [&view] {
    QModelIndexList cells = view.selectionModel() != nullptr ? view.selectionModel()->selectedIndexes() : QModelIndexList();
    if (cells.isEmpty() && view.model() != nullptr) collect(*view.model(), {}, cells);
    if (!cells.isEmpty()) QGuiApplication::clipboard()->setText(tabSeparated(cells));
  });
}

void prepareView(QAbstractItemView& view, const QString& name, const QString& accessibleName) {
  view.setObjectName(name);
  view.setAccessibleName(accessibleName);
  view.setItemDelegate(new ToneDelegate(&view));
  view.setEditTriggers(QAbstractItemView::NoEditTriggers);
  view.setSelectionBehavior(QAbstractItemView::SelectRows);
  view.setSelectionMode(QAbstractItemView::ExtendedSelection);
  view.setAlternatingRowColors(true);
  view.setTabKeyNavigation(false);
  view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void prepareRows(QTableView& view) {
  view.setShowGrid(false);
  view.verticalHeader()->hide();
  view.verticalHeader()->setMinimumSectionSize(0);
  view.verticalHeader()->setDefaultSectionSize(view.fontMetrics().height() + gridStep);
}

}  // namespace lockstep::ui

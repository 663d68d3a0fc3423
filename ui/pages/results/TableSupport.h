// What every table and tree of a run's tabs does alike: cells in the colour of their tone, and copying as tab-separated text.
#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;
class QAction;
class QTableView;

namespace lockstep::ui {

/// Paints a cell's text in the colour of its toneRole, in the palette of the moment, with room between rows.
class ToneDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// Copies the selected cells, or all where none is selected, to the clipboard: an action of the view, and Ctrl+C in it.
QAction* addCopyAction(QAbstractItemView& view, const QString& name, const QString& text);
/// The way all views here look and behave.
void prepareView(QAbstractItemView& view, const QString& name, const QString& accessibleName);

/// Of a flat table: no numbers and lines beside the rows, and no more height than they need.
void prepareRows(QTableView& view);

}  // namespace lockstep::ui

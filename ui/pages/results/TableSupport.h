// What every table and tree of a run's tabs does alike: cells in the colour of their tone, and copying as tab-separated text.
#pragma once

#include <QStyledItemDelegate>

class QAbstractItemView;
class QAction;

namespace lockstep::ui {

/// Paints a cell's text in the colour of its toneRole, in the palette of the moment.
class ToneDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// Copies the selected cells, or all where none is selected, to the clipboard: an action of the view, and Ctrl+C in it.
QAction* addCopyAction(QAbstractItemView& view, const QString& name, const QString& text);
/// The way all views here look and behave.
void prepareView(QAbstractItemView& view, const QString& name, const QString& accessibleName);

}  // namespace lockstep::ui

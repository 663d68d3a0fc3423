// Draws the cells of the runs' table: a box to check, the progress of a live run as a bar, the cell that has the keyboard; and edits
// a run's name in its place.
#pragma once

#include <QStyledItemDelegate>

namespace lockstep::ui {

class RunDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit RunDelegate(QObject* parent = nullptr) : QStyledItemDelegate(parent) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index) override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

}  // namespace lockstep::ui

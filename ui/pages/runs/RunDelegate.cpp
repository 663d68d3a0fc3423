#include "ui/pages/runs/RunDelegate.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <algorithm>

#include "ui/models/RunTableModel.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

QColor inkOf(const QStyleOptionViewItem& option) {
  return option.palette.color(option.state.testFlag(QStyle::State_Selected) ? QPalette::HighlightedText : QPalette::Text);
}

void drawBar(QPainter& painter, const QStyleOptionViewItem& option, double fraction) {
  const QColor ink = inkOf(option);
  const QColor bar = option.state.testFlag(QStyle::State_Selected) ? ink : toneColour(Tone::active, option.palette);
  const QRectF cell = QRectF(option.rect).adjusted(gridStep, 0, -gridStep, 0);
  const qreal wordWidth = option.fontMetrics.horizontalAdvance(QStringLiteral("100 %")) + gridStep;
  const QRectF track(cell.left(), cell.center().y() - gridStep / 2.0, cell.width() - wordWidth, gridStep);
  painter.setPen(Qt::NoPen);
  QColor faint = ink;
  faint.setAlphaF(0.16F);
  painter.setBrush(faint);
  painter.drawRoundedRect(track, gridStep / 2.0, gridStep / 2.0);
  painter.setBrush(bar);
  if (fraction > 0) painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(std::max<qreal>(gridStep, track.width() * fraction), track.height())), gridStep / 2.0, gridStep / 2.0);
  painter.setPen(ink);
  painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, option.text);
}

/// The style's own box can't be seen on the dark ground of a table.
void drawBox(QPainter& painter, const QStyleOptionViewItem& option, bool checked) {
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const QColor accent = selected ? inkOf(option) : toneColour(Tone::active, option.palette);
  const QColor frame = selected ? inkOf(option) : toneColour(Tone::quiet, option.palette);
  QRectF box(0, 0, 13, 13);
  box.moveCenter(QRectF(option.rect).center());
  painter.setPen(QPen(checked ? accent : frame, 1.2));
  painter.setBrush(checked ? QBrush(accent) : Qt::NoBrush);
  painter.drawRoundedRect(box, 2, 2);
  if (!checked) return;
  painter.setPen(QPen(selected ? option.palette.color(QPalette::Highlight) : option.palette.color(QPalette::Base), 1.8));
  painter.drawPolyline(QPolygonF{box.topLeft() + QPointF(3, 6.5), box.topLeft() + QPointF(5.5, 9.5), box.topLeft() + QPointF(10, 3.8)});
}

void drawFocus(QPainter& painter, const QStyleOptionViewItem& option) {
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  painter.setPen(QPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Highlight), 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5));
}

}  // namespace

void RunDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  // A coloured word on the colour of a selection could not be read.
  if (option->state.testFlag(QStyle::State_Selected)) option->palette.setColor(QPalette::HighlightedText, QApplication::palette().color(QPalette::HighlightedText));
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const double fraction = index.data(RunTableModel::progressRole).toDouble();
  const QVariant checked = index.data(Qt::CheckStateRole);
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const bool focused = cell.state.testFlag(QStyle::State_HasFocus);
  cell.state.setFlag(QStyle::State_HasFocus, false);
  const QString words = cell.text;
  if (fraction >= 0) cell.text.clear();
  cell.features.setFlag(QStyleOptionViewItem::HasCheckIndicator, false);
  const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, option.widget);
  cell.text = words;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setFont(cell.font);
  if (fraction >= 0) drawBar(*painter, cell, fraction);
  if (checked.isValid()) drawBox(*painter, cell, checked.toInt() == Qt::Checked);
  if (focused) drawFocus(*painter, cell);
  painter->restore();
}

bool RunDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index) {
  const QVariant checked = index.data(Qt::CheckStateRole);
  if (!checked.isValid()) return QStyledItemDelegate::editorEvent(event, model, option, index);
  // The whole cell is the box: it is small.
  if (event->type() == QEvent::MouseButtonRelease && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
    return model->setData(index, checked.toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
  return event->type() == QEvent::MouseButtonDblClick;
}

void RunDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const {
  editor->setGeometry(option.rect.adjusted(gridStep / 2, 2, -gridStep / 2, -2));
}

QWidget* RunDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const {
  auto* editor = new QLineEdit(parent);
  editor->setObjectName(QStringLiteral("renameEditor"));
  editor->setAccessibleName(tr("New name of the run"));
  editor->setFrame(true);
  return editor;
}

void RunDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  // The run goes on while its name is typed.
  if (const auto* line = qobject_cast<QLineEdit*>(editor); line != nullptr && line->isModified()) return;
  QStyledItemDelegate::setEditorData(editor, index);
}

}  // namespace lockstep::ui

#include "ui/pages/runs/RunDelegate.h"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QStyle>

#include "ui/models/RunTableModel.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

void drawBar(QPainter& painter, const QStyleOptionViewItem& option, double fraction) {
  const QRectF frame = QRectF(option.rect).adjusted(gridStep / 2.0, gridStep, -gridStep / 2.0, -gridStep);
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const QColor ink = option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
  const QColor bar = selected ? ink : toneColour(Tone::active, option.palette);
  const qreal wordWidth = option.fontMetrics.horizontalAdvance(QStringLiteral("100 %")) + gridStep / 2.0;
  const QRectF track = frame.adjusted(0, 0, -wordWidth, 0);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  QColor faint = ink;
  faint.setAlphaF(0.16F);
  painter.setBrush(faint);
  painter.drawRoundedRect(track, 3, 3);
  painter.setBrush(bar);
  painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(track.width() * fraction, track.height())), 3, 3);
  painter.setPen(ink);
  painter.drawText(QRectF(option.rect).adjusted(0, 0, -gridStep / 2.0, 0), Qt::AlignRight | Qt::AlignVCenter, option.text);
}

}  // namespace

void RunDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  // A coloured word on the colour of a selection could not be read.
  if (option->state.testFlag(QStyle::State_Selected)) option->palette.setColor(QPalette::HighlightedText, QApplication::palette().color(QPalette::HighlightedText));
}

void RunDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const double fraction = index.data(RunTableModel::progressRole).toDouble();
  if (fraction < 0) {
    QStyledItemDelegate::paint(painter, option, index);
    return;
  }
  QStyleOptionViewItem whole = option;
  initStyleOption(&whole, index);
  QStyleOptionViewItem ground = whole;
  ground.text.clear();
  const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
  painter->save();
  drawBar(*painter, whole, fraction);
  painter->restore();
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  return {size.width() + gridStep, size.height()};
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

#include "ui/pages/new_run/SampleStrip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

#include "ui/widgets/Theme.h"

namespace lockstep::ui {

namespace {

constexpr int side = 6 * gridStep;
constexpr int lines = 2;

}  // namespace

SampleStrip::SampleStrip(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void SampleStrip::setPictures(std::vector<SamplePicture> pictures) {
  m_pictures = std::move(pictures);
  setVisible(!m_pictures.empty());
  update();
}

QSize SampleStrip::sizeHint() const { return {30 * gridStep, lines * (side + fontMetrics().height() + gridStep / 2)}; }

int SampleStrip::shown() const {
  const int each = std::max(1, (width() + gridStep / 2) / (side + gridStep / 2));
  return std::min(static_cast<int>(m_pictures.size()), lines * each);
}

QRect SampleStrip::place(int index) const {
  const int each = std::max(1, (width() + gridStep / 2) / (side + gridStep / 2));
  return {(index % each) * (side + gridStep / 2), (index / each) * (side + fontMetrics().height() + gridStep / 2), side, side};
}

void SampleStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (!isEnabled()) painter.setOpacity(0.4);
  painter.setPen(palette().color(QPalette::PlaceholderText));
  for (int i = 0; i < shown(); ++i) {
    const SamplePicture& one = m_pictures[static_cast<std::size_t>(i)];
    const QRect box = place(i);
    const QSize size = one.image.size().scaled(box.size(), Qt::KeepAspectRatio);
    // Small pictures show their pixels; large ones are smoothed.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, one.image.width() > side);
    painter.drawImage(QRect(box.topLeft() + QPoint((side - size.width()) / 2, (side - size.height()) / 2), size), one.image);
    painter.drawText(QRect(box.left(), box.bottom() + 1, side, fontMetrics().height()), Qt::AlignHCenter, fontMetrics().elidedText(one.label, Qt::ElideRight, side));
  }
}

bool SampleStrip::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    for (int i = 0; i < shown(); ++i) {
      if (place(i).contains(help->pos())) QToolTip::showText(help->globalPos(), m_pictures[static_cast<std::size_t>(i)].label + QLatin1Char('\n') + m_pictures[static_cast<std::size_t>(i)].origin, this);
    }
    return true;
  }
  return QWidget::event(event);
}

}  // namespace lockstep::ui

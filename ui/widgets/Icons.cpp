#include "ui/widgets/Icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace lockstep::ui {

namespace {

class PaletteIcon : public QIconEngine {
 public:
  explicit PaletteIcon(QString name) : m_renderer(std::make_shared<QSvgRenderer>(QStringLiteral(":/icons/%1.svg").arg(name))) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const qreal ratio = painter->device()->devicePixelRatioF();
    QImage image(rect.size() * ratio, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter own(&image);
    m_renderer->render(&own);
    const QPalette palette = QGuiApplication::palette();
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    own.setCompositionMode(QPainter::CompositionMode_SourceIn);
    own.fillRect(image.rect(), palette.color(group, mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText));
    own.end();
    painter->drawImage(rect, image);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  [[nodiscard]] QIconEngine* clone() const override { return new PaletteIcon(*this); }

 private:
  std::shared_ptr<QSvgRenderer> m_renderer;
};

}  // namespace

QIcon icon(const QString& name) { return QIcon(new PaletteIcon(name)); }

}  // namespace lockstep::ui

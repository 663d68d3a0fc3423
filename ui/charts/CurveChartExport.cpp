// A chart taken elsewhere: as a picture, as a drawing, as a table.
#include <QChart>
#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMimeData>
#include <QSaveFile>
#include <QSvgGenerator>

#include "ui/charts/ChartTable.h"
#include "ui/charts/CurveChart.h"
#include "ui/widgets/Actions.h"

namespace lockstep::ui {

namespace {

constexpr qreal pictureRatio = 2;  // sharp on paper and on any screen

}  // namespace

void CurveChart::addActions() {
  ui::addAction(*this, QStringLiteral("chartFit"), tr("Show all of “%1”").arg(m_title), Qt::Key_Home, [this] { fit(); });
  ui::addAction(*this, QStringLiteral("chartTable"), tr("Show “%1” as a table").arg(m_title), Qt::CTRL | Qt::Key_T, [this] { showTable(); });
  ui::addAction(*this, QStringLiteral("chartCopyPng"), tr("Copy “%1” as a PNG picture").arg(m_title), Qt::CTRL | Qt::Key_C, [this] { copyImage(); });
  ui::addAction(*this, QStringLiteral("chartCopySvg"), tr("Copy “%1” as an SVG drawing").arg(m_title), Qt::CTRL | Qt::SHIFT | Qt::Key_C, [this] { copySvg(); });
  ui::addAction(*this, QStringLiteral("chartSave"), tr("Save “%1” as PNG or SVG…").arg(m_title), Qt::CTRL | Qt::SHIFT | Qt::Key_S, [this] { save(); });
}

/// Another chart of that size shows the same, so that this one needs no change.
void CurveChart::exportTo(QPainter& painter, QSize size) {
  CurveChart copy(m_title, m_unit);
  copy.setAttribute(Qt::WA_DontShowOnScreen);
  copy.setPalette(palette());
  copy.m_curves = m_curves;
  copy.m_x = m_x;
  copy.m_logarithmic = m_logarithmic;
  copy.m_smoothed = m_smoothed;
  copy.m_loading = m_loading;
  copy.m_exporting = true;
  copy.resize(size);
  copy.show();
  copy.setView(m_view);
  static_cast<QGraphicsView&>(copy).render(&painter, QRectF(QPointF(0, 0), size), QRect(QPoint(0, 0), size));
}

QImage CurveChart::image(QSize size, qreal ratio) {
  QImage out(size * ratio, QImage::Format_ARGB32_Premultiplied);
  out.setDevicePixelRatio(ratio);
  out.fill(palette().color(QPalette::Base));
  QPainter painter(&out);
  exportTo(painter, size);
  return out;
}

QByteArray CurveChart::svg(QSize size) {
  QByteArray out;
  QBuffer buffer(&out);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(size);
  generator.setViewBox(QRect(QPoint(0, 0), size));
  generator.setTitle(m_title);
  generator.setDescription(accessibleDescription());
  QPainter painter(&generator);
  exportTo(painter, size);
  painter.end();
  return out;
}

void CurveChart::copyImage() {
  QGuiApplication::clipboard()->setImage(image(size(), pictureRatio));
  emit said(Tone::good, tr("The chart “%1” was copied as a PNG picture.").arg(m_title));
}

void CurveChart::copySvg() {
  const QByteArray drawing = svg(size());
  auto* data = new QMimeData;  // the clipboard's
  data->setData(QStringLiteral("image/svg+xml"), drawing);
  data->setText(QString::fromUtf8(drawing));
  QGuiApplication::clipboard()->setMimeData(data);
  emit said(Tone::good, tr("The chart “%1” was copied as an SVG drawing.").arg(m_title));
}

QString CurveChart::saveTo(const QString& path) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return tr("The chart could not be saved as %1: %2").arg(path, file.errorString());
  const bool written = path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive) ? file.write(svg(size())) > 0 : image(size(), pictureRatio).save(&file, "PNG");
  if (!written || !file.commit()) return tr("The chart could not be saved as %1: %2").arg(path, file.errorString());
  return {};
}

void CurveChart::save() {
  auto* dialog = new QFileDialog(this, tr("Save the chart"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setNameFilters({tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)")});
  dialog->setDefaultSuffix(QStringLiteral("png"));
  dialog->selectFile(m_title + QStringLiteral(".png"));
  connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    dialog->setDefaultSuffix(filter.contains(QLatin1String("svg")) ? QStringLiteral("svg") : QStringLiteral("png"));
  });
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
    const QString error = saveTo(path);
    emit said(error.isEmpty() ? Tone::good : Tone::bad, error.isEmpty() ? tr("The chart “%1” was saved as %2.").arg(m_title, path) : error);
  });
  dialog->open();
}

void CurveChart::showTable() {
  auto* table = new ChartTable(m_title, m_curves, this);
  table->setAttribute(Qt::WA_DeleteOnClose);
  table->open();
}

}  // namespace lockstep::ui

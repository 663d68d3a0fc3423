// Printed texts: the sign before a text has its own colour, whatever lay in memory before.
#include <QImage>
#include <QPainter>
#include <QtTest>

#include "ui/report/PdfText.h"

using namespace lockstep::ui;

namespace {

/// Leaves other bytes where the next function's variables will lie.
__attribute__((noinline)) void fillStack(unsigned char byte) {
  volatile unsigned char bytes[16384];
  for (volatile unsigned char& one : bytes) one = byte;
}

__attribute__((noinline)) QImage drawn(const QString& text) {
  QImage image(3000, 400, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  PrintedText(text, printFont(12), 2900, Qt::black, Qt::AlignLeft, Qt::red).draw(painter, {2, 2});
  return image;
}

int redPixels(const QImage& image) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor colour = image.pixelColor(x, y);
      count += colour.red() - colour.green() > 60 ? 1 : 0;
    }
  return count;
}

}  // namespace

class TestPdfText : public QObject {
  Q_OBJECT

 private slots:
  void theSignHasItsColour() {
    const QString text = QStringLiteral("✓ identical");
    const QImage first = drawn(text);
    QVERIFY(redPixels(first) > 3);
    for (const int byte : {0x01, 0x7F, 0xFF, 0x00, 0x30}) {
      fillStack(static_cast<unsigned char>(byte));
      QCOMPARE(drawn(text), first);
    }
  }
};

QTEST_MAIN(TestPdfText)
#include "tst_pdf_text.moc"

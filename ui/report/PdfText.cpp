#include "ui/report/PdfText.h"

#include <QFontMetricsF>
#include <QTextOption>
#include <algorithm>
#include <cmath>

namespace lockstep::ui {

namespace {

constexpr double leading = 1.4;  ///< lines apart, in font sizes: CJK fonts' own is far more

QFont of(const QStringList& families, double size) {
  QFont font;
  font.setFamilies(families);
  font.setPixelSize(static_cast<int>(std::lround(size * point)));
  font.setHintingPreference(QFont::PreferNoHinting);
  // Too little to see, but with it no letters are joined: "finished" should be found by those who search for it.
  font.setLetterSpacing(QFont::AbsoluteSpacing, 1.0 / 64);
  return font;
}

}  // namespace

QFont printFont(double size, bool bold) {
  // Not the Latin of Noto's CJK fonts: their figures are replaced by others that Qt writes no Unicode for.
  QFont font =
      of({QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans")}, size * 0.93);
  font.setBold(bold);
  return font;
}

QFont fixedFont(double size) {
  QFont font = of(
      {QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("Noto Sans CJK SC")},
      size * 0.9);
  font.setStyleHint(QFont::Monospace);
  return font;
}

double textWidth(const QString& text, const QFont& font) {
  return std::ceil(QFontMetricsF(font).horizontalAdvance(text)) + 1;
}

double wordWidth(const QString& text, const QFont& font) {
  double widest = 0;
  const QStringList words = text.split(QLatin1Char(' '));
  for (const QString& word : words) widest = std::max(widest, textWidth(word, font));
  return widest;
}

PrintedText::PrintedText(const QString& text, const QFont& font, double width, QColor colour, Qt::Alignment align,
                         QColor sign)
    : m_layout(std::make_shared<QTextLayout>(QString(text).replace(QLatin1Char('\n'), QChar::LineSeparator), font)),
      m_lineHeight(font.pixelSize() * leading),
      m_colour(colour) {
  QTextOption option(align);
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  m_layout->setTextOption(option);
  if (sign.isValid()) {
    QTextLayout::FormatRange range;
    range.start = 0;  // Qt 6.4 leaves both to chance
    range.length = 1;
    range.format.setForeground(sign);
    m_layout->setFormats({range});
  }
  m_layout->beginLayout();
  for (QTextLine line = m_layout->createLine(); line.isValid(); line = m_layout->createLine()) {
    line.setLineWidth(width);
    // All lines stand on one rhythm, whatever fonts the glyphs come from.
    line.setPosition({0, m_lineHeight * line.lineNumber() + font.pixelSize() * 1.05 - line.ascent()});
  }
  m_layout->endLayout();
}

int PrintedText::lineCount() const { return std::max(1, m_layout->lineCount()); }

void PrintedText::draw(QPainter& painter, QPointF at) const {
  painter.setPen(m_colour);
  m_layout->draw(&painter, at);
}

void PrintedText::drawLine(QPainter& painter, QPointF at, int line) const {
  if (line >= m_layout->lineCount()) return;
  painter.setPen(m_colour);
  m_layout->lineAt(line).draw(&painter, at - QPointF(0, m_lineHeight * line));
}

}  // namespace lockstep::ui

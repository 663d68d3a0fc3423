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
  return font;
}

}  // namespace

QFont printFont(double size, bool bold) {
  QFont font = of({QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")}, size);
  font.setBold(bold);
  return font;
}

QFont fixedFont(double size) {
  QFont font = of({QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("Noto Sans CJK SC")}, size * 0.9);
  font.setStyleHint(QFont::Monospace);
  return font;
}

double textWidth(const QString& text, const QFont& font) { return std::ceil(QFontMetricsF(font).horizontalAdvance(text)) + 1; }

double wordWidth(const QString& text, const QFont& font) {
  double widest = 0;
  const QStringList words = text.split(QLatin1Char(' '));
  for (const QString& word : words) widest = std::max(widest, textWidth(word, font));
  return widest;
}

PrintedText::PrintedText(const QString& text, const QFont& font, double width, QColor colour, Qt::Alignment align)
    : m_layout(std::make_shared<QTextLayout>(QString(text).replace(QLatin1Char('\n'), QChar::LineSeparator), font)), m_lineHeight(font.pixelSize() * leading), m_colour(colour) {
  QTextOption option(align);
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  m_layout->setTextOption(option);
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

void PrintedText::colourStart(int length, QColor colour) {
  QTextLayout::FormatRange range;
  range.start = 0;
  range.length = length;
  range.format.setForeground(colour);
  m_layout->setFormats({range});
}

}  // namespace lockstep::ui

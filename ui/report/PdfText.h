// Text for the PDF: its fonts, and lines broken to a width. Lengths are tenths of a point, so that glyphs keep their true widths.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QString>
#include <QTextLayout>
#include <memory>
#include <vector>

namespace lockstep::ui {

inline constexpr double point = 10;  ///< in our units

namespace ink {
inline const QColor text(0x1f, 0x23, 0x28), quiet(0x5c, 0x65, 0x70), line(0xd5, 0xd9, 0xde),
    strongLine(0x9a, 0xa3, 0xad), panel(0xf6, 0xf8, 0xfa);
inline const QColor good(0x1a, 0x7f, 0x37), warning(0x8a, 0x5a, 0x00), bad(0xc0, 0x27, 0x2d);
}  // namespace ink

/// Of a size in points; figures are of one width.
[[nodiscard]] QFont printFont(double size, bool bold = false);
[[nodiscard]] QFont fixedFont(double size);

[[nodiscard]] double textWidth(const QString& text, const QFont& font);
/// The widest word: a column should not be narrower.
[[nodiscard]] double wordWidth(const QString& text, const QFont& font);

/// A text broken into lines; cheap to copy.
class PrintedText {
 public:
  /// `sign`: the colour of the first character, a sign before the word; invalid: none.
  PrintedText(const QString& text, const QFont& font, double width, QColor colour = ink::text,
              Qt::Alignment align = Qt::AlignLeft, QColor sign = {});

  [[nodiscard]] int lineCount() const;
  [[nodiscard]] double lineHeight() const { return m_lineHeight; }
  [[nodiscard]] double height() const { return m_lineHeight * lineCount(); }
  void draw(QPainter& painter, QPointF at) const;
  void drawLine(QPainter& painter, QPointF at, int line) const;

 private:
  std::shared_ptr<QTextLayout> m_layout;
  double m_lineHeight = 0;
  QColor m_colour;
};

}  // namespace lockstep::ui

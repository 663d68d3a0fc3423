#include "ui/widgets/Theme.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>
#include <array>

namespace lockstep::ui {

namespace {

QPalette lightPalette() {
  QPalette palette(QColor(0xf3f4f6));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(role, QColor(0x1d2128));
    palette.setColor(QPalette::Disabled, role, QColor(0x767c86));
  }
  palette.setColor(QPalette::Base, Qt::white);
  palette.setColor(QPalette::AlternateBase, QColor(0xf8f9fb));
  palette.setColor(QPalette::Highlight, QColor(0x0b5c96));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::PlaceholderText, QColor(0x5c6470));
  palette.setColor(QPalette::ToolTipBase, QColor(0x1d2128));
  palette.setColor(QPalette::ToolTipText, Qt::white);
  palette.setColor(QPalette::Link, QColor(0x0b5c96));
  return palette;
}

QPalette darkPalette() {
  QPalette palette(QColor(0x24272c));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) palette.setColor(role, QColor(0xe6e8eb));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) palette.setColor(QPalette::Disabled, role, QColor(0x8b929c));
  palette.setColor(QPalette::Base, QColor(0x1b1d21));
  palette.setColor(QPalette::AlternateBase, QColor(0x202328));
  palette.setColor(QPalette::Highlight, QColor(0x1f6aa5));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::ToolTipBase, QColor(0x3a3f47));
  palette.setColor(QPalette::PlaceholderText, QColor(0x9aa2ad));
  palette.setColor(QPalette::Link, QColor(0x6cb6ea));
  return palette;
}

}  // namespace

void applyTheme(QApplication& application, Theme theme) {
  application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  application.setPalette(theme == Theme::dark ? darkPalette() : lightPalette());
}

bool isDark(const QPalette& palette) { return palette.color(QPalette::Base).lightness() < 128; }

QColor toneColour(Tone tone, const QPalette& palette) {
  const bool dark = isDark(palette);
  switch (tone) {
    case Tone::plain: return palette.color(QPalette::Text);
    case Tone::quiet: return palette.color(QPalette::PlaceholderText);
    case Tone::good: return QColor(dark ? 0x5fce96 : 0x13693f);
    case Tone::warning: return QColor(dark ? 0xefb758 : 0x85510a);
    case Tone::bad: return QColor(dark ? 0xff938a : 0xb3261e);
    case Tone::active: return QColor(dark ? 0x6cb6ea : 0x0b5c96);
  }
  return palette.color(QPalette::Text);
}

QColor curveColour(int number, bool dark) {
  static const std::array<QRgb, 6> onLight{0xff0072b2, 0xffd55e00, 0xff009e73, 0xffcc79a7, 0xff56b4e9, 0xffb87a00};
  static const std::array<QRgb, 6> onDark{0xff56b4e9, 0xffe69f00, 0xff2cc79b, 0xffe39cc6, 0xff4d9de0, 0xffd55e00};
  const auto at = static_cast<std::size_t>(number) % onLight.size();
  return QColor(dark ? onDark[at] : onLight[at]);
}

}  // namespace lockstep::ui

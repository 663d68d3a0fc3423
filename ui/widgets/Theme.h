// Colours: the palette of either theme, the words' colours for states, and the curves'. The one place that names a colour.
#pragma once

#include <QColor>
#include <QPalette>

class QApplication;

namespace lockstep::ui {

enum class Theme { light, dark };

/// The program's palette, in the style that follows it. May be called again at any time; widgets hear PaletteChange.
void applyTheme(QApplication& application, Theme theme);
[[nodiscard]] bool isDark(const QPalette& palette);

/// What a state looks like beside its sign and word; each at least 4.5:1 on the palette's Base and Window.
enum class Tone { plain, quiet, good, warning, bad, active };
[[nodiscard]] QColor toneColour(Tone tone, const QPalette& palette);

/// Okabe–Ito without the yellow that vanishes on white; told apart by people who see colours differently. Any number.
[[nodiscard]] QColor curveColour(int number, bool dark);

/// Everything is placed on multiples of this; inside controls half of it.
inline constexpr int gridStep = 8;

}  // namespace lockstep::ui

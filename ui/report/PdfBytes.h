// What Qt 6.4 writes into a PDF and should not: the clock, and code points of radicals in place of characters.
#pragma once

#include <QByteArray>
#include <cstdint>

namespace lockstep::ui {

/// The time takes the place of the wall clock's, whose length depends on the time zone: every later offset is moved.
void replaceDate(QByteArray& pdf, std::int64_t milliseconds);

/// Some Chinese characters share their glyph with a radical that has a code point of its own, and Qt writes the lower of the two
/// as what the glyph means. People search for the character.
void nameCharacters(QByteArray& pdf);

}  // namespace lockstep::ui

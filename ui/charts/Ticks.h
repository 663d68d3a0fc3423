// Where an axis has its marks and what they say: 1-2-5 numbers, decades, times of a clock, bytes in powers of 1024.
#pragma once

#include <QString>
#include <vector>

namespace lockstep::ui {

enum class Unit { number, bytes };

struct Tick {
  double at;
  QString label;
  bool operator==(const Tick&) const = default;
};
using Ticks = std::vector<Tick>;

/// At most `most` of them between two values. Labels have just the decimals that tell them apart, thousands are separated.
[[nodiscard]] Ticks linearTicks(double from, double to, int most, Unit unit = Unit::number);
/// Of an axis whose places are log10 of the values: decades; 1-2-5 where few decades are shown; where less than half a decade, as
/// a linear axis would have them.
[[nodiscard]] Ticks logTicks(double from, double to, int most, Unit unit = Unit::number);
/// `from` and `to` in milliseconds: 0:10, 0:20, …; 1:00:00.
[[nodiscard]] Ticks timeTicks(double from, double to, int most);

}  // namespace lockstep::ui

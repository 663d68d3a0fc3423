// A chart's geometry, shared by everything that draws one: axes with round ticks, decimation that loses no pixel, styles of curves.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/report/content.h"

namespace lockstep::tracking::report {

inline constexpr int most_columns = 1500;

struct Tick {
  double value = 0;
  std::string label;
};

/// Maps a value to 0…1 from the low end; the ends are ticks or lie just beyond them.
struct Axis {
  double low = 0;
  double high = 1;
  bool log = false;
  std::vector<Tick> ticks;
  [[nodiscard]] double place(double value) const;
};

/// About `most` ticks at 1, 2 or 5 times a power of ten; on a logarithmic axis at powers of ten. `widen` moves the ends out to
/// ticks; steps are whole numbers.
[[nodiscard]] Axis make_axis(double low, double high, int most, bool log, bool widen);

/// The axes of a chart over all its curves and bands.
[[nodiscard]] Axis x_axis(const Chart& chart, int most = 8);
[[nodiscard]] Axis y_axis(const Chart& chart);

/// The places of the points to keep: of each of `columns` equal parts of low…high the first, the least, the greatest and the
/// last (M4: Jugel et al., VLDB 2014), and the first of each kind that is not finite, in order. All where that is no fewer.
[[nodiscard]] std::vector<std::size_t> decimated(std::span<const double> x, std::span<const double> y, double low,
                                                 double high, int columns);

/// TensorBoard's smoothing: an exponential mean without the bias towards the start; what is not finite passes through.
[[nodiscard]] std::vector<double> smoothed(std::span<const double> y, double weight);

/// A stretch of finite points: first and one past the last.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};
[[nodiscard]] std::vector<Stretch> finite_stretches(std::span<const double> y);

/// Colours that people who see colours differently tell apart (Okabe–Ito); dashes after the sixth curve.
struct CurveStyle {
  std::string_view light;  ///< on white, "#0072b2"
  std::string_view dark;
  std::vector<int> dashes;  ///< lengths on and off; none: solid
};
inline constexpr int colour_count = 6;
[[nodiscard]] CurveStyle curve_style(int number);
/// The same, dashed where the curve lies on an earlier one.
[[nodiscard]] CurveStyle curve_style(const Curve& curve);

/// What is not finite, drawn as a mark: NaN and -Infinity at the lower edge, Infinity at the upper.
enum class MarkKind { nan, above, below };
struct Mark {
  MarkKind kind = MarkKind::nan;
  double x = 0;
};
/// Those of a kind at least `apart` from each other: a stretch of a thousand is a row of marks, not a bar.
[[nodiscard]] std::vector<Mark> marks_of(const Curve& curve, double apart);

}  // namespace lockstep::tracking::report

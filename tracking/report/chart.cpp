#include "tracking/report/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "tracking/report/format.h"

namespace lockstep::tracking::report {

namespace {

/// 1, 2 or 5 times a power of ten, at least `raw`.
double round_step(double raw) {
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= raw * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

std::string tick_label(double value, double step) {
  if (value == 0) return "0";
  const double size = std::max(std::abs(value), step);
  if (std::abs(value) >= 1e6 && size < 1e9) return fmt::format("{:.4g}M", value / 1e6);
  if (size >= 1e6 || size < 1e-4) return fmt::format("{:.3g}", value);
  const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  if (decimals == 0) return grouped(static_cast<std::int64_t>(std::llround(value)));
  return fmt::format("{:.{}f}", value, decimals);
}

/// Powers of ten, or with fewer than two of them 1, 2 and 5 times those too.
void add_log_ticks(Axis& axis, int most) {
  const int first = static_cast<int>(std::floor(std::log10(axis.low) + 1e-9));
  const int last = static_cast<int>(std::ceil(std::log10(axis.high) - 1e-9));
  const int stride = std::max(1, (last - first) / (most + 1));
  const bool few = last - first < 3;
  for (int power = first; power <= last; power += stride) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (factor != 1 && !few) continue;
      const double value = factor * std::pow(10.0, power);
      if (value >= axis.low * (1 - 1e-9) && value <= axis.high * (1 + 1e-9))
        axis.ticks.push_back(
            {value, value >= 1e-4 && value < 1e6 ? fmt::format("{:g}", value) : fmt::format("{:.0e}", value)});
    }
  }
}

/// One column of M4, and what is not finite in it.
class Bucket {
 public:
  void add(std::size_t i, double y) {
    ++count_;
    if (std::isfinite(y)) {
      if (first_ == none) first_ = least_ = greatest_ = i;
      else if (y < least_value_) least_ = i;
      else if (y > greatest_value_) greatest_ = i;
      if (least_ == i) least_value_ = y;
      if (greatest_ == i) greatest_value_ = y;
      last_ = i;
      return;
    }
    std::size_t& place = odd_[std::isnan(y) ? 0 : y > 0 ? 1 : 2];
    if (place == none) place = i;
  }
  void flush(std::vector<std::size_t>& out) {
    if (count_ == 0) return;
    std::array<std::size_t, 7> all{first_, least_, greatest_, last_, odd_[0], odd_[1], odd_[2]};
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] != none && (i == 0 || all[i] != all[i - 1])) out.push_back(all[i]);
    *this = {};
  }

 private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t count_ = 0, first_ = none, least_ = none, greatest_ = none, last_ = none;
  std::array<std::size_t, 3> odd_{none, none, none};
  double least_value_ = 0, greatest_value_ = 0;
};

}  // namespace

double Axis::place(double value) const {
  return log ? (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low))
             : (value - low) / (high - low);
}

Axis make_axis(double low, double high, int most, bool log, bool widen) {
  Axis axis{low, high, log, {}};
  if (log) {
    if (!(high > low)) axis.low = low / 2, axis.high = high * 2;
    add_log_ticks(axis, most);
    return axis;
  }
  if (!(high > low)) {
    const double room = low == 0 ? 1 : std::abs(low) * 0.1;
    axis.low = low - room, axis.high = high + room;
  }
  double step = round_step((axis.high - axis.low) / most);
  if (!std::isfinite(step) || step <= 0) step = 1;
  if (widen)
    axis.low = std::floor(axis.low / step + 1e-9) * step, axis.high = std::ceil(axis.high / step - 1e-9) * step;
  const double begin = std::ceil(axis.low / step - 1e-9);
  for (int i = 0; i <= 2 * most; ++i) {
    const double value = (begin + i) * step;
    if (value > axis.high + step * 1e-6) break;
    axis.ticks.push_back({value, tick_label(value, step)});
  }
  return axis;
}

Axis x_axis(const Chart& chart, int most) {
  Axis axis = make_axis(chart.x_low, chart.x_high, most, false, false);
  std::erase_if(axis.ticks, [](const Tick& tick) { return tick.value != std::floor(tick.value); });
  return axis;
}

Axis y_axis(const Chart& chart) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const auto add = [&](const std::vector<double>& values) {
    for (const double y : values) {
      if (!std::isfinite(y) || (chart.log_y && y <= 0)) continue;
      low = std::min(low, y), high = std::max(high, y);
    }
  };
  for (const Curve& curve : chart.curves) add(curve.y);
  for (const Band& band : chart.bands) add(band.low), add(band.high);
  if (!(low <= high)) return make_axis(chart.log_y ? 1 : 0, chart.log_y ? 10 : 1, 5, chart.log_y, true);
  return make_axis(low, high, 5, chart.log_y, true);
}

std::vector<std::size_t> decimated(std::span<const double> x, std::span<const double> y, double low, double high,
                                   int columns) {
  std::vector<std::size_t> out;
  const double width = (high - low) / columns;
  Bucket bucket;
  double current = -1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double column = width > 0 ? std::min(std::floor((x[i] - low) / width), columns - 1.0) : 0;
    if (column != current) bucket.flush(out);
    current = column;
    bucket.add(i, y[i]);
  }
  bucket.flush(out);
  return out;
}

std::vector<double> smoothed(std::span<const double> y, double weight) {
  std::vector<double> out(y.begin(), y.end());
  double last = 0, power = 1;
  for (double& value : out) {
    if (!std::isfinite(value)) continue;
    last = weight * last + (1 - weight) * value;
    power *= weight;
    value = last / (power < 1 ? 1 - power : 1);
  }
  return out;
}

std::vector<Stretch> finite_stretches(std::span<const double> y) {
  std::vector<Stretch> out;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!std::isfinite(y[i])) continue;
    if (out.empty() || out.back().end != i) out.push_back({i, i});
    out.back().end = i + 1;
  }
  return out;
}

CurveStyle curve_style(int number) {
  static constexpr std::array<std::string_view, colour_count> light{"#0072b2", "#d55e00", "#009e73",
                                                                    "#b5568c", "#56b4e9", "#b87a00"};
  static constexpr std::array<std::string_view, colour_count> dark{"#56b4e9", "#e69f00", "#2cc79b",
                                                                   "#e39cc6", "#4d9de0", "#d55e00"};
  static const std::array<std::vector<int>, 4> dashes{std::vector<int>{}, {6, 3}, {2, 2}, {8, 2, 2, 2}};
  const auto at = static_cast<std::size_t>(number % colour_count);
  return {light[at], dark[at], dashes[static_cast<std::size_t>(number / colour_count) % dashes.size()]};
}

CurveStyle curve_style(const Curve& curve) {
  CurveStyle style = curve_style(curve.style);
  if (curve.overlays > 0) style.dashes = {4, 4 * curve.overlays};
  return style;
}

std::vector<Mark> marks_of(const Curve& curve, double apart) {
  std::vector<Mark> out;
  std::array<double, 3> last;
  last.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < curve.y.size(); ++i) {
    if (std::isfinite(curve.y[i])) continue;
    const MarkKind kind = std::isnan(curve.y[i]) ? MarkKind::nan : curve.y[i] > 0 ? MarkKind::above : MarkKind::below;
    double& before = last[static_cast<std::size_t>(kind)];
    if (curve.x[i] - before < apart) continue;
    before = curve.x[i];
    out.push_back({kind, curve.x[i]});
  }
  return out;
}

}  // namespace lockstep::tracking::report

#include "tracking/analysis/statistics.h"

#include <cmath>
#include <limits>

namespace lockstep::tracking {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The continued fraction of the incomplete beta function, DLMF 8.17.22, by the modified Lentz method.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  double c = 1;
  double d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < tiny ? tiny : d);
  double value = d;
  for (int m = 1; m < 500; ++m) {
    for (const double term : {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))}) {
      d = 1 + term * d;
      d = 1 / (std::abs(d) < tiny ? tiny : d);
      c = 1 + term / c;
      if (std::abs(c) < tiny) c = tiny;
      value *= c * d;
    }
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return value;
}

/// I_x(a, b), DLMF 8.17.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  // The fraction converges fast on this side of the mean.
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace

Spread spread_of(std::span<const double> values) {
  Spread out;
  double squares = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    ++out.count;
    const double from_mean = value - out.mean;
    out.mean += from_mean / static_cast<double>(out.count);
    squares += from_mean * (value - out.mean);
  }
  if (out.count == 0) out.mean = nan;
  out.deviation = out.count < 2 ? nan : std::sqrt(squares / static_cast<double>(out.count - 1));
  return out;
}

double student_cdf(double t, double degrees) {
  if (std::isnan(t) || !(degrees > 0)) return nan;
  const double tail = 0.5 * incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
  return t > 0 ? 1 - tail : tail;
}

double student_quantile(double probability, double degrees) {
  if (!(probability > 0 && probability < 1 && degrees > 0)) return nan;
  double low = -1, high = 1;
  while (student_cdf(low, degrees) > probability && std::isfinite(low)) low *= 2;
  while (student_cdf(high, degrees) < probability && std::isfinite(high)) high *= 2;
  for (int i = 0; i < 200 && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    (student_cdf(middle, degrees) < probability ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

WelchInterval welch(const Spread& first, const Spread& second, double confidence) {
  WelchInterval out;
  out.difference = second.mean - first.mean;
  if (first.count < 2 || second.count < 2) {
    out.low = out.high = out.degrees = out.p_value = nan;
    return out;
  }
  const double one = first.deviation * first.deviation / static_cast<double>(first.count);
  const double two = second.deviation * second.deviation / static_cast<double>(second.count);
  const double error = std::sqrt(one + two);
  if (error == 0) {  // no spread at all: the difference is what it is
    out.low = out.high = out.difference;
    out.degrees = static_cast<double>(first.count + second.count - 2);
    out.p_value = out.difference == 0 ? 1 : 0;
    return out;
  }
  out.degrees = (one + two) * (one + two) / (one * one / static_cast<double>(first.count - 1) + two * two / static_cast<double>(second.count - 1));
  const double reach = student_quantile(0.5 + confidence / 2, out.degrees) * error;
  out.low = out.difference - reach;
  out.high = out.difference + reach;
  out.p_value = 2 * student_cdf(-std::abs(out.difference) / error, out.degrees);
  return out;
}

}  // namespace lockstep::tracking

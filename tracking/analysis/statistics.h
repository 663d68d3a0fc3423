// How much a result varies over seeds, and whether two configs differ by more than that.
#pragma once

#include <cstdint>
#include <span>

namespace lockstep::tracking {

struct Spread {
  std::int64_t count = 0;
  double mean = 0;
  double deviation = 0;  ///< of the sample, with n - 1; NaN for fewer than two values
};

/// Values that are not finite are left out.
[[nodiscard]] Spread spread_of(std::span<const double> values);

/// The difference of two means with its confidence interval by Welch's test (Welch, Biometrika 34, 1947): the samples may
/// have different variances. NaN where a sample has fewer than two values.
struct WelchInterval {
  double difference = 0;  ///< second mean - first mean
  double low = 0;
  double high = 0;
  double degrees = 0;  ///< of freedom, Welch–Satterthwaite
  double p_value = 1;  ///< two-sided, of no difference
};
[[nodiscard]] WelchInterval welch(const Spread& first, const Spread& second, double confidence = 0.95);

/// P(T <= t) of Student's distribution.
[[nodiscard]] double student_cdf(double t, double degrees);
/// The t with P(T <= t) = probability, 0 < probability < 1.
[[nodiscard]] double student_quantile(double probability, double degrees);

}  // namespace lockstep::tracking

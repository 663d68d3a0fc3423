#include "engine/core/rng.h"

#include <bit>
#include <cmath>
#include <numeric>

namespace lockstep::engine {

namespace {

/// ln(x) for normal x > 0 in plain double arithmetic: x = m 2^e, m in [sqrt(1/2), sqrt(2)),
/// ln m = 2 artanh((m-1)/(m+1)) as a series. libm's log differs by an ulp between versions.
double fixed_log(double x) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  auto exponent = static_cast<int>((bits >> 52U) & 0x7FFU) - 1023;
  double m = std::bit_cast<double>((bits & 0x000FFFFFFFFFFFFFULL) | 0x3FF0000000000000ULL);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  const double s = (m - 1.0) / (m + 1.0);
  const double s2 = s * s;
  double sum = 0.0;
  for (int k = 23; k >= 1; k -= 2) sum = sum * s2 + 1.0 / k;
  return 2.0 * s * sum + exponent * 0.6931471805599453;
}

template <std::size_t N>
double polynomial(const double (&coefficients)[N], double x) noexcept {
  double sum = coefficients[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

}  // namespace

RandomStream::RandomStream(std::uint64_t stream_seed, StreamKind kind, std::uint64_t place) noexcept {
  std::uint64_t key = mix64(stream_seed + 0x9E3779B97F4A7C15ULL);
  key = mix64(key ^ (0xA0761D6478BD642FULL * (static_cast<std::uint64_t>(kind) + 1)));
  key = mix64(key ^ mix64(place + 0xE7037ED1A0B428DBULL));
  key0_ = static_cast<std::uint32_t>(key);
  key1_ = static_cast<std::uint32_t>(key >> 32U);
}

// Coefficients: M. J. Wichura, "Algorithm AS 241: The percentage points of the normal distribution",
// Applied Statistics 37 (1988), routine PPND16.
double normal_quantile(double p) noexcept {
  static constexpr double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                 1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                 3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static constexpr double b[] = {1.0,                      4.2313330701600911252e+1, 6.8718700749205790830e+2,
                                 5.3941960214247511077e+3, 2.1213794301586595867e+4, 3.9307895800092710610e+4,
                                 2.8729085735721942674e+4, 5.2264952788528545610e+3};
  static constexpr double c[] = {1.42343711074968357734e0, 4.63033784615654529590e0,  5.76949722146069140550e0,
                                 3.64784832476320460504e0, 1.27045825245236838258e0,  2.41780725177450611770e-1,
                                 2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr double d[] = {1.0,                       2.05319162663775882187e0,  1.67638483018380384940e0,
                                 6.89767334985100004550e-1, 1.48103976427480074590e-1, 1.51986665636164571966e-2,
                                 5.47593808499534494600e-4, 1.05075007164441684324e-9};
  static constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                 2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                 2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr double f[] = {1.0,                       5.99832206555887937690e-1, 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2, 7.86869131145613259100e-4, 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7, 2.04426310338993978564e-15};
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  double r = std::sqrt(-fixed_log(q < 0 ? p : 1.0 - p));
  double value = 0.0;
  if (r <= 5.0) {
    r -= 1.6;
    value = polynomial(c, r) / polynomial(d, r);
  } else {
    r -= 5.0;
    value = polynomial(e, r) / polynomial(f, r);
  }
  return q < 0 ? -value : value;
}

double RandomStream::normal(std::uint64_t high, std::uint64_t index) const noexcept {
  // The middle of one of 2^52 cells, so that neither 0 nor 1 can occur.
  const double p = (static_cast<double>(bits64(high, index) >> 12U) + 0.5) * 0x1p-52;
  return normal_quantile(p);
}

std::vector<std::int64_t> random_permutation(std::int64_t n, const RandomStream& stream) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::int64_t i = n - 1; i > 0; --i) {
    const auto j = stream.below(static_cast<std::uint64_t>(i) + 1, 0, static_cast<std::uint64_t>(i));
    std::swap(order[static_cast<std::size_t>(i)], order[j]);
  }
  return order;
}

}  // namespace lockstep::engine

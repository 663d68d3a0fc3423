// Elementary functions in f32 as plain arithmetic without branches or libm: loops over them are vectorised for each of
// Highway's targets, and give the same bits on all of them. Errors are a few units in the last place (see the tests).
// Polynomials: S. Moshier's Cephes (expf, logf, tanhf); erf: the two-piece minimax fit published by N. Juffa.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/core/host_device.h"

namespace lockstep::engine::kernels {

/// The C++ library's functions, for references and f64.
struct StandardMath {
  template <class T> LOCKSTEP_HOST_DEVICE static T exp(T x) { return std::exp(x); }
  template <class T> LOCKSTEP_HOST_DEVICE static T expm1(T x) { return std::expm1(x); }
  template <class T> LOCKSTEP_HOST_DEVICE static T log(T x) { return std::log(x); }
  template <class T> LOCKSTEP_HOST_DEVICE static T log1p(T x) { return std::log1p(x); }
  template <class T> LOCKSTEP_HOST_DEVICE static T tanh(T x) { return std::tanh(x); }
  template <class T> LOCKSTEP_HOST_DEVICE static T erf(T x) { return std::erf(x); }
};

struct FastMath {
  /// r - 1 - r²/2 … : e^r - 1 for |r| <= ln(2) / 2.
  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE static inline float expm1_reduced(float r) {
    float p = 1.9875691500e-4F;
    p = p * r + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    return p * (r * r) + r;
  }

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE static inline float exp(float x) {
    float limited = x > 89.0F ? 89.0F : x;
    limited = limited < -105.0F ? -105.0F : limited;
    // Adding 1.5 * 2^23 rounds to an integer, which stands in the lowest bits.
    const float shifted = limited * 1.44269504F + 12582912.0F;
    const std::uint32_t n = std::bit_cast<std::uint32_t>(shifted) - 0x4B400000U;
    const float rounded = shifted - 12582912.0F;
    const float r = (limited - rounded * 0.693359375F) - rounded * -2.12194440e-4F;
    // 2^n in two factors, so that results near the ends of the range are right.
    const auto half = static_cast<std::uint32_t>(static_cast<std::int32_t>(n) >> 1);
    const float scale1 = std::bit_cast<float>((half + 127U) << 23U);
    const float scale2 = std::bit_cast<float>((n - half + 127U) << 23U);
    return (expm1_reduced(r) + 1.0F) * scale1 * scale2;
  }

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE static inline float expm1(float x) {
    const bool near = std::fabs(x) < 0.34F;
    const float reduced = expm1_reduced(near ? x : 0.0F);
    const float far = exp(x) - 1.0F;
    return near ? reduced : far;
  }

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE static inline float log(float x) {
    const bool small = x < 1.17549435e-38F;
    const float normal = small ? x * 33554432.0F : x;
    const auto bits = std::bit_cast<std::uint32_t>(normal);
    float exponent = static_cast<float>(static_cast<std::int32_t>((bits >> 23U) & 0xFFU) - 126) - (small ? 25.0F : 0.0F);
    float m = std::bit_cast<float>((bits & 0x7FFFFFU) | 0x3F000000U);
    const bool low = m < 0.707106781F;
    exponent = low ? exponent - 1.0F : exponent;
    m = low ? m + m - 1.0F : m - 1.0F;
    const float z = m * m;
    float p = 7.0376836292e-2F;
    p = p * m - 1.1514610310e-1F;
    p = p * m + 1.1676998740e-1F;
    p = p * m - 1.2420140846e-1F;
    p = p * m + 1.4249322787e-1F;
    p = p * m - 1.6668057665e-1F;
    p = p * m + 2.0000714765e-1F;
    p = p * m - 2.4999993993e-1F;
    p = p * m + 3.3333331174e-1F;
    float y = p * m * z + exponent * -2.12194440e-4F;
    y = y - 0.5F * z;
    float result = m + y + exponent * 0.693359375F;
    result = x == 0.0F ? -INFINITY : result;
    result = x < 0.0F ? NAN : result;
    // Infinity and NaN are their own logarithms.
    return x <= 3.40282347e38F ? result : x;
  }

  /// For x >= 0.
  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE static inline float log1p(float x) {
    const float w = 1.0F + x;
    const float corrected = log(w) + (x - (w - 1.0F)) / w;
    return x <= 3.40282347e38F ? corrected : x;
  }

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE static inline float tanh(float x) {
    const float t = std::fabs(x);
    const float z = x * x;
    float p = -5.70498872745e-3F;
    p = p * z + 2.06390887954e-2F;
    p = p * z - 5.37397155531e-2F;
    p = p * z + 1.33314422036e-1F;
    p = p * z - 3.33332819422e-1F;
    const float near = p * z * x + x;
    const float far = std::copysign(1.0F - 2.0F / (exp(2.0F * t) + 1.0F), x);
    return t < 0.625F ? near : far;
  }

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE static inline float erf(float x) {
    const float t = std::fabs(x);
    const float s = x * x;
    float p = -1.72853470e-5F * t + 3.83197126e-4F;
    const float q = -3.88396438e-3F * t + 2.42546219e-2F;
    p = p * s + q;
    p = p * t - 1.06777877e-1F;
    p = p * t - 6.34846687e-1F;
    p = p * t - 1.28717512e-1F;
    p = p * t - t;
    const float limited = p < -88.0F ? -88.0F : p;
    const float far = std::copysign(1.0F - exp(t > 4.0F ? -88.0F : limited), x);
    float n = -5.96761703e-4F;
    n = n * s + 4.99119423e-3F;
    n = n * s - 2.67681349e-2F;
    n = n * s + 1.12819925e-1F;
    n = n * s - 3.76125336e-1F;
    n = n * s + 1.28379166e-1F;
    const float near = n * x + x;
    const float result = t > 0.921875F ? far : near;
    return x == x ? result : x;
  }
};

/// 1 / (1 + e^-x), exact to relative error at both ends.
template <class Math, class T>
[[gnu::always_inline]] LOCKSTEP_HOST_DEVICE inline T logistic(T x) {
  const T e = Math::exp(-std::fabs(x));
  const T s = T(1) / (T(1) + e);
  return x < T(0) ? e * s : s;
}

}  // namespace lockstep::engine::kernels

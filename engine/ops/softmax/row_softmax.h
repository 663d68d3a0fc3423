// Reductions of one dense row with 16 running values, the same on every vector width, and the exponential of a row:
// what softmax and cross entropy share. Always inlined, so that each of Highway's targets gets its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/ops/unary/fast_math.h"

namespace lockstep::engine::kernels::softmax {

inline constexpr std::int64_t row_lanes = 16;

template <class T, class F>
[[gnu::always_inline]] inline T fold_lanes(T (&lanes)[row_lanes], F f) {
  for (std::int64_t half = row_lanes / 2; half > 0; half /= 2) {
    for (std::int64_t lane = 0; lane < half; ++lane) lanes[lane] = f(lanes[lane], lanes[lane + half]);
  }
  return lanes[0];
}

/// The greatest element, ignoring NaN (the sum of exponentials shows those).
template <class T>
[[gnu::always_inline]] inline T row_max(const T* __restrict x, std::int64_t count) {
  T lanes[row_lanes];
  for (T& lane : lanes) lane = -std::numeric_limits<T>::infinity();
  std::int64_t i = 0;
  for (; i + row_lanes <= count; i += row_lanes) {
    for (std::int64_t lane = 0; lane < row_lanes; ++lane) lanes[lane] = x[i + lane] > lanes[lane] ? x[i + lane] : lanes[lane];
  }
  for (std::int64_t lane = 0; i < count; ++i, ++lane) lanes[lane] = x[i] > lanes[lane] ? x[i] : lanes[lane];
  return fold_lanes(lanes, [](T a, T b) { return a > b ? a : b; });
}

/// output = e^(x - shift), and their sum. `shift` is finite.
template <class Math, class T>
[[gnu::always_inline]] inline T row_exp(T* __restrict output, const T* __restrict x, std::int64_t count, T shift) {
  T lanes[row_lanes] = {};
  std::int64_t i = 0;
  for (; i + row_lanes <= count; i += row_lanes) {
    for (std::int64_t lane = 0; lane < row_lanes; ++lane) {
      const T e = Math::exp(x[i + lane] - shift);
      output[i + lane] = e;
      lanes[lane] += e;
    }
  }
  if (i < count) {
    // A whole vector of which a part counts: few classes are the common case.
    T rest[row_lanes];
    for (T& value : rest) value = -std::numeric_limits<T>::infinity();
    for (std::int64_t lane = 0; lane < count - i; ++lane) rest[lane] = x[i + lane] - shift;
    for (T& value : rest) value = Math::exp(value);
    for (std::int64_t lane = 0; lane < row_lanes; ++lane) lanes[lane] += rest[lane];
    for (std::int64_t lane = 0; lane < count - i; ++lane) output[i + lane] = rest[lane];
  }
  return fold_lanes(lanes, [](T a, T b) { return a + b; });
}

/// Σ a b
template <class T>
[[gnu::always_inline]] inline T row_dot(const T* __restrict a, const T* __restrict b, std::int64_t count) {
  T lanes[row_lanes] = {};
  std::int64_t i = 0;
  for (; i + row_lanes <= count; i += row_lanes) {
    for (std::int64_t lane = 0; lane < row_lanes; ++lane) lanes[lane] += a[i + lane] * b[i + lane];
  }
  for (std::int64_t lane = 0; i < count; ++i, ++lane) lanes[lane] += a[i] * b[i];
  return fold_lanes(lanes, [](T x, T y) { return x + y; });
}

/// Σ a
template <class T>
[[gnu::always_inline]] inline T row_sum(const T* __restrict a, std::int64_t count) {
  T lanes[row_lanes] = {};
  std::int64_t i = 0;
  for (; i + row_lanes <= count; i += row_lanes) {
    for (std::int64_t lane = 0; lane < row_lanes; ++lane) lanes[lane] += a[i + lane];
  }
  for (std::int64_t lane = 0; i < count; ++i, ++lane) lanes[lane] += a[i];
  return fold_lanes(lanes, [](T x, T y) { return x + y; });
}

/// What x is shifted by so that no exponential overflows: the maximum, or 0 where that is -inf. With +inf it stays +inf,
/// and inf - inf makes the row NaN, as it should be.
template <class T>
[[gnu::always_inline]] inline T row_shift(T maximum) {
  return maximum == -std::numeric_limits<T>::infinity() ? T(0) : maximum;
}

}  // namespace lockstep::engine::kernels::softmax

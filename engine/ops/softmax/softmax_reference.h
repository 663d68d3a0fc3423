// Softmax of one row in plain loops with the C++ library's functions.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace lockstep::engine::kernels::softmax {

template <class T>
void reference_forward(T* output, const T* x, std::int64_t count, bool logarithm) {
  constexpr T lowest = -std::numeric_limits<T>::infinity();
  T shift = lowest;
  for (std::int64_t i = 0; i < count; ++i) shift = x[i] > shift ? x[i] : shift;
  if (shift == lowest) shift = T(0);
  T sum{};
  for (std::int64_t i = 0; i < count; ++i) sum += std::exp(x[i] - shift);
  for (std::int64_t i = 0; i < count; ++i) {
    if (logarithm) output[i] = x[i] == lowest && sum == T(0) ? lowest : (x[i] - shift) - std::log(sum);
    else output[i] = sum == T(0) ? T(0) : std::exp(x[i] - shift) / sum;
  }
}

template <class T>
void reference_backward(T* x_gradient, const T* gradient, const T* output, std::int64_t count, bool logarithm) {
  bool masked = true;  // a row of -inf
  for (std::int64_t i = 0; i < count; ++i) masked = masked && output[i] == (logarithm ? -std::numeric_limits<T>::infinity() : T(0));
  T sum{};
  for (std::int64_t i = 0; i < count; ++i) sum += logarithm ? gradient[i] : gradient[i] * output[i];
  for (std::int64_t i = 0; i < count; ++i) {
    if (masked) x_gradient[i] = T(0);
    else x_gradient[i] = logarithm ? gradient[i] - std::exp(output[i]) * sum : output[i] * (gradient[i] - sum);
  }
}

}  // namespace lockstep::engine::kernels::softmax

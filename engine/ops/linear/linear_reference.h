// The backward pass of the fully connected layer in plain loops; its products are matmul's.
#pragma once

#include <cstdint>

namespace lockstep::engine::kernels::linear {

/// masked[m, n] = 0 where y <= 0 (nowhere when y is null), else gradient; bias_gradient[n] (may be null) is its sum over m.
template <class T>
void reference_mask_and_sum(std::int64_t m, std::int64_t n, const T* gradient, const T* y, T* masked, T* bias_gradient) {
  for (std::int64_t j = 0; j < n; ++j) {
    T sum{};
    for (std::int64_t i = 0; i < m; ++i) {
      const T value = y != nullptr && y[i * n + j] <= T{} ? T{} : gradient[i * n + j];
      if (masked != nullptr) masked[i * n + j] = value;
      sum += value;
    }
    if (bias_gradient != nullptr) bias_gradient[j] = sum;
  }
}

}  // namespace lockstep::engine::kernels::linear

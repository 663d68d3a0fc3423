// The matrix product in plain loops: what f64 tensors use, and what the fast f32 kernel is tested against.
#pragma once

#include <cstdint>

namespace lockstep::engine::kernels::matmul {

template <class T>
struct ReferenceOperand {
  const T* data;
  std::int64_t row_stride;
  std::int64_t column_stride;
};

/// c[m, n] = a[m, k] b[k, n] + bias[n] (may be null), with max(0, ·) where `relu`.
template <class T>
void reference_product(std::int64_t m, std::int64_t n, std::int64_t k, const ReferenceOperand<T>& a, const ReferenceOperand<T>& b, T* c,
                       std::int64_t c_row_stride, const T* bias = nullptr, bool relu = false) {
  for (std::int64_t i = 0; i < m; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      T sum{};
      for (std::int64_t l = 0; l < k; ++l) {
        sum += a.data[i * a.row_stride + l * a.column_stride] * b.data[l * b.row_stride + j * b.column_stride];
      }
      if (bias != nullptr) sum += bias[j];
      c[i * c_row_stride + j] = relu && sum <= T{} ? T{} : sum;
    }
  }
}

}  // namespace lockstep::engine::kernels::matmul

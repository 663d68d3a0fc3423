// Matrix products by cuBLASLt: what a product of one shape needs is made once and kept.
#pragma once

#include <cstdint>

#include "engine/core/dtype.h"
#include "engine/core/view.h"

namespace lockstep::engine::cuda {

/// One factor in row-major memory: [rows, columns] at `leading` elements a row, or its transpose.
struct Factor {
  const void* data = nullptr;
  std::int64_t leading = 0;
  bool transposed = false;
};

/// output[m, n] (row-major, `n` a row) = a[m, k] b[k, n] (+ bias[n]); none of m, n, k is 0.
struct Product {
  DType dtype = DType::f32;  ///< f32 or f64
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
  Factor a;
  Factor b;
  void* output = nullptr;
  const void* bias = nullptr;
};

/// Enqueues it. In strict mode sums that are split are put together in a fixed order; f32 rounds to TF32 only where the state says so.
/// @returns whether the bias was added: not every shape has an algorithm that does. @throws DeviceError
bool run_product(const KernelContext& context, const Product& product);

/// What State::matmul_plans points to.
[[nodiscard]] void* make_matmul_plans();
void destroy_matmul_plans(void* plans) noexcept;

}  // namespace lockstep::engine::cuda

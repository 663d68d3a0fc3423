// The engine's own f32 matrix product on the CPU, for kernels.
//
// Each element of the result is one chain of fused multiply-adds over k, in blocks of 512 that are added in order: the
// bits don't depend on tiles, on the number of threads, nor on the vector width of any ISA that has fused multiply-adds.
// It needs no other library's threads, and starts at the cost of a function call, which small layers need.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::cpu {

/// A matrix of any strides (in elements).
struct GemmOperand {
  const float* data;
  std::int64_t row_stride;
  std::int64_t column_stride;
};

/// What is done to an element before it is stored.
struct GemmEpilogue {
  const float* bias = nullptr;  ///< [n], added
  bool relu = false;            ///< then max(0, ·), NaN kept
};

/// c[m, n] = a[m, k] b[k, n]; rows of c are dense and `c_row_stride` apart. c must not overlap a or b.
void gemm(const KernelContext& context, std::int64_t m, std::int64_t n, std::int64_t k, const GemmOperand& a, const GemmOperand& b,
          float* c, std::int64_t c_row_stride, const GemmEpilogue& epilogue = {});

}  // namespace lockstep::engine::cpu

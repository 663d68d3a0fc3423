// Kernels over all gradients: their norm, and clipping.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::gradient_norm {

struct Table {
  /// sum[1] (f64) = Σ x² over all elements of `count` dense views, f32 or f64, in f64 and a fixed order.
  void (*sum_of_squares)(const KernelContext&, const View& sum, const View* views, std::int64_t count) = nullptr;
  /// x *= factor
  void (*scale)(const KernelContext&, const View* views, std::int64_t count, double factor) = nullptr;
  /// x = min(max(x, -limit), limit), NaN kept
  void (*clamp)(const KernelContext&, const View* views, std::int64_t count, double limit) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::gradient_norm

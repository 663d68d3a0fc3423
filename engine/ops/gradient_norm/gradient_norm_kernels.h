// Kernels over all gradients: their norm, and clipping.
#pragma once

#include <cmath>

#include "engine/core/host_device.h"
#include "engine/core/view.h"

namespace lockstep::engine::kernels::gradient_norm {

/// What gradients are scaled by, so that their norm is at most `max_norm`; values of 1 and above mean: leave them. PyTorch's: the
/// 1e-6 keeps a norm of 0 apart. NaN stays NaN.
[[nodiscard]] LOCKSTEP_HOST_DEVICE inline double clip_factor(double sum_of_squares, double max_norm) { return max_norm / (std::sqrt(sum_of_squares) + 1e-6); }

struct Table {
  /// sum[1] (f64) = Σ x² over all elements of `count` dense views, f32 or f64, in f64 and a fixed order.
  void (*sum_of_squares)(const KernelContext&, const View& sum, const View* views, std::int64_t count) = nullptr;
  /// x *= factor
  void (*scale)(const KernelContext&, const View* views, std::int64_t count, double factor) = nullptr;
  /// x *= clip_factor(sum, max_norm) where that is not 1 or more (NaN is not); `sum` f64 [1] as of sum_of_squares.
  void (*clip_by_norm)(const KernelContext&, const View* views, std::int64_t count, const View& sum, double max_norm) = nullptr;
  /// gate (i64 [1]) becomes 0 where one of `count` single values (f32 or f64) is not finite, and stays what it is where all are.
  void (*close_gate)(const KernelContext&, const View& gate, const View* values, std::int64_t count) = nullptr;
  /// x = min(max(x, -limit), limit), NaN kept
  void (*clamp)(const KernelContext&, const View* views, std::int64_t count, double limit) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::gradient_norm

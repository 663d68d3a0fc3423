// Kernels of adaptive_avg_pool2d.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::adaptive_avg_pool2d {

struct Table {
  /// channels_last, f32 or f64; the windows follow from the sizes.
  void (*forward)(const KernelContext&, const View& output, const View& x) = nullptr;
  void (*backward)(const KernelContext&, const View& x_gradient, const View& gradient) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::adaptive_avg_pool2d

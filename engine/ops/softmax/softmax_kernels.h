// Kernels of softmax over dense rows.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::softmax {

struct Table {
  /// output[rows, n] = softmax (or its logarithm) of each row of x[rows, n]; all dense, f32 or f64. A row of -inf: zeros
  /// (-inf for the logarithm).
  void (*forward)(const KernelContext&, const View& output, const View& x, bool logarithm) = nullptr;
  /// The gradient of x from the gradient of the output and the output.
  void (*backward)(const KernelContext&, const View& x_gradient, const View& gradient, const View& output, bool logarithm) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::softmax

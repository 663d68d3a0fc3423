// Kernels of the fully connected layer. Rows are all axes of the input but the last.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::linear {

struct Gradients {
  View x;       ///< [M, in] dense, or undefined: not wanted
  View weight;  ///< [out, in] dense, or undefined
  View bias;    ///< [out] dense, or undefined
};

struct Table {
  /// y[M, out] (dense) = x[M, in] weight[out, in]^T + bias[out] (dense or undefined), with max(0, ·) where `relu`.
  void (*forward)(const KernelContext&, const View& y, const View& x, const View& weight, const View& bias, bool relu) = nullptr;
  /// From the gradient [M, out] (dense) of y. `y` is defined where relu was taken: y <= 0 lets no gradient through.
  void (*backward)(const KernelContext&, const Gradients& gradients, const View& gradient, const View& x, const View& weight, const View& y) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::linear

// Kernels of the matrix product.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::matmul {

struct Table {
  /// output[M, N] (dense) = a[M, K] b[K, N], any strides; f32 or f64.
  void (*product)(const KernelContext&, const View& output, const View& a, const View& b) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::matmul

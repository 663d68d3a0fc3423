// Kernels of conv2d.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::conv2d {

/// Height first, width second. With `pooled`, the maximum of windows of pool_kernel at pool_stride follows, without
/// padding and without windows that reach past the end; relu is then always on.
struct Geometry {
  std::int64_t stride[2];
  std::int64_t padding[2];
  std::int64_t dilation[2];
  std::int64_t groups;
  bool relu;
  bool pooled;
  std::int64_t pool_kernel[2];
  std::int64_t pool_stride[2];
};

/// What backward reads. `output` is given with relu; `index` (u8, as from forward) when pooled.
struct Received {
  View gradient;
  View output;
  View index;
  View x;
  View weight;
};

/// What backward writes; null where nobody wants it. x is channels_last, weight [O, C / groups, kH, kW] and bias dense.
struct Gradients {
  View x;
  View weight;
  View bias;
};

struct Table {
  /// Images are channels_last; weight is dense; bias may be null. f32 or f64; pooled f32 only. `index` only when pooled.
  void (*forward)(const KernelContext&, const Geometry&, const View& output, const View& index, const View& x, const View& weight,
                  const View& bias) = nullptr;
  void (*backward)(const KernelContext&, const Geometry&, const Gradients&, const Received&) = nullptr;
  /// Whether forward and backward take `pooled`.
  bool pools = false;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::conv2d

// Kernels of avg_pool2d.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::avg_pool2d {

struct Geometry {
  std::int64_t kernel[2];
  std::int64_t stride[2];
  std::int64_t padding[2];
  bool count_include_pad;
};

struct Table {
  /// channels_last, f32 or f64.
  void (*forward)(const KernelContext&, const Geometry&, const View& output, const View& x) = nullptr;
  void (*backward)(const KernelContext&, const Geometry&, const View& x_gradient, const View& gradient) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::avg_pool2d

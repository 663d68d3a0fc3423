// Kernels of max_pool2d.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::max_pool2d {

struct Geometry {
  std::int64_t kernel[2];
  std::int64_t stride[2];
  std::int64_t padding[2];
};

struct Table {
  /// output and index: maxima of channels_last x, and where in the window the first one was (row-major). index is u8 for
  /// kernels of up to 256 elements, else i64. All channels_last, x and output f32 or f64.
  void (*forward)(const KernelContext&, const Geometry&, const View& output, const View& index, const View& x) = nullptr;
  void (*backward)(const KernelContext&, const Geometry&, const View& x_gradient, const View& gradient, const View& index) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::max_pool2d

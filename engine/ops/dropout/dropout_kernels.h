// Kernels of dropout.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::dropout {

/// Where the draws of one dropout are.
struct Draws {
  std::uint32_t key0;
  std::uint32_t key1;
  const std::uint64_t* forward_index;  ///< in the backend's memory: the one value that changes from step to step
  std::uint64_t first;      ///< index of element 0
  std::uint32_t threshold;  ///< an element is kept where the upper 24 bits of its word are at least this
};

struct Table {
  /// mask[i] (u8, dense) = 1 where element first + i is kept, else 0.
  void (*mask)(const KernelContext&, const View& mask, const Draws& draws) = nullptr;
  /// output = mask ? x * scale : 0; any strides, f32 or f64; the mask's sizes are x's.
  void (*apply)(const KernelContext&, const View& output, const View& x, const View& mask, double scale) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::dropout

// Kernels of checksums.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::checksum {

struct Table {
  /// sum[1] (i64, as 64 bits) = Σ over `count` views of any dtype and strides of
  /// Σ over the row-major index i of mix64(bits_i ⊕ mix64(i ⊕ keys[view])), mod 2⁶⁴.
  void (*sum)(const KernelContext&, const View& sum, const View* views, const std::uint64_t* keys, std::int64_t count) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::checksum

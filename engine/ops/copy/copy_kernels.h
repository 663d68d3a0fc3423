// Kernels of copy: any strides, any dtypes.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::copy {

struct Table {
  /// destination[i] = source[i] for every logical index, with a conversion of dtype. Same sizes.
  void (*strided)(const KernelContext&, const View& destination, const View& source) = nullptr;
  /// `views` holds 2 lists of `count` dense views of equal layouts and dtypes, one after the other: destinations, sources. Each
  /// destination becomes its source. `gate` i64 [1] or not given: where it holds 0 nothing is done.
  void (*many)(const KernelContext&, const View* views, std::int64_t count, const View& gate) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::copy

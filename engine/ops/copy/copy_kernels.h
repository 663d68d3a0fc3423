// Kernels of copy: any strides, any dtypes.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::copy {

struct Table {
  /// destination[i] = source[i] for every logical index, with a conversion of dtype. Same sizes.
  void (*strided)(const KernelContext&, const View& destination, const View& source) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::copy

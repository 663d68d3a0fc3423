// Kernels of fill: one value everywhere.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::fill {

struct Table {
  /// Every element of a view of any strides becomes `value`, converted to its dtype.
  void (*constant)(const KernelContext&, const View& destination, double value) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::fill

// Kernels of reductions.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::reduce {

struct Table {
  /// output[…] = Σ input over every axis where output has size 1 and input has not. Same rank and dtype (f64, f32, i64).
  /// Sums run in a fixed tree that depends on the shape only.
  void (*sum)(const KernelContext&, const View& output, const View& input) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::reduce

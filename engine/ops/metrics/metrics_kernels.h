// Kernels of the metrics.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::metrics {

struct Table {
  /// output[rows] (i64, dense) = index of the first greatest value (NaN is the greatest) of each row of x[rows, n], dense; f32 or f64.
  void (*argmax)(const KernelContext&, const View& output, const View& x) = nullptr;
  /// counts[2] (i64): how many predictions equal their target (both i64 [N], dense), and how many targets are not ignored.
  void (*count_equal)(const KernelContext&, const View& counts, const View& prediction, const View& target, std::int64_t ignore_index) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::metrics

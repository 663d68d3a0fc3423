// Kernels of gather_batch.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::gather_batch {

struct Table {
  /// Rows of `output` (f32) and `samples` (u8 or f32) are dense, channels innermost; `index` is not given for row n of row n.
  /// output[n][j] = (samples[index[n]][j] - shift[j mod channels]) * scale[j mod channels].
  void (*gather)(const KernelContext&, const View& output, const View& samples, const View& index, const View& shift, const View& scale) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::gather_batch

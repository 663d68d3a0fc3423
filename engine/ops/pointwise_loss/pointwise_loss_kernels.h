// Kernels of the element-wise losses.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::pointwise_loss {

enum class Loss : std::uint8_t { squared, absolute, huber, bce_with_logits };

struct Call {
  Loss loss;
  double delta = 1.0;  ///< huber
  double scale = 1.0;  ///< every element is multiplied by it
};

struct Table {
  /// output = scale * loss(x, target, weight), element by element; the same sizes (stride 0 where broadcast) and dtype.
  void (*forward)(const KernelContext&, const Call& call, const View& output, const View& x, const View& target, const View& weight) = nullptr;
  /// output = gradient * scale * d(loss)/dx
  void (*backward)(const KernelContext&, const Call& call, const View& output, const View& gradient, const View& x, const View& target,
                   const View& weight) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::pointwise_loss

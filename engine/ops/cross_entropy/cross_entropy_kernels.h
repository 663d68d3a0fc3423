// Kernels of cross entropy.
#pragma once

#include <cstdint>

#include "engine/core/view.h"
#include "engine/ops/reduction.h"

namespace lockstep::engine::kernels::cross_entropy {

struct Options {
  double label_smoothing;
  std::int64_t ignore_index;
  ops::Reduction reduction;
};

struct Outputs {
  View loss;           ///< [], or [N] without a reduction
  View probabilities;  ///< [N, C], the softmax of the logits; for backward
  View scale;          ///< [1]: what a sample's gradient is multiplied by (1 / the sum of weights for the mean, else 1)
};

struct Table {
  /// logits [N, C], target [N] i64, class_weight [C] or undefined; all dense, f32 or f64.
  /// @throws ValueError naming the first sample with a label outside [0, C)
  void (*forward)(const KernelContext&, const Outputs& outputs, const View& logits, const View& target, const View& class_weight,
                  const Options& options) = nullptr;
  /// logits_gradient [N, C] from the gradient of the loss ([] or [N], dense) and what forward left.
  void (*backward)(const KernelContext&, const View& logits_gradient, const View& gradient, const View& probabilities, const View& scale,
                   const View& target, const View& class_weight, const Options& options) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::cross_entropy

// One step of Adam or AdamW over all parameters of a group, in place, with torch.optim's arithmetic.
#pragma once

#include <cstdint>
#include <span>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Kingma & Ba (arXiv 1412.6980); decoupled: Loshchilov & Hutter (arXiv 1711.05101).
struct AdamStep {
  double learning_rate = 0.0;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double eps = 1e-8;
  double weight_decay = 0.0;
  bool decoupled = true;  ///< AdamW
  std::int64_t step = 1;  ///< 1-based
};

/// Tensor i of each list has parameter i's shape and dtype (f32 or f64). Not recorded. @throws ShapeError
void adam_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> exp_avg,
               std::span<const Tensor> exp_avg_sq, const AdamStep& step);

}  // namespace lockstep::engine::ops

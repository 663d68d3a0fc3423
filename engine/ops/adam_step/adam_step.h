// One step of Adam or AdamW over all parameters of a group, in place, with torch.optim's arithmetic.
#pragma once

#include <array>
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

/// The values of a step that the kernel reads from the device's memory.
using AdamFactors = std::array<double, 7>;
[[nodiscard]] AdamFactors adam_factors(const AdamStep& step);

/// Tensor i of each list has parameter i's shape and dtype (f32 or f64). Not recorded. @throws ShapeError
void adam_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> exp_avg,
               std::span<const Tensor> exp_avg_sq, const AdamStep& step);
/// With adam_factors() as a tensor f64 [7] on the parameters' device. `gate`: i64 with one element on that device, or
/// undefined; where it holds 0 nothing is changed.
void adam_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> exp_avg,
               std::span<const Tensor> exp_avg_sq, const Tensor& factors, const Tensor& gate = {});

}  // namespace lockstep::engine::ops

// One step of stochastic gradient descent over all parameters of a group, in place, with torch.optim.SGD's arithmetic.
#pragma once

#include <array>
#include <span>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

struct SgdStep {
  double learning_rate = 0.0;
  double momentum = 0.0;
  double dampening = 0.0;
  double weight_decay = 0.0;
  bool nesterov = false;
  bool first_step = false;  ///< the momentum buffers start as the gradient
};

/// The values of a step that the kernel reads from the device's memory.
using SgdFactors = std::array<double, 6>;
[[nodiscard]] SgdFactors sgd_factors(const SgdStep& step);

/// Tensor i of each list has parameter i's shape and dtype (f32 or f64). `momentum_buffers` may be empty where momentum
/// is 0. Not recorded. @throws ShapeError
void sgd_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> momentum_buffers, const SgdStep& step);
/// With sgd_factors() as a tensor f64 [6] on the parameters' device; without `momentum_buffers` the momentum must be 0. `gate`: i64
/// with one element on that device, or undefined; where it holds 0 nothing is changed.
void sgd_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> momentum_buffers, const Tensor& factors,
              const Tensor& gate = {});

}  // namespace lockstep::engine::ops

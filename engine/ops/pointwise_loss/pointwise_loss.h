// The mechanism shared by the losses that compare a prediction and a target element by element.
#pragma once

#include <string_view>

#include "engine/ops/pointwise_loss/pointwise_loss_kernels.h"
#include "engine/ops/reduction.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// `weight` (undefined: ones) broadcasts to x's shape. Differentiable in x, and in the target for losses of the difference
/// alone; @throws ShapeError, prefixed with `name`
[[nodiscard]] Tensor pointwise_loss(std::string_view name, const char* node, const kernels::pointwise_loss::Call& call, const Tensor& x,
                                    const Tensor& target, const Tensor& weight, Reduction reduction);

}  // namespace lockstep::engine::ops

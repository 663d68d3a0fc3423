// Mean squared error, as torch.nn.functional.mse_loss.
#pragma once

#include "engine/ops/reduction.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// (x - target)^2; the same shape and dtype, f32 or f64. Differentiable in both. @throws ShapeError
[[nodiscard]] Tensor mse_loss(const Tensor& x, const Tensor& target, Reduction reduction = Reduction::mean);

}  // namespace lockstep::engine::ops

// Mean absolute error, as torch.nn.functional.l1_loss.
#pragma once

#include "engine/ops/reduction.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// |x - target|, gradient 0 where they are equal; the same shape and dtype, f32 or f64. @throws ShapeError
[[nodiscard]] Tensor l1_loss(const Tensor& x, const Tensor& target, Reduction reduction = Reduction::mean);

}  // namespace lockstep::engine::ops

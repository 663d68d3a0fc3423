// Huber's loss and its scaled form, as torch.nn.functional.huber_loss and smooth_l1_loss.
#pragma once

#include "engine/ops/reduction.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// d^2 / 2 where |d| <= delta, else delta (|d| - delta / 2), with d = x - target; delta > 0. @throws ShapeError, ValueError
[[nodiscard]] Tensor huber_loss(const Tensor& x, const Tensor& target, double delta = 1.0, Reduction reduction = Reduction::mean);
/// huber_loss / beta; beta 0 is l1_loss. @throws ShapeError, ValueError
[[nodiscard]] Tensor smooth_l1_loss(const Tensor& x, const Tensor& target, double beta = 1.0, Reduction reduction = Reduction::mean);

}  // namespace lockstep::engine::ops

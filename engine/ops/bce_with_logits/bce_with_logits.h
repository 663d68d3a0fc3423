// Binary cross entropy of logits, as torch.nn.functional.binary_cross_entropy_with_logits; stable to +-inf.
#pragma once

#include "engine/ops/reduction.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// target has x's shape and dtype (f32 or f64), values in [0, 1]; pos_weight (undefined: ones) broadcasts to it and
/// multiplies the positive term. @throws ShapeError
[[nodiscard]] Tensor bce_with_logits(const Tensor& x, const Tensor& target, const Tensor& pos_weight = {}, Reduction reduction = Reduction::mean);

}  // namespace lockstep::engine::ops

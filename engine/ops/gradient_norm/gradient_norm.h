// The norm of all gradients together, and the two ways of clipping them.
#pragma once

#include <span>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// sqrt(Σ g²) over all elements of all tensors (f32 or f64), summed in f64 in a fixed tree; NaN and infinities propagate.
[[nodiscard]] double gradient_norm(std::span<const Tensor> gradients);
/// t *= factor for each tensor. Not recorded.
void scale_in_place(std::span<const Tensor> tensors, double factor);
/// Each element to [-limit, limit]; NaN stays. Not recorded.
void clamp_in_place(std::span<const Tensor> tensors, double limit);

}  // namespace lockstep::engine::ops

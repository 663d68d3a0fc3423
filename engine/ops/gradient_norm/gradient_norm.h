// The norm of all gradients together, and the two ways of clipping them.
#pragma once

#include <span>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// sqrt(Σ g²) over all elements of all tensors (f32 or f64), summed in f64 in a fixed tree; NaN and infinities propagate.
[[nodiscard]] double gradient_norm(std::span<const Tensor> gradients);
/// The same before the root, left in `sum` (f64, one element) on the tensors' device; 0 without tensors.
void sum_of_squares(std::span<const Tensor> gradients, const Tensor& sum);
/// Scales the tensors so that their common norm, whose square is in `sum`, is at most `max_norm`: torch.nn.utils.clip_grad_norm_. The
/// factor is computed on the device. Non-finite norms scale as PyTorch's do (the gradients become NaN or 0).
void clip_by_norm(std::span<const Tensor> gradients, const Tensor& sum, double max_norm);
/// `gate` (i64, one element) becomes 0 where one of the values (one element each, f32 or f64, on its device) is not finite.
void close_gate(const Tensor& gate, std::span<const Tensor> values);
/// t *= factor for each tensor. Not recorded.
void scale_in_place(std::span<const Tensor> tensors, double factor);
/// Each element to [-limit, limit]; NaN stays. Not recorded.
void clamp_in_place(std::span<const Tensor> tensors, double limit);

}  // namespace lockstep::engine::ops

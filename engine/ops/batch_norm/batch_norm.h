// Batch normalisation (Ioffe and Szegedy 2015), with an optional residual and ReLU in the same pass.
#pragma once

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Both [C], or both undefined. In training they are updated in place, `running = (1 − momentum) running + momentum batch`,
/// with the unbiased variance; not by a step whose statistics are not finite.
struct BatchNormState {
  Tensor running_mean;
  Tensor running_var;
};

/// y = (x − mean) / √(var + eps) · weight + bias, then + residual (same shape as x), then ReLU, where asked for.
/// x is [N, C], [N, C, L] or [N, C, H, W], f32 or f64; weight and bias are [C] or undefined. In training mean and var are
/// the batch's (biased variance), else the running ones; without running statistics always the batch's.
/// [N, C, H, W] gives channels_last memory.
/// @throws ShapeError also in training with one value a channel, saying to use drop_last
[[nodiscard]] Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const BatchNormState& state, bool training,
                                double momentum = 0.1, double eps = 1e-5, const Tensor& residual = {}, bool relu = false);

}  // namespace lockstep::engine::ops

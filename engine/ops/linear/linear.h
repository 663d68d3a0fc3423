// The fully connected layer, as torch.nn.functional.linear.
#pragma once

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// x [..., in] x weight [out, in]^T + bias [out] (or undefined) -> [..., out]; f32 or f64. With `relu`, max(0, ·) is taken
/// in the same pass: the same bits as relu(linear(...)), forward and backward. @throws ShapeError
[[nodiscard]] Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, bool relu = false);

}  // namespace lockstep::engine::ops

// Softmax and its logarithm along one axis.
#pragma once

#include <cstdint>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Axis -1 is the last. f32 or f64. Where everything along the axis is -inf (a fully masked row) softmax gives zeros and
/// a zero gradient, where PyTorch gives NaN; a NaN gives NaN.
[[nodiscard]] Tensor softmax(const Tensor& x, std::int64_t axis = -1);
/// Of a row of -inf: -inf, with a zero gradient.
[[nodiscard]] Tensor log_softmax(const Tensor& x, std::int64_t axis = -1);

}  // namespace lockstep::engine::ops

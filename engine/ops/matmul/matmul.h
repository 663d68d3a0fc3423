// Matrix product.
#pragma once

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// [M, K] x [K, N] -> [M, N], f32 or f64, any strides. @throws ShapeError
[[nodiscard]] Tensor matmul(const Tensor& a, const Tensor& b);

}  // namespace lockstep::engine::ops

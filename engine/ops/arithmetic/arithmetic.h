// Element-wise arithmetic with broadcasting.
#pragma once

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// a + b, a - b, a * b, a / b with NumPy's broadcasting. Same dtype and device.
/// @throws ShapeError when the shapes don't broadcast or dtypes or devices differ
[[nodiscard]] Tensor add(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor subtract(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor multiply(const Tensor& a, const Tensor& b);
[[nodiscard]] Tensor divide(const Tensor& a, const Tensor& b);
/// a * scale + shift
[[nodiscard]] Tensor affine(const Tensor& a, double scale, double shift = 0.0);

/// target += source, in place, not recorded. @throws AutogradError where target requires a gradient and recording is on
void add_in_place(Tensor& target, const Tensor& source);

/// The sum of `gradient` over the axes along which `shape` was broadcast to it: the backward of broadcasting.
[[nodiscard]] Tensor sum_to(const Tensor& gradient, const Shape& shape);

}  // namespace lockstep::engine::ops

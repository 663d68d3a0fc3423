// Differentiable views: other sizes and strides over the same storage; reshape copies where no view can do.
#pragma once

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// The same elements in row-major order under another shape; one size may be -1. A view where strides allow.
[[nodiscard]] Tensor reshape(const Tensor& x, const Shape& shape);
/// Joins the axes from `start` to the last, as torch.nn.Flatten.
[[nodiscard]] Tensor flatten(const Tensor& x, std::size_t start = 1);
/// Axis i of the result is axis order[i] of x.
[[nodiscard]] Tensor permute(const Tensor& x, const Dims& order);
/// Swaps two axes.
[[nodiscard]] Tensor transpose(const Tensor& x, std::size_t a, std::size_t b);
/// Broadcasts x to `shape` without a copy.
[[nodiscard]] Tensor expand(const Tensor& x, const Shape& shape);
/// `length` elements of one axis from `start` on.
[[nodiscard]] Tensor narrow(const Tensor& x, std::size_t axis, std::int64_t start, std::int64_t length);
/// Dense copy in another memory format (itself where it already is).
[[nodiscard]] Tensor contiguous(const Tensor& x, MemoryFormat format = MemoryFormat::contiguous);
/// Converted dtype; the gradient is converted back.
[[nodiscard]] Tensor cast(const Tensor& x, DType dtype);

}  // namespace lockstep::engine::ops

// Operators along one axis: counting it from the end, and bringing it to the end.
#pragma once

#include <string_view>
#include <utility>

#include "engine/ops/check.h"

namespace lockstep::engine::ops {

/// The axis as an index; -1 is the last. @throws ShapeError
[[nodiscard]] inline std::size_t resolve_axis(std::string_view operation, const Tensor& x, std::int64_t axis) {
  const auto rank = static_cast<std::int64_t>(x.dim());
  if (axis < -rank || axis >= rank) throw_shape(operation, "expected an axis from {} to {} of {}, received {}", -rank, rank - 1, x.shape().to_string(), axis);
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

/// The same memory with `axis` and the last axis swapped.
[[nodiscard]] inline Tensor swap_with_last(const Tensor& x, std::size_t axis) {
  Shape shape = x.shape();
  Strides strides = x.strides();
  std::swap(shape[axis], shape[shape.size() - 1]);
  std::swap(strides[axis], strides[strides.size() - 1]);
  return x.alias(shape, strides);
}

/// A dense row-major tensor as [rows, length of the last axis].
[[nodiscard]] inline View as_dense_rows(const Tensor& x) {
  View view = x.view();
  const std::int64_t length = x.shape().back();
  view.rank = 2;
  view.sizes[0] = length == 0 ? 0 : x.numel() / length;
  view.sizes[1] = length;
  view.strides[0] = length;
  view.strides[1] = 1;
  return view;
}

}  // namespace lockstep::engine::ops

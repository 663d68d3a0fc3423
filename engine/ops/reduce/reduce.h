// Reductions.
#pragma once

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Σ over all elements, shape [].
[[nodiscard]] Tensor sum(const Tensor& x);
/// Σ over the given axes (0 ≤ axis < dim). With `keepdim` they stay with size 1.
[[nodiscard]] Tensor sum(const Tensor& x, const Dims& axes, bool keepdim = false);
/// Mean over all elements, shape []. Of no element: NaN.
[[nodiscard]] Tensor mean(const Tensor& x);

}  // namespace lockstep::engine::ops

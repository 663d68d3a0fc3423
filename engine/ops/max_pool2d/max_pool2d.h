// Maximum over windows.
#pragma once

#include "engine/ops/pool2d_options.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// x [N, C, H, W] → [N, C, H', W'] in channels_last memory. f32 or f64. Of equal maxima the first takes the gradient; NaN
/// wins over every number. @throws ShapeError
[[nodiscard]] Tensor max_pool2d(const Tensor& x, const Pool2dOptions& options);

}  // namespace lockstep::engine::ops

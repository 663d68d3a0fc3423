// Mean over windows that are chosen so that the result has a given size.
#pragma once

#include <array>
#include <cstdint>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// x [N, C, H, W] → [N, C, output_size] in channels_last memory; window i spans [⌊i H / H'⌋, ⌈(i + 1) H / H'⌉), as in
/// PyTorch. f32 or f64. @throws ShapeError
[[nodiscard]] Tensor adaptive_avg_pool2d(const Tensor& x, std::array<std::int64_t, 2> output_size);

}  // namespace lockstep::engine::ops

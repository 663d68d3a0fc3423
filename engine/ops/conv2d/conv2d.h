// Two-dimensional convolution (cross-correlation, as torch.nn.functional.conv2d).
#pragma once

#include <array>
#include <cstdint>

#include "engine/ops/pool2d_options.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Height first, width second.
struct Conv2dOptions {
  std::array<std::int64_t, 2> stride{1, 1};
  std::array<std::int64_t, 2> padding{0, 0};
  std::array<std::int64_t, 2> dilation{1, 1};
  std::int64_t groups = 1;
};

/// x [N, C, H, W], weight [O, C / groups, kH, kW], bias [O] or undefined → [N, O, H', W'] in channels_last memory, with
/// H' = ⌊(H + 2 padding − dilation (kH − 1) − 1) / stride⌋ + 1. f32 or f64. With `relu`, max(·, 0) of that in the same
/// pass, bitwise equal to ops::relu on the result.
/// @throws ShapeError
[[nodiscard]] Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias = {}, const Conv2dOptions& options = {}, bool relu = false);

/// max_pool2d(relu(conv2d(x))), bitwise, gradients included. Where it can it keeps only the pooled values and a byte index
/// for backward; else it is that composition.
[[nodiscard]] Tensor conv2d_relu_max_pool2d(const Tensor& x, const Tensor& weight, const Tensor& bias, const Conv2dOptions& conv, const Pool2dOptions& pool);

}  // namespace lockstep::engine::ops

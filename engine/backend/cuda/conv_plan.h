// Convolutions by cuDNN behind a thin interface: what a shape needs is made once and kept, its algorithm chosen by cuDNN's heuristic,
// never by timing.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::cuda {

/// f32 in NHWC memory, weights as [O, kH, kW, C / groups].
struct ConvolutionShape {
  std::int64_t images = 0;
  std::int64_t channels = 0;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t outputs = 0;
  std::int64_t kernel[2] = {};
  std::int64_t output_height = 0;
  std::int64_t output_width = 0;
  std::int64_t stride[2] = {};
  std::int64_t padding[2] = {};
  std::int64_t dilation[2] = {};
  std::int64_t groups = 1;
};

enum class ConvolutionPass : std::uint8_t { forward, data, weights };

/// forward: out = first (images) * second (weights). data: out (gradient of images) from first (gradient) and second (weights).
/// weights: out (gradient of weights) from first (images) and second (gradient). In strict mode deterministic algorithms only.
/// @returns false where cuDNN has none for this shape. @throws DeviceError
[[nodiscard]] bool run_convolution(const KernelContext& context, const ConvolutionShape& shape, ConvolutionPass pass, const void* first, const void* second, void* out);

/// What State::conv_plans points to.
[[nodiscard]] void* make_conv_plans();
void destroy_conv_plans(void* plans) noexcept;

}  // namespace lockstep::engine::cuda

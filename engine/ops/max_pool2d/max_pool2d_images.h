// Maximum pooling of single images on the CPU, for the kernels of max_pool2d and of convolutions that pool at once.
#pragma once

#include <cstdint>

namespace lockstep::engine::kernels::max_pool2d {

/// A window over an image whose pixels lie `pixel` elements apart, row after row, each with `channels` dense elements.
/// Index arrays lie as the output does.
struct ImageWindow {
  std::int64_t channels;
  std::int64_t height, width, pixel;
  std::int64_t output_height, output_width, output_pixel;
  std::int64_t kernel[2], stride[2], padding[2];
};

/// y = maximum, index = kernel row · kernel width + kernel column of the first maximum. With relu, y = max(maximum, 0).
/// The kernel has at most 256 elements.
void pool_image_f32(const ImageWindow& window, const float* x, float* y, std::uint8_t* index, bool relu);
/// x_gradient = gradient at each window's index, summed over windows in row-major order, 0 elsewhere. Where y is given,
/// only windows with y > 0 or NaN count: the backward of ReLU.
void unpool_image_f32(const ImageWindow& window, float* x_gradient, const float* gradient, const float* y, const std::uint8_t* index);

}  // namespace lockstep::engine::kernels::max_pool2d

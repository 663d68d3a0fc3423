// Passes over images between a convolution and memory on the CPU: ReLU, its backward, and the 16-channel blocks of
// Winograd (nChw16c) from and to NHWC. `pixels` is of one image; channels are whole blocks.
#pragma once

#include <cstdint>

namespace lockstep::engine::kernels::conv2d {

/// NaN stays, −0 becomes +0.
void relu_in_place(float* data, std::int64_t count);
/// output = gradient where y > 0 or NaN, else 0.
void mask(float* output, const float* gradient, const float* y, std::int64_t count);
void to_blocks(float* blocked, const float* images, std::int64_t count, std::int64_t pixels, std::int64_t channels);
/// mask() and to_blocks() in one.
void mask_to_blocks(float* blocked, const float* gradient, const float* y, std::int64_t count, std::int64_t pixels, std::int64_t channels);
void from_blocks(float* images, const float* blocked, std::int64_t count, std::int64_t pixels, std::int64_t channels, bool relu);
/// data[0] += data[1] + … over `rows` rows of `stride` elements, in a fixed tree, for elements [begin, end) of a row.
void sum_rows(float* data, std::int64_t rows, std::int64_t stride, std::int64_t begin, std::int64_t end);

}  // namespace lockstep::engine::kernels::conv2d

// Resizing of images in fixed-point arithmetic: the same bits on every machine.
#pragma once

#include <cstdint>

#include "engine/data/options.h"
#include "engine/data/readers/image.h"

namespace lockstep::engine::data {

/// Bilinear (a triangle filter that widens when it shrinks, so that nothing aliases), two passes, 14-bit weights that sum
/// to exactly one: a constant image stays constant. The middle of a pixel is at half-integers, as in Pillow.
[[nodiscard]] Image resampled(const Image& image, std::int64_t height, std::int64_t width);

/// To [height, width] by the way that was chosen.
[[nodiscard]] Image resized(const Image& image, std::int64_t height, std::int64_t width, Resize way);

}  // namespace lockstep::engine::data

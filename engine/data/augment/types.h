// One function an augmentation: its declaration and how it is made. Only augment.cpp's list uses these.
#pragma once

#include "engine/data/augment/augment.h"

namespace lockstep::engine::data {

[[nodiscard]] AugmentType random_crop_type();
[[nodiscard]] AugmentType random_horizontal_flip_type();
[[nodiscard]] AugmentType random_vertical_flip_type();
[[nodiscard]] AugmentType random_rotation_type();
[[nodiscard]] AugmentType random_translation_type();

/// The window [height, width] of `input` whose upper left corner is (top, left); zeros where it lies outside.
void copy_window(const ImageView& input, std::int64_t top, std::int64_t left, std::int64_t height, std::int64_t width, std::byte* out) noexcept;

}  // namespace lockstep::engine::data

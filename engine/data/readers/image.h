// PNG and JPEG files as 8-bit images.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/data/files.h"

namespace lockstep::engine::data {

/// [height, width, channels] in row-major memory; 1 (grey) or 3 (RGB) channels.
struct Image {
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t channels = 1;
  std::vector<std::uint8_t> pixels;
};

/// What a file's header says, after the EXIF orientation.
struct ImageInfo {
  std::int64_t height = 0;
  std::int64_t width = 0;
  bool grey = false;
};

/// Any mode and bit depth: palettes are looked up, 16 bits rounded to 8, CMYK becomes RGB, transparency is dropped, the EXIF
/// orientation is applied. @throws DataError whose text is the reason alone (the caller names the file): damaged or truncated
/// files, and sizes above `max_pixels`
[[nodiscard]] Image decode_image(std::span<const std::byte> bytes, std::int64_t max_pixels);
[[nodiscard]] ImageInfo image_info(std::span<const std::byte> bytes, std::int64_t max_pixels);

/// One decoder each; orientation 1 … 8 is found, not applied.
struct Decoded {
  Image image;
  int orientation = 1;
};
[[nodiscard]] Decoded decode_png(std::span<const std::byte> bytes, std::int64_t max_pixels, bool header_only);
[[nodiscard]] Decoded decode_jpeg(std::span<const std::byte> bytes, std::int64_t max_pixels, bool header_only);

/// Tag 0x0112 of a TIFF block (EXIF 2.3, section 4.6.4); 1 where there is none or the block is damaged.
[[nodiscard]] int exif_orientation(std::span<const std::byte> tiff) noexcept;
[[nodiscard]] Image oriented(Image image, int orientation);

/// 1 channel from 3 by ITU-R 601 luma in 16-bit fixed point, 3 from 1 by repetition.
[[nodiscard]] Image with_channels(Image image, std::int64_t channels);

[[noreturn]] void fail_image(const std::string& reason);
/// @throws DataError where height × width is 0 or above the limit
void check_image_size(std::uint64_t height, std::uint64_t width, std::int64_t max_pixels);

}  // namespace lockstep::engine::data

// What PNG and JPEG have in common.
#include "engine/data/readers/image.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/content.h"

namespace lockstep::engine::data {

namespace {

Decoded decode(std::span<const std::byte> bytes, std::int64_t max_pixels, bool header_only) {
  switch (image_format(bytes)) {
    case ImageFormat::png: return decode_png(bytes, max_pixels, header_only);
    case ImageFormat::jpeg: return decode_jpeg(bytes, max_pixels, header_only);
    case ImageFormat::none: break;
  }
  fail_image(bytes.empty() ? "the file is empty" : "neither a PNG nor a JPEG file");
}

}  // namespace

void fail_image(const std::string& reason) { throw DataError(plain_message("data.image", reason)); }

void check_image_size(std::uint64_t height, std::uint64_t width, std::int64_t max_pixels) {
  if (height == 0 || width == 0) fail_image("it has no pixels");
  if (height > static_cast<std::uint64_t>(max_pixels) / width) {
    fail_image(fmt::format("its {} x {} pixels are more than the limit of {}", height, width, max_pixels));
  }
}

int exif_orientation(std::span<const std::byte> tiff) noexcept {
  if (tiff.size() < 8) return 1;
  const bool little = tiff[0] == std::byte{'I'};
  const auto number = [&](std::size_t at, std::size_t size) -> std::size_t {
    std::size_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const auto byte = std::to_integer<std::size_t>(tiff[at + (little ? size - 1 - i : i)]);
      value = value << 8U | byte;
    }
    return value;
  };
  const std::size_t directory = number(4, 4);
  if (directory > tiff.size() - 2) return 1;
  const std::size_t count = number(directory, 2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t entry = directory + 2 + 12 * i;
    if (entry + 12 > tiff.size()) return 1;
    if (number(entry, 2) != 0x0112) continue;
    const std::size_t value = number(entry + 8, 2);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

Image oriented(Image image, int orientation) {
  if (orientation <= 1 || orientation > 8) return image;
  const bool swapped = orientation >= 5;
  Image out;
  out.height = swapped ? image.width : image.height;
  out.width = swapped ? image.height : image.width;
  out.channels = image.channels;
  out.pixels.resize(image.pixels.size());
  auto* to = out.pixels.data();
  for (std::int64_t y = 0; y < out.height; ++y) {
    for (std::int64_t x = 0; x < out.width; ++x) {
      std::int64_t from_y = swapped ? x : y;
      std::int64_t from_x = swapped ? y : x;
      if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) from_x = image.width - 1 - from_x;
      if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) from_y = image.height - 1 - from_y;
      const auto* from = image.pixels.data() + (from_y * image.width + from_x) * image.channels;
      to = std::copy(from, from + image.channels, to);
    }
  }
  return out;
}

Image with_channels(Image image, std::int64_t channels) {
  if (image.channels == channels) return image;
  Image out{image.height, image.width, channels, {}};
  const auto pixels = static_cast<std::size_t>(image.height * image.width);
  out.pixels.resize(pixels * static_cast<std::size_t>(channels));
  for (std::size_t i = 0; i < pixels; ++i) {
    if (channels == 3) {
      std::fill_n(out.pixels.begin() + static_cast<std::ptrdiff_t>(3 * i), 3, image.pixels[i]);
    } else {
      const auto* rgb = image.pixels.data() + 3 * i;
      out.pixels[i] = static_cast<std::uint8_t>((rgb[0] * 19595U + rgb[1] * 38470U + rgb[2] * 7471U + 0x8000U) >> 16U);
    }
  }
  return out;
}

Image decode_image(std::span<const std::byte> bytes, std::int64_t max_pixels) {
  Decoded decoded = decode(bytes, max_pixels, false);
  return oriented(std::move(decoded.image), decoded.orientation);
}

ImageInfo image_info(std::span<const std::byte> bytes, std::int64_t max_pixels) {
  const Decoded decoded = decode(bytes, max_pixels, true);
  ImageInfo info{decoded.image.height, decoded.image.width, decoded.image.channels == 1};
  if (decoded.orientation >= 5) std::swap(info.height, info.width);
  return info;
}

}  // namespace lockstep::engine::data

#include "engine/data/resample.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep::engine::data {

namespace {

constexpr int weight_bits = 14;
constexpr std::int32_t one = 1 << weight_bits;

/// The input samples that one output sample is made of.
struct Window {
  std::int64_t first = 0;
  std::vector<std::int32_t> weights;
};

/// Only +, -, *, / and floor of doubles: exact the same everywhere.
std::vector<Window> windows(std::int64_t from, std::int64_t to) {
  const double ratio = static_cast<double>(from) / static_cast<double>(to);
  const double reach = std::max(ratio, 1.0);
  std::vector<Window> out(static_cast<std::size_t>(to));
  for (std::int64_t i = 0; i < to; ++i) {
    const double centre = (static_cast<double>(i) + 0.5) * ratio;
    const auto begin = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(centre - reach + 0.5)));
    const auto end = std::min(from, static_cast<std::int64_t>(std::floor(centre + reach + 0.5)));
    std::vector<double> exact;
    double sum = 0;
    for (std::int64_t k = begin; k < end; ++k) {
      exact.push_back(std::max(0.0, 1.0 - std::fabs((static_cast<double>(k) + 0.5 - centre) / reach)));
      sum += exact.back();
    }
    Window& window = out[static_cast<std::size_t>(i)];
    window.first = begin;
    std::int32_t total = 0;
    for (const double weight : exact) {
      window.weights.push_back(static_cast<std::int32_t>(std::floor(weight / sum * one + 0.5)));
      total += window.weights.back();
    }
    *std::max_element(window.weights.begin(), window.weights.end()) += one - total;  // rounding's rest, so that they sum to one
  }
  return out;
}

/// Along one axis: `outer` lines of `length` samples, each of `inner` consecutive bytes.
std::vector<std::uint8_t> along(const std::vector<std::uint8_t>& in, std::int64_t outer, std::int64_t length, std::int64_t inner, std::int64_t to) {
  const std::vector<Window> plan = windows(length, to);
  std::vector<std::uint8_t> out(static_cast<std::size_t>(outer * to * inner));
  std::uint8_t* at = out.data();
  for (std::int64_t o = 0; o < outer; ++o) {
    const std::uint8_t* line = in.data() + o * length * inner;
    for (const Window& window : plan) {
      for (std::int64_t k = 0; k < inner; ++k) {
        std::int32_t sum = one / 2;
        const std::uint8_t* sample = line + window.first * inner + k;
        for (const std::int32_t weight : window.weights) {
          sum += weight * *sample;
          sample += inner;
        }
        *at++ = static_cast<std::uint8_t>(std::clamp(sum >> weight_bits, 0, 255));
      }
    }
  }
  return out;
}

Image cut(const Image& image, std::int64_t top, std::int64_t left, std::int64_t height, std::int64_t width) {
  Image out{height, width, image.channels, {}};
  for (std::int64_t y = 0; y < height; ++y) {
    const auto begin = image.pixels.begin() + ((top + y) * image.width + left) * image.channels;
    out.pixels.insert(out.pixels.end(), begin, begin + width * image.channels);
  }
  return out;
}

Image placed(const Image& image, std::int64_t height, std::int64_t width) {
  Image out{height, width, image.channels, std::vector<std::uint8_t>(static_cast<std::size_t>(height * width * image.channels))};
  const std::int64_t top = (height - image.height) / 2;
  const std::int64_t left = (width - image.width) / 2;
  for (std::int64_t y = 0; y < image.height; ++y) {
    std::copy_n(image.pixels.begin() + y * image.width * image.channels, image.width * image.channels,
                out.pixels.begin() + ((top + y) * width + left) * image.channels);
  }
  return out;
}

/// a * b / c, rounded to the nearest, at least 1.
std::int64_t scaled(std::int64_t a, std::int64_t b, std::int64_t c) { return std::max<std::int64_t>(1, (2 * a * b + c) / (2 * c)); }

}  // namespace

Image resampled(const Image& image, std::int64_t height, std::int64_t width) {
  Image out{height, width, image.channels, image.pixels};
  if (width != image.width) out.pixels = along(out.pixels, image.height, image.width, image.channels, width);
  if (height != image.height) out.pixels = along(out.pixels, 1, image.height, width * image.channels, height);
  return out;
}

Image resized(const Image& image, std::int64_t height, std::int64_t width, Resize way) {
  if (image.height == height && image.width == width) return image;
  const bool wider = image.width * height > width * image.height;  // than the target, by the ratio of sides
  switch (way) {
    case Resize::stretch: return resampled(image, height, width);
    case Resize::fit: {
      const std::int64_t h = wider ? std::min(height, scaled(image.height, width, image.width)) : height;
      const std::int64_t w = wider ? width : std::min(width, scaled(image.width, height, image.height));
      return placed(resampled(image, h, w), height, width);
    }
    case Resize::crop: {
      const std::int64_t h = wider ? image.height : std::min(image.height, scaled(height, image.width, width));
      const std::int64_t w = wider ? std::min(image.width, scaled(width, image.height, height)) : image.width;
      return resampled(cut(image, (image.height - h) / 2, (image.width - w) / 2, h, w), height, width);
    }
  }
  return image;
}

}  // namespace lockstep::engine::data

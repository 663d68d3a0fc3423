#include "engine/data/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/data/fingerprint.h"

namespace lockstep::engine::data {

namespace {

struct Extent {
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();

  void add(const Extent& other) noexcept {
    minimum = std::min(minimum, other.minimum);
    maximum = std::max(maximum, other.maximum);
  }
};

/// One channel of one chunk of bytes.
struct ByteSums {
  std::uint64_t sum = 0;
  std::uint64_t squares = 0;
  Extent extent;

  void add(const std::uint8_t* values, std::size_t count, std::size_t stride) noexcept {
    std::uint64_t total = 0;
    std::uint64_t total_squares = 0;
    std::uint8_t low = 255;
    std::uint8_t high = 0;
    for (std::size_t i = 0; i < count; i += stride) {
      const std::uint32_t value = values[i];
      total += value;
      total_squares += value * value;
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
    sum += total;
    squares += total_squares;
    extent.add({static_cast<double>(low), static_cast<double>(high)});
  }
  void add(const ByteSums& other) noexcept {
    sum += other.sum;
    squares += other.squares;
    extent.add(other.extent);
  }
};

/// One channel of one chunk of floats: distances from a centre that is known already.
struct FloatSums {
  double sum = 0;
  double squares = 0;
  Extent extent;

  void add(const float* values, std::size_t count, std::size_t stride, double centre) noexcept {
    for (std::size_t i = 0; i < count; i += stride) {
      const double distance = static_cast<double>(values[i]) - centre;
      sum += distance;
      squares += distance * distance;
      extent.add({static_cast<double>(values[i]), static_cast<double>(values[i])});
    }
  }
  void add(const FloatSums& other) noexcept {
    sum += other.sum;
    squares += other.squares;
    extent.add(other.extent);
  }
};

/// Sums a channel over all samples, chunk by chunk; add(sums, sample, channel) takes in one sample.
template <class Sums, class Add>
std::vector<Sums> sum_channels(std::span<const std::int64_t> indices, const SampleAt& sample, const Shape& shape, std::size_t item, const Work& work,
                               Add&& add) {
  const auto channels = static_cast<std::size_t>(shape[0]);
  const std::size_t sample_bytes = static_cast<std::size_t>(shape.numel()) * item;
  const std::int64_t step = samples_per_chunk(sample_bytes);
  const auto count = static_cast<std::int64_t>(indices.size());
  std::vector<std::vector<Sums>> partials(static_cast<std::size_t>((count + step - 1) / step), std::vector<Sums>(channels));
  work.parallel(static_cast<std::int64_t>(partials.size()), [&](std::int64_t chunk) {
    std::vector<std::byte> scratch(sample_bytes);
    for (std::int64_t i = chunk * step; i < std::min(count, (chunk + 1) * step); ++i) {
      const std::byte* bytes = sample(indices[static_cast<std::size_t>(i)], scratch.data());
      for (std::size_t c = 0; c < channels; ++c) add(partials[static_cast<std::size_t>(chunk)][c], bytes, c);
    }
  });
  std::vector<Sums> total(channels);
  for (const auto& partial : partials) {
    for (std::size_t c = 0; c < channels; ++c) total[c].add(partial[c]);
  }
  return total;
}

}  // namespace

Moments moments(std::span<const std::int64_t> indices, const SampleAt& sample, const Shape& shape, DType dtype, const Work& work) {
  const auto channels = static_cast<std::size_t>(shape[0]);
  const auto numel = static_cast<std::size_t>(shape.numel());
  const std::uint64_t n = indices.size() * (numel / channels);
  const auto values = static_cast<double>(n);
  Moments out;
  if (dtype == DType::u8) {
    const auto sums = sum_channels<ByteSums>(indices, sample, shape, 1, work, [&](ByteSums& s, const std::byte* bytes, std::size_t c) {
      s.add(reinterpret_cast<const std::uint8_t*>(bytes) + c, numel - c, channels);
    });
    for (const ByteSums& s : sums) {
      __extension__ using Wide = unsigned __int128;
      const Wide spread = static_cast<Wide>(n) * s.squares - static_cast<Wide>(s.sum) * s.sum;  // n² times the variance, exact
      out.mean.push_back(static_cast<double>(s.sum) / values);
      out.deviation.push_back(std::sqrt(static_cast<double>(spread)) / values);
      out.minimum.push_back(s.extent.minimum);
      out.maximum.push_back(s.extent.maximum);
    }
    return out;
  }
  const auto pass = [&](const std::vector<double>& centre) {
    return sum_channels<FloatSums>(indices, sample, shape, sizeof(float), work, [&](FloatSums& s, const std::byte* bytes, std::size_t c) {
      s.add(reinterpret_cast<const float*>(bytes) + c, numel - c, channels, centre[c]);
    });
  };
  for (const FloatSums& s : pass(std::vector<double>(channels))) {
    out.mean.push_back(s.sum / values);
    out.minimum.push_back(s.extent.minimum);
    out.maximum.push_back(s.extent.maximum);
  }
  for (const FloatSums& s : pass(out.mean)) out.deviation.push_back(std::sqrt(s.squares / values));
  return out;
}

}  // namespace lockstep::engine::data

#include "engine/data/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/data/fingerprint.h"

namespace lockstep::engine::data {

namespace {

struct Partial {
  std::vector<double> sum;
  std::vector<double> minimum;
  std::vector<double> maximum;

  explicit Partial(std::size_t channels)
      : sum(channels), minimum(channels, std::numeric_limits<double>::infinity()), maximum(channels, -std::numeric_limits<double>::infinity()) {}
};

template <class T>
void add(Partial& partial, const T* values, std::size_t count, std::span<const double> centre) {
  const std::size_t channels = centre.size();
  for (std::size_t c = 0; c < channels; ++c) {
    double sum = 0;
    double low = partial.minimum[c];
    double high = partial.maximum[c];
    for (std::size_t i = c; i < count; i += channels) {
      const auto value = static_cast<double>(values[i]);
      low = std::min(low, value);
      high = std::max(high, value);
      sum += value - centre[c];
    }
    partial.sum[c] += sum;
    partial.minimum[c] = low;
    partial.maximum[c] = high;
  }
}

template <class T>
void add_squares(Partial& partial, const T* values, std::size_t count, std::span<const double> centre) {
  const std::size_t channels = centre.size();
  for (std::size_t c = 0; c < channels; ++c) {
    double sum = 0;
    for (std::size_t i = c; i < count; i += channels) {
      const double distance = static_cast<double>(values[i]) - centre[c];
      sum += distance * distance;
    }
    partial.sum[c] += sum;
  }
}

}  // namespace

Moments moments(std::span<const std::int64_t> indices, const SampleAt& sample, const Shape& shape, DType dtype, const Work& work) {
  const auto channels = static_cast<std::size_t>(shape[0]);
  const auto numel = static_cast<std::size_t>(shape.numel());
  const std::int64_t step = samples_per_chunk(numel * item_size(dtype));
  const auto count = static_cast<std::int64_t>(indices.size());
  const double values = static_cast<double>(count) * static_cast<double>(numel / channels);

  const auto pass = [&](std::span<const double> centre, bool squares) {
    std::vector<Partial> partials(static_cast<std::size_t>((count + step - 1) / step), Partial(channels));
    work.parallel(static_cast<std::int64_t>(partials.size()), [&](std::int64_t chunk) {
      Partial& partial = partials[static_cast<std::size_t>(chunk)];
      std::vector<std::byte> scratch(numel * item_size(dtype));
      for (std::int64_t i = chunk * step; i < std::min(count, (chunk + 1) * step); ++i) {
        const std::byte* bytes = sample(indices[static_cast<std::size_t>(i)], scratch.data());
        const auto use = [&](const auto* v) { squares ? add_squares(partial, v, numel, centre) : add(partial, v, numel, centre); };
        if (dtype == DType::u8) use(reinterpret_cast<const std::uint8_t*>(bytes));
        else use(reinterpret_cast<const float*>(bytes));
      }
    });
    Partial total(channels);
    for (const Partial& partial : partials) {
      for (std::size_t c = 0; c < channels; ++c) {
        total.sum[c] += partial.sum[c];
        total.minimum[c] = std::min(total.minimum[c], partial.minimum[c]);
        total.maximum[c] = std::max(total.maximum[c], partial.maximum[c]);
      }
    }
    return total;
  };

  Moments out;
  const Partial first = pass(std::vector<double>(channels), false);
  out.minimum = first.minimum;
  out.maximum = first.maximum;
  for (const double sum : first.sum) out.mean.push_back(sum / values);
  for (const double sum : pass(out.mean, true).sum) out.deviation.push_back(std::sqrt(sum / values));
  return out;
}

}  // namespace lockstep::engine::data

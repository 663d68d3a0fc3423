#include "engine/core/shape.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::engine {

namespace {
[[noreturn]] void throw_rank(std::size_t rank) {
  throw ShapeError(plain_message("shape.rank", fmt::format("expected at most {} dimensions, received {}", max_rank, rank)));
}
}  // namespace

Dims::Dims(std::span<const std::int64_t> values) {
  if (values.size() > max_rank) throw_rank(values.size());
  std::copy(values.begin(), values.end(), values_.begin());
  rank_ = static_cast<std::uint8_t>(values.size());
}

Dims Dims::filled(std::size_t rank, std::int64_t fill) {
  if (rank > max_rank) throw_rank(rank);
  Dims dims;
  dims.rank_ = static_cast<std::uint8_t>(rank);
  std::fill(dims.begin(), dims.end(), fill);
  return dims;
}

void Dims::push_back(std::int64_t value) { insert(rank_, value); }

void Dims::insert(std::size_t at, std::int64_t value) {
  if (rank_ == max_rank) throw_rank(max_rank + 1);
  std::copy_backward(begin() + at, end(), end() + 1);
  values_[at] = value;
  ++rank_;
}

void Dims::erase(std::size_t at) {
  std::copy(begin() + at + 1, end(), begin() + at);
  --rank_;
}

std::int64_t Dims::numel() const noexcept {
  std::int64_t product = 1;
  for (const std::int64_t value : *this) product *= value;
  return product;
}

std::string Dims::to_string() const { return fmt::format("[{}]", fmt::join(begin(), end(), ", ")); }

Strides contiguous_strides(const Shape& shape) {
  Strides strides = Dims::filled(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * std::max<std::int64_t>(shape[i], 1);
  return strides;
}

Strides channels_last_strides(const Shape& shape) {
  if (shape.size() != 4) {
    throw ShapeError(plain_message("shape.channels_last", "channels-last expected [N, C, H, W], received " + shape.to_string()));
  }
  const auto at_least_one = [](std::int64_t v) { return std::max<std::int64_t>(v, 1); };
  const std::int64_t c = at_least_one(shape[1]);
  const std::int64_t w = at_least_one(shape[3]);
  return {at_least_one(shape[2]) * w * c, 1, w * c, c};
}

Shape broadcast_shapes(const Shape& a, const Shape& b, std::string_view operation) {
  const std::size_t rank = std::max(a.size(), b.size());
  Shape out = Dims::filled(rank, 1);
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (x != y && x != 1 && y != 1) {
      throw ShapeError(plain_message("shape.broadcast", fmt::format("[{}] expected shapes that broadcast, received {} and {}",
                                                                    operation, a.to_string(), b.to_string())));
    }
    out[rank - 1 - i] = x == 1 ? y : x;
  }
  return out;
}

}  // namespace lockstep::engine

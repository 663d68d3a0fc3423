// Sizes and strides of tensors: at most eight dimensions, 64-bit, no heap.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace lockstep::engine {

inline constexpr std::size_t max_rank = 8;

/// A short list of 64-bit integers; a Shape or Strides. Strides count elements, not bytes.
class Dims {
 public:
  Dims() = default;
  Dims(std::initializer_list<std::int64_t> values) : Dims(std::span<const std::int64_t>(values.begin(), values.size())) {}
  /// @throws ShapeError with more than eight values
  explicit Dims(std::span<const std::int64_t> values);
  /// `rank` values, all `fill`.
  [[nodiscard]] static Dims filled(std::size_t rank, std::int64_t fill);

  [[nodiscard]] std::size_t size() const noexcept { return rank_; }
  [[nodiscard]] bool empty() const noexcept { return rank_ == 0; }
  [[nodiscard]] std::int64_t operator[](std::size_t i) const noexcept { return values_[i]; }
  [[nodiscard]] std::int64_t& operator[](std::size_t i) noexcept { return values_[i]; }
  [[nodiscard]] std::int64_t back() const noexcept { return values_[rank_ - 1U]; }
  [[nodiscard]] const std::int64_t* begin() const noexcept { return values_.data(); }
  [[nodiscard]] const std::int64_t* end() const noexcept { return values_.data() + rank_; }
  [[nodiscard]] std::int64_t* begin() noexcept { return values_.data(); }
  [[nodiscard]] std::int64_t* end() noexcept { return values_.data() + rank_; }
  void push_back(std::int64_t value);
  void insert(std::size_t at, std::int64_t value);
  void erase(std::size_t at);

  /// Product of all values; 1 for a scalar's empty shape.
  [[nodiscard]] std::int64_t numel() const noexcept;
  /// "[32, 3, 28, 28]"
  [[nodiscard]] std::string to_string() const;

  friend bool operator==(const Dims& a, const Dims& b) noexcept {
    if (a.rank_ != b.rank_) return false;
    for (std::size_t i = 0; i < a.rank_; ++i) {
      if (a.values_[i] != b.values_[i]) return false;
    }
    return true;
  }

 private:
  std::array<std::int64_t, max_rank> values_{};
  std::uint8_t rank_ = 0;
};

using Shape = Dims;
using Strides = Dims;

/// Row-major strides of a dense tensor.
[[nodiscard]] Strides contiguous_strides(const Shape& shape);
/// Strides of a logical [N, C, H, W] whose memory is [N, H, W, C].
[[nodiscard]] Strides channels_last_strides(const Shape& shape);
/// NumPy's broadcasting rule. @throws ShapeError naming `operation` and both shapes
[[nodiscard]] Shape broadcast_shapes(const Shape& a, const Shape& b, std::string_view operation);

}  // namespace lockstep::engine

// Augmentations of images. Each draw is addressed by (epoch, position in the epoch's order, draw): independent of
// threads, batches and resumption. Computed on the CPU in fixed arithmetic.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/rng.h"
#include "engine/core/shape.h"
#include "engine/data/options.h"
#include "engine/schema/field.h"

namespace lockstep::engine::data {

/// An image in [H, W, C] memory.
struct ImageView {
  const std::byte* data = nullptr;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t channels = 0;
  DType dtype = DType::u8;  ///< u8 or f32
};

/// The draws of one augmentation for one sample.
class Draws {
 public:
  Draws(const RandomStream& stream, std::int64_t position, std::uint64_t first) noexcept
      : stream_(stream), position_(static_cast<std::uint64_t>(position)), first_(first) {}
  [[nodiscard]] double uniform(std::uint64_t draw) const noexcept { return stream_.uniform53(position_, first_ + draw); }
  [[nodiscard]] std::int64_t below(std::int64_t bound, std::uint64_t draw) const noexcept {
    return static_cast<std::int64_t>(stream_.below(static_cast<std::uint64_t>(bound), position_, first_ + draw));
  }

 private:
  const RandomStream& stream_;
  std::uint64_t position_;
  std::uint64_t first_;
};

class Augment {
 public:
  virtual ~Augment() = default;
  /// The shape [C, H, W] after it. @throws ValueError when it can't be applied to `input`
  [[nodiscard]] virtual Shape output_shape(const Shape& input) const { return input; }
  /// Writes an image of output_shape to `out`, which does not overlap the input.
  virtual void apply(const ImageView& input, std::byte* out, const Draws& draws) const = 0;
};

struct AugmentType {
  schema::TypeSpec spec;
  std::unique_ptr<Augment> (*make)(const schema::Arguments& arguments);
};

/// All augmentations, in the order that documents list them.
[[nodiscard]] std::span<const AugmentType> augment_types();

/// Draws set aside for each augmentation of a chain.
inline constexpr std::uint64_t draws_per_augment = 8;

/// A chain of augmentations for samples of one shape and dtype. Immutable; used from several threads.
class AugmentChain {
 public:
  AugmentChain() = default;
  /// @throws ValueError for an unknown type or one that the shape does not allow (tables take none)
  AugmentChain(const std::vector<AugmentConfig>& configs, const Shape& sample_shape, DType dtype);

  [[nodiscard]] bool empty() const noexcept { return steps_.empty(); }
  [[nodiscard]] const Shape& output_shape() const noexcept { return shapes_.back(); }
  /// Bytes of each of the two buffers that apply() needs.
  [[nodiscard]] std::size_t buffer_bytes() const noexcept { return buffer_bytes_; }
  /// The augmented sample: in `a` or `b`, or `sample` itself for an empty chain.
  [[nodiscard]] const std::byte* apply(const std::byte* sample, std::byte* a, std::byte* b, const RandomStream& stream,
                                       std::int64_t position) const;

 private:
  std::vector<std::shared_ptr<const Augment>> steps_;
  std::vector<Shape> shapes_;  ///< before each step, and after the last
  DType dtype_ = DType::u8;
  std::size_t buffer_bytes_ = 0;
};

}  // namespace lockstep::engine::data

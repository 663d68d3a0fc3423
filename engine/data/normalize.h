// (sample - shift) * scale into f32: the inner loop of every batch.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/data/preprocessing.h"

namespace lockstep::engine::data {

/// Immutable; used from several threads.
class Normalizer {
 public:
  Normalizer() = default;
  explicit Normalizer(const Preprocessing& preprocessing);
  /// `sample` has input_shape's elements ([H, W, C] or [features]); writes as many floats. An identity only converts.
  void apply(const std::byte* sample, float* out) const noexcept;

 private:
  DType dtype_ = DType::f32;
  bool identity_ = true;
  std::int64_t rows_ = 0;   ///< the vectors below cover one row; a sample has so many
  std::int64_t width_ = 0;  ///< elements a row
  std::vector<float> shift_;
  std::vector<float> scale_;
};

}  // namespace lockstep::engine::data

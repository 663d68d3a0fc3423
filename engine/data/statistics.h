// Statistics of the training part, one set a channel (images) or column (tables); the same for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/shape.h"
#include "engine/data/files.h"

namespace lockstep::engine::data {

struct Moments {
  std::vector<double> mean;
  std::vector<double> deviation;  ///< of the population (divided by n)
  std::vector<double> minimum;
  std::vector<double> maximum;
};

/// Gives the bytes of sample `index`; `scratch` has room for one sample.
using SampleAt = std::function<const std::byte*(std::int64_t index, std::byte* scratch)>;

/// Over the samples `indices`. Bytes: exact integer sums. Floats: two passes in double, in chunks of fixed size whose sums are
/// added in order.
[[nodiscard]] Moments moments(std::span<const std::int64_t> indices, const SampleAt& sample, const Shape& shape, DType dtype, const Work& work);

}  // namespace lockstep::engine::data

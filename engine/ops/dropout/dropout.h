// Dropout whose mask is a function of place, not of time (the determinism contract).
#pragma once

#include <cstdint>

#include "engine/core/rng.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Element i is kept where stream.uniform(forward_index, element_offset + i) >= p, and scaled by 1 / (1 - p); i is the
/// row-major index in x, whatever its layout. `element_offset` is where x begins in the whole batch (micro-batches).
/// 0 <= p <= 1. @throws ValueError for another p, ShapeError for another index
[[nodiscard]] Tensor dropout(const Tensor& x, double p, const RandomStream& stream, std::uint64_t forward_index, std::uint64_t element_offset = 0);
/// The index as a value on x's device, i64 with one element, so that a step that was captured can be done again with the next.
[[nodiscard]] Tensor dropout(const Tensor& x, double p, const RandomStream& stream, const Tensor& forward_index, std::uint64_t element_offset = 0);

}  // namespace lockstep::engine::ops

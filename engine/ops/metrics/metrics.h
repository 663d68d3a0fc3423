// Counts behind the metrics of classification. Not differentiable.
#pragma once

#include <cstdint>

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// Index of the first greatest value along an axis (-1: the last), i64; a NaN counts as the greatest, as in PyTorch.
/// @throws ShapeError for an empty axis
[[nodiscard]] Tensor argmax(const Tensor& x, std::int64_t axis = -1);

struct ClassificationCounts {
  std::int64_t correct = 0;
  std::int64_t counted = 0;  ///< samples whose target is not ignored
};
/// logits [N, C], target [N] i64.
[[nodiscard]] ClassificationCounts classification_counts(const Tensor& logits, const Tensor& target, std::int64_t ignore_index = -100);
/// The same, left in `counts` (i64 [2]: correct, counted) on their device.
void classification_counts(const Tensor& logits, const Tensor& target, std::int64_t ignore_index, const Tensor& counts);
/// Of how many samples the greatest logit is the target's.
[[nodiscard]] std::int64_t correct_count(const Tensor& logits, const Tensor& target);

}  // namespace lockstep::engine::ops

// Cross entropy of class labels, as torch.nn.functional.cross_entropy, softmax included.
#pragma once

#include <cstdint>

#include "engine/ops/reduction.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

/// logits [N, C] f32 or f64, target [N] i64, class_weight [C] or undefined, 0 <= label_smoothing <= 1. The mean is over the
/// weights of the targets that are not ignored. Where all are ignored it is 0 with a zero gradient (PyTorch: NaN).
/// @throws ShapeError; ValueError naming the first sample whose label is out of range
[[nodiscard]] Tensor cross_entropy(const Tensor& logits, const Tensor& target, const Tensor& class_weight = {}, double label_smoothing = 0.0,
                                   std::int64_t ignore_index = -100, Reduction reduction = Reduction::mean);

}  // namespace lockstep::engine::ops

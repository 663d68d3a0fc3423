// What a network's output means: classes and their probabilities, or values.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/tensor/tensor.h"

namespace lockstep::tracking {

/// Of logits [N, classes], one a sample: the first greatest.
[[nodiscard]] std::vector<std::int64_t> predicted_classes(const engine::Tensor& output);
/// Softmax of logits [N, classes], row after row.
[[nodiscard]] std::vector<float> class_probabilities(const engine::Tensor& output);
/// [N, width] of a regression, row after row; of a model trained with BCEWithLogitsLoss the probabilities of yes.
[[nodiscard]] std::vector<float> predicted_values(const engine::Tensor& output, std::string_view loss);

}  // namespace lockstep::tracking

// Every loss, with torch.nn's names, arguments and defaults (reduction is always "mean"). One .cpp a kind.
#pragma once

#include <vector>

#include "engine/nn/loss_type.h"

namespace lockstep::engine::nn {

/// Classes: CrossEntropyLoss.
[[nodiscard]] LossType cross_entropy_type();
/// Value by value: MSELoss, L1Loss, HuberLoss, SmoothL1Loss, BCEWithLogitsLoss.
[[nodiscard]] std::vector<LossType> elementwise_types();

}  // namespace lockstep::engine::nn

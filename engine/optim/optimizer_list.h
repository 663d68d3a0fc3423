// The optimizers that there are; each is declared in its own .cpp.
#pragma once

#include "engine/optim/optimizer.h"

namespace lockstep::engine::optim {

[[nodiscard]] OptimizerType sgd_type();
[[nodiscard]] OptimizerType adam_type();
[[nodiscard]] OptimizerType adamw_type();

}  // namespace lockstep::engine::optim

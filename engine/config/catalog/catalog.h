// The catalogue of what this build has: the engine's layers, losses, optimizers, schedules, augmentations and data sets.
#pragma once

#include "engine/config/config.h"

namespace lockstep::engine::config {

[[nodiscard]] const Catalog& catalog();

}  // namespace lockstep::engine::config

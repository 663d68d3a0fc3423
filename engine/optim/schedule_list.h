// The schedules that there are, by the file that declares them.
#pragma once

#include <vector>

#include "engine/optim/schedule.h"

namespace lockstep::engine::optim {

/// Constant, StepLR, MultiStepLR, ExponentialLR, CosineAnnealingLR: closed forms of how far the run is.
[[nodiscard]] std::vector<ScheduleType> decay_schedules();
/// WarmupCosine, OneCycleLR: shapes over the whole run.
[[nodiscard]] std::vector<ScheduleType> cycle_schedules();
/// ReduceLROnPlateau.
[[nodiscard]] ScheduleType plateau_schedule();

}  // namespace lockstep::engine::optim

// The parts that capture_environment is put together from, one file each.
#pragma once

#include "tracking/provenance/environment.h"

namespace lockstep::tracking {

void capture_machine(EnvironmentState& state);    ///< os, cpu, memory
/// Through NVIDIA's NVML, `file`, where the driver brings it.
void capture_gpu(EnvironmentState& state, const std::string& file);
void capture_libraries(EnvironmentState& state);  ///< libraries

}  // namespace lockstep::tracking

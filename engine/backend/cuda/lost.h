// Whether the CUDA context of this process is lost: after an illegal address or a device that went away nothing works any more.
#pragma once

#include "engine/core/error.h"

namespace lockstep::engine::cuda {

/// Keeps the first reason. Thread-safe.
void set_lost(const Message& message);
/// Null while the context works; stays valid until the program ends.
[[nodiscard]] const Message* lost() noexcept;

}  // namespace lockstep::engine::cuda

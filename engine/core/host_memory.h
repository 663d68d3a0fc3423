// What this machine and its control groups leave to this process.
#pragma once

#include <cstddef>

namespace lockstep::engine {

/// Bytes that the process may still take: the smallest of available memory and the room in its control group and those
/// above it, where page cache that the kernel would give back counts as room. Less a tenth, for everything uncounted.
[[nodiscard]] std::size_t usable_host_memory();

/// Processors that this process may run on (affinity and the control groups' quotas), at least 1.
[[nodiscard]] int usable_processors();

}  // namespace lockstep::engine

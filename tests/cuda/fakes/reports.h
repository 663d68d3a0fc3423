// Rules of CUDA that the caller broke: kept for tests, told on the standard error stream.
#pragma once

#include <string>
#include <vector>

#include "tests/cuda/fakes/counters.h"

namespace lockstep::fakes {

/// The one set of counters; guarded by the world's mutex.
LockstepFakeCounters& counters() noexcept;

/// Notes a broken rule, e.g. "cudaFree: 0x7f… was freed before".
void violation(const std::string& text);
[[nodiscard]] const std::vector<std::string>& violations() noexcept;
/// For tests, which break rules on purpose.
void forget_violations() noexcept;

/// Objects that are still there: "2 streams, 1 event, 3 blocks of device memory (4096 bytes)"; empty where none.
[[nodiscard]] std::string leaks();

}  // namespace lockstep::fakes

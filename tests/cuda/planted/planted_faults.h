// Kernels with one fault each, and their right twins: what the emulator and its checker must find, and must not.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lockstep::emulator {

struct Planted {
  const char* name;
  const char* expected;  ///< what the fault's message holds; empty for a kernel without fault
  bool needs_checker;    ///< found only where every load and store is looked at
  std::function<std::string()> run;  ///< @returns the fault
};

/// Each allocates what it needs from the fake device.
[[nodiscard]] std::vector<Planted> planted_faults();

}  // namespace lockstep::emulator

// In the checked module: checking begins as it is loaded, before the first block of memory.
#include "tests/cuda/emulator/checker.h"

namespace {
[[maybe_unused]] const bool checking = [] {
  lockstep::emulator::start_checking();
  return true;
}();
}  // namespace

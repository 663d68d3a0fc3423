// Finds what a kernel may not do with memory, exactly: races, accesses outside of every block, reads of what nobody wrote,
// host memory, misalignment. Kernels compiled by g++ with -fsanitize=thread call __tsan_read4 and its kin for each load and
// store; the program is linked without that sanitizer's library, and these are the checker's.
#pragma once

#include <cstddef>

namespace lockstep::emulator {

/// Watches the fake device's memory from now on; its present content counts as written.
void start_checking();

}  // namespace lockstep::emulator

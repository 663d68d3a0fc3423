// What an operator promises about its bits. reproducibility.strict refuses operators that promise nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::engine {

enum class Determinism : std::uint8_t {
  bitwise,           ///< the same inputs give the same bits on this device: every time, on any number of threads, wherever they lie in memory
  thread_invariant,  ///< every time and on any number of threads, while inputs lie in memory the same way (strides, alignment)
  none,              ///< bits may change from one call to the next (sums by atomics, a choice by timing)
};

/// As an operator's kernels::<op>::Table declares it: `static constexpr Determinism determinism = Determinism::none;`. Bitwise where
/// it says nothing.
template <class Table>
[[nodiscard]] constexpr Determinism declared_determinism() noexcept {
  if constexpr (requires { Table::determinism; }) return Table::determinism;
  else return Determinism::bitwise;
}

}  // namespace lockstep::engine

// The window of max_pool2d and avg_pool2d.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep::engine::ops {

/// Height first, width second. As in PyTorch padding is at most half of the kernel.
struct Pool2dOptions {
  std::array<std::int64_t, 2> kernel_size{2, 2};
  std::array<std::int64_t, 2> stride{2, 2};
  std::array<std::int64_t, 2> padding{0, 0};
  bool ceil_mode = false;          ///< also a last window that reaches past the end, if it begins within the input or the padding before it
  bool count_include_pad = true;   ///< avg_pool2d: padding counts as zeros
};

}  // namespace lockstep::engine::ops

// How a loss turns its elements into its value.
#pragma once

#include <cstdint>

namespace lockstep::engine::ops {

enum class Reduction : std::uint8_t { mean, sum, none };

}  // namespace lockstep::engine::ops

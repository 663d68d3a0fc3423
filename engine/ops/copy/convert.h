// An element's value in another dtype, the same on every device.
#pragma once

#include <type_traits>

#include "engine/core/dtype.h"
#include "engine/core/host_device.h"

namespace lockstep::engine::kernels::copy {

template <class To, class From>
LOCKSTEP_HOST_DEVICE To convert(From value) {
  constexpr bool from_short = std::is_same_v<From, bfloat16> || std::is_same_v<From, float16>;
  constexpr bool to_short = std::is_same_v<To, bfloat16> || std::is_same_v<To, float16>;
  if constexpr (std::is_same_v<To, From>) return value;
  else if constexpr (from_short) return convert<To>(static_cast<float>(value));
  else if constexpr (std::is_same_v<To, bool>) return value != From{};
  else if constexpr (to_short) return To(static_cast<float>(value));
  else return static_cast<To>(value);
}

}  // namespace lockstep::engine::kernels::copy

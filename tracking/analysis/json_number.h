// Numbers that JSON lacks, as texts. Include it in .cpp files only: nlohmann's header is heavy.
#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

namespace lockstep::tracking {

/// A number, or "NaN", "Infinity", "-Infinity".
[[nodiscard]] inline nlohmann::ordered_json json_number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

}  // namespace lockstep::tracking

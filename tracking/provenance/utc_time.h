// Times are recorded as UTC milliseconds since 1970; a person sees them in local time.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::tracking {

/// Milliseconds since 1970-01-01T00:00:00Z by the system's clock.
[[nodiscard]] std::int64_t utc_milliseconds();

/// ISO 8601 in UTC with milliseconds: "2026-11-30T23:03:39.125Z". Times before 1970 too.
[[nodiscard]] std::string utc_text(std::int64_t milliseconds);

}  // namespace lockstep::tracking

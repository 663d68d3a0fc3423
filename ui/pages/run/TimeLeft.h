// How long a run still takes, told so that a person can rely on it: from this attempt's own steps, without the pauses, never
// negative, never jumping.
#pragma once

#include <cstdint>
#include <optional>

#include "ui/charts/RunClock.h"

namespace lockstep::ui {

/// The first steps of an attempt tell little: caches fill, kernels are made.
inline constexpr std::int64_t estimatingSteps = 30;

/// Of the newest steps after `fromStep`, where this attempt began. Absent while there are too few.
[[nodiscard]] std::optional<double> millisecondsAStep(const RunClock& clock, std::int64_t fromStep);

class TimeLeft {
 public:
  /// Call as often as something is new; `now` in milliseconds of any clock. Absent: estimating.
  std::optional<std::int64_t> update(std::int64_t stepsLeft, std::optional<double> millisecondsAStep, bool paused, std::int64_t now);

 private:
  std::optional<double> m_end;   ///< when it will be done
  double m_shown = 0;
};

}  // namespace lockstep::ui

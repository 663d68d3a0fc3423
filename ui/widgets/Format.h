// Numbers, times and states as people read them; the same on every page.
#pragma once

#include <QString>
#include <cstdint>

#include "tracking/store/types.h"

namespace lockstep::ui {

/// Four significant digits; "–" for none is the caller's.
[[nodiscard]] QString shortNumber(double value);
[[nodiscard]] QString count(std::int64_t value);            ///< with thousands separated
[[nodiscard]] QString duration(std::int64_t milliseconds);  ///< 0:48, 12:05, 3:04:05
[[nodiscard]] QString localTime(std::int64_t milliseconds);
/// A shape and a word: "● running".
[[nodiscard]] QString statusText(tracking::Status status);
/// How long the run has worked, as far as is known; -1 when it hasn't started.
[[nodiscard]] std::int64_t runMilliseconds(const tracking::RunSummary& run);
/// Of an accuracy the maximum, else of a loss the minimum; validation before training. Null without metrics.
struct BestMetric {
  const tracking::MetricSummary* metric = nullptr;
  double value = 0;
};
[[nodiscard]] BestMetric bestMetric(const tracking::RunSummary& run);

}  // namespace lockstep::ui

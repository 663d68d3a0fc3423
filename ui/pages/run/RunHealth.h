// What is wrong with a run, in a sentence, and what it means for the data.
#pragma once

#include <QString>
#include <optional>

#include "tracking/store/types.h"
#include "ui/charts/SeriesStore.h"
#include "ui/widgets/Theme.h"

namespace lockstep::ui {

struct RunHealth {
  Tone tone = Tone::plain;
  QString text = {};  ///< empty: healthy
};

/// `checkpointStep`: of the last checkpoint, if there is one.
[[nodiscard]] RunHealth healthOf(const tracking::RunSummary& run, const SeriesStore& series, std::optional<std::int64_t> checkpointStep);

}  // namespace lockstep::ui

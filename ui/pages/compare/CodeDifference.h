// How the code of two runs differs, as one text: the commits between them, and their uncommitted changes against each other.
#pragma once

#include <QString>

#include "tracking/analysis/comparison.h"

namespace lockstep::ui {

/// In the form of a patch: '-' is the first run's, '+' the second's. Says so where nothing differs. For two runs.
[[nodiscard]] QString codeDifference(const tracking::Comparison& comparison);

}  // namespace lockstep::ui

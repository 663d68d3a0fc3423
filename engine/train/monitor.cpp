#include "engine/train/monitor.h"

#include <cmath>

namespace lockstep::engine::train {

bool smaller_is_better(std::string_view metric) noexcept { return !metric.ends_with("accuracy"); }

bool Monitor::add(double value, std::int64_t step, bool smaller) {
  history.push_back(value);
  const bool better = std::isfinite(value) && (best_step == 0 || (smaller ? value < best : value > best));
  if (better) {
    best = value;
    best_step = step;
    evaluations_since_best = 0;
  } else {
    ++evaluations_since_best;
  }
  return better;
}

}  // namespace lockstep::engine::train

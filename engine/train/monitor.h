// The monitored metric: what is best, and when to stop early. Ties go to the earlier value.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep::engine::train {

/// Whether a smaller value of the metric is better: losses yes, accuracies no.
[[nodiscard]] bool smaller_is_better(std::string_view metric) noexcept;

struct Monitor {
  std::vector<double> history;         ///< one value an evaluation
  double best = 0;                     ///< meaningless while best_step is 0
  std::int64_t best_step = 0;          ///< 0: no finite value yet
  std::int64_t evaluations_since_best = 0;

  /// @returns whether `value` is the best so far; a value that is not finite never is
  bool add(double value, std::int64_t step, bool smaller);
  [[nodiscard]] bool exhausted(std::int64_t patience) const noexcept { return patience > 0 && evaluations_since_best >= patience; }
};

}  // namespace lockstep::engine::train

// Where two runs part: the first step, and the first quantity of it, whose bits differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/analysis/run_record.h"

namespace lockstep::tracking {

/// The quantities of a step in the order in which they are computed.
inline constexpr std::string_view step_quantities[] = {"batch_hash", "loss", "parameters", "gradient_norm"};

struct FirstDifference {
  std::int64_t step = 0;  ///< 0: the initial state
  /// One of step_quantities ("parameters" for the initial state too), or an evaluation's metric: "val/loss".
  std::string quantity;
  std::string before;  ///< a number, or 16 hexadecimal digits; empty where the run has none
  std::string after;
};

/// Whether a difference of the losses gets larger, once it is there.
enum class Trend { none, grows, stays, shrinks };

struct Divergence {
  std::optional<FirstDifference> first;      ///< absent: nothing that was computed differs
  std::optional<std::int64_t> batch_step;    ///< the first step whose batch differs
  bool initial_differs = false;
  std::int64_t compared = 0;                 ///< steps that both runs have
  Trend trend = Trend::none;
};

/// Bit for bit; NaN equals the same NaN. `whole`: steps that only one run has are differences too; else, for a run that was
/// stopped early, only those that both have are compared.
[[nodiscard]] Divergence compare_series(const RunRecord& before, const RunRecord& after, bool whole = true);

/// |loss difference| at the steps that both have.
struct LossDifference {
  std::vector<std::int64_t> steps;
  std::vector<double> differences;
};
[[nodiscard]] LossDifference loss_difference(const RunRecord& before, const RunRecord& after);

[[nodiscard]] std::string_view trend_name(Trend trend);

}  // namespace lockstep::tracking

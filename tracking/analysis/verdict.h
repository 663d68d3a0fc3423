// Whether a run repeats another, at which step they part, and why.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/analysis/drift.h"
#include "tracking/analysis/first_difference.h"

namespace lockstep::tracking {

enum class Verdict { identical, within_tolerance, diverged };

/// In the order in which they are looked for: the first whose record, or series, differs.
enum class Cause { none, data, config, seed, initial_weights, order, code, environment, arithmetic };

/// How far a final metric of two runs may lie apart when nothing but arithmetic differs.
struct MetricBand {
  std::string metric;
  double before = 0;
  double after = 0;
  double allowed = 0;  ///< largest |difference| that is within tolerance
  bool from_seeds = false;  ///< the spread of runs of the same config with other seeds; else 1 % of the larger value
  [[nodiscard]] bool holds() const noexcept;
};

struct Judgement {
  Verdict verdict = Verdict::diverged;
  Cause cause = Cause::none;
  Divergence divergence;
  std::vector<Drift> drift;
  std::vector<MetricBand> bands;  ///< of the final metrics, where only arithmetic differs

  /// One sentence: whether and where they part, and why.
  [[nodiscard]] engine::Message sentence() const;
  /// Its second half alone, the argument {why}: the cause in words. Empty where there is none.
  [[nodiscard]] engine::Message reason() const;
};

[[nodiscard]] std::string_view verdict_name(Verdict verdict);  ///< "identical", "within_tolerance", "diverged"
[[nodiscard]] std::optional<Verdict> verdict_from_name(std::string_view name);
[[nodiscard]] std::string_view cause_name(Cause cause);        ///< "none", "data", …

/// `repeats`: final metrics of runs of the same config and data with other seeds, which say how much a result varies; their
/// spread counts from three runs on, the original's among them. `whole` as in compare_series.
[[nodiscard]] Judgement judge(const RunRecord& before, const RunRecord& after, const std::vector<RunSummary>& repeats = {}, bool whole = true);

/// Finished runs of the project with the same config hash and data fingerprint as `run`, itself left out.
[[nodiscard]] std::vector<RunSummary> repeats_of(const Project& project, const RunSummary& run);

/// {"verdict", "first_step", "first_quantity", "cause", "drift": [{"kind", "key", "before", "after", "effect"}], "before", "after",
///  "trend", "compared_steps", "bands": […], "sentence"}
[[nodiscard]] std::string to_json(const Judgement& judgement);

}  // namespace lockstep::tracking

// What differs between two records besides what was computed, and what that can do to a result.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "tracking/analysis/run_record.h"

namespace lockstep::tracking {

enum class DriftKind { data, config, seed, code, lockstep, environment };

/// How much a difference can matter.
enum class DriftEffect {
  none,     ///< never changes a result
  bits,     ///< may change the last bits of results
  meaning,  ///< another experiment: it must be accepted before a reproduction begins
};

struct Drift {
  DriftKind kind = DriftKind::environment;
  std::string key;     ///< "files.changed", "optimizer.learning_rate", "commit", "cpu.isa"
  std::string before;  ///< as a person reads it; empty where there is none
  std::string after;
  DriftEffect effect = DriftEffect::none;

  /// In one sentence: what it is likely to do.
  [[nodiscard]] engine::Message explanation() const;
};

[[nodiscard]] std::string_view drift_kind_name(DriftKind kind);      ///< "data", …
[[nodiscard]] std::string_view drift_effect_name(DriftEffect effect);  ///< "none", "bits", "meaning"

/// In the order data, config, seeds, code, Lockstep's build, environment. Parts that a run has not recorded are left out.
[[nodiscard]] std::vector<Drift> drift_between(const RunRecord& before, const RunRecord& after);

/// "3 files changed, 1 added: a.png, b.png, …"; the lists at most so long.
[[nodiscard]] std::string describe_files(const ManifestDifference& difference, std::size_t most = 5);

}  // namespace lockstep::tracking

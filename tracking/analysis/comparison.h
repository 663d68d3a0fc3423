// Two to fifty runs side by side: what differs between them, in tables that hold only that, a matrix that shows which of them
// share what, and one sentence why they differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tracking/analysis/patch_difference.h"
#include "tracking/analysis/statistics.h"
#include "tracking/analysis/verdict.h"
#include "tracking/provenance/commit_log.h"

namespace lockstep::tracking {

inline constexpr std::size_t most_compared = 50;

/// One key with its value in each run, in their order; empty where a run has none.
struct DifferenceRow {
  std::string key;
  std::vector<std::string> values;
  DriftEffect effect = DriftEffect::none;
};

/// A metric's last value and its best in each run.
struct MetricRow {
  std::string key;
  bool smaller_is_better = true;
  std::vector<std::optional<MetricSummary>> values;
};

/// One column of the reproducibility matrix: runs with the same number share the same thing; -1 where nothing is recorded.
struct MatrixColumn {
  std::string name;                 ///< "config", "code", "data", "seeds", "environment", "initial_weights", "outcome"
  std::vector<int> groups;          ///< from 0, in order of appearance
  std::vector<std::string> values;  ///< what is compared: a hash, a commit
};

/// Runs of one config (and data) under several seeds.
struct SeedGroup {
  std::string config_hash;
  std::string data_fingerprint;
  std::vector<std::size_t> runs;  ///< places in Comparison::runs
};

/// Two groups' final metric, and how sure their difference is.
struct GroupDifference {
  std::string metric;
  std::size_t first = 0;  ///< places in Comparison::groups
  std::size_t second = 0;
  Spread before;
  Spread after;
  WelchInterval interval;
};

struct Comparison {
  std::vector<RunSummary> runs;
  std::vector<DifferenceRow> config;
  std::vector<DifferenceRow> data;  ///< fingerprint, counts, classes, split; files of two runs
  std::vector<DifferenceRow> code;
  std::vector<DifferenceRow> environment;  ///< Lockstep's own build too
  std::vector<DifferenceRow> seeds;
  std::vector<MetricRow> metrics;  ///< all that a run has, the same or not
  std::vector<MatrixColumn> matrix;
  std::vector<Judgement> judgements;  ///< of each run but the first, against the first
  std::vector<SeedGroup> groups;      ///< with two runs or more
  std::vector<GroupDifference> significance;
  engine::Message why;

  /// For exactly two runs: files of the data, the commits between their code (absent where one has no commit or both the
  /// same), the recorded patches and how the code differs by them.
  std::optional<ManifestDifference> files;
  std::optional<CommitLog> commits;
  PatchDifference patches;
  std::string patch_before;
  std::string patch_after;
};

/// @throws ValueError for fewer than two or more than `most_compared` runs, or a run that is given twice; FileError
[[nodiscard]] Comparison compare_runs(const Project& project, const std::vector<std::string>& runs);

/// Of two runs the keys of their judgement (see verdict.h); then for any number "runs", "why", "config", "data", "code", "environment",
/// "seeds" ({"key", "values", "effect"}), "metrics", "matrix", "judgements", "significance"; of two runs "files", "commits" ({"ancestor",
/// "only_before", "only_after", their "…_total", "problem"}) and "patches" ({"path", "relation", "binary", "text"}).
[[nodiscard]] std::string to_json(const Comparison& comparison);

}  // namespace lockstep::tracking

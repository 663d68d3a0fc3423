// What the header says of a run beyond the list's row: from its documents and checkpoints, read on a worker thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::ui {

struct RunFacts {
  double stepsPerEpoch = 0;                     ///< 0: not known yet
  std::optional<int> changedFiles = {};         ///< in the code's repository, uncommitted
  std::optional<std::int64_t> checkpointStep = {};  ///< of the last checkpoint
};

/// @throws engine::FileError
[[nodiscard]] RunFacts readRunFacts(const std::filesystem::path& project, const std::string& run);

/// A run's config as it was written, for a new run.
struct RunConfig {
  std::string text;
  std::string path;  ///< where relative paths in it are relative to
  std::string overrides;  ///< settings that the run was started with and the text doesn't hold; one a line
};
[[nodiscard]] RunConfig readRunConfig(const std::filesystem::path& project, const std::string& run);

}  // namespace lockstep::ui

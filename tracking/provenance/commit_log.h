// The commits between two recorded states of a person's code, as far as their repository still tells.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/core/error.h"

namespace lockstep::tracking {

struct CommitLine {
  std::string id;         ///< 40 hexadecimal digits
  std::int64_t time = 0;  ///< the committer's, UTC milliseconds
  std::string author;
  std::string summary;    ///< first line of the message
  bool operator==(const CommitLine&) const = default;
};

/// Commits that only one of two states builds on, newest first, at most as many as were asked for.
struct CommitLog {
  std::string ancestor;  ///< the newest commit that both build on; empty where the histories share nothing
  std::vector<CommitLine> only_before;
  std::vector<CommitLine> only_after;
  std::int64_t only_before_total = 0;
  std::int64_t only_after_total = 0;
  engine::Message problem;  ///< why there is no log, or no ancestor; without a code where all is well
};

/// Reads the repository whose root (or git folder) is `root`; nothing is written to it, and its working tree is not looked at. Never
/// throws for what it finds: a repository that is gone or a commit that it doesn't have is said in `problem`.
[[nodiscard]] CommitLog commits_between(const std::filesystem::path& root, const std::string& before, const std::string& after, std::size_t most = 100);

}  // namespace lockstep::tracking

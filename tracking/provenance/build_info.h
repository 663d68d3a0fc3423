// Which Lockstep this is: recorded with each run, so that another build can be told from the same one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tracking/provenance/difference.h"

namespace lockstep::tracking {

struct BuildInfo {
  std::string version;      ///< "0.1.0"
  std::string commit;       ///< of Lockstep's sources; empty when they were not built from a git checkout
  bool dirty = false;       ///< the sources were not as in that commit
  std::string source_hash;  ///< SHA-256 over the sources of engine, tracking and app: the identity even without git
  std::string compiler;     ///< "GNU 12.2.0"
  std::string flags;
  std::string build_type;
  bool operator==(const BuildInfo&) const = default;
};

/// This program's own.
[[nodiscard]] const BuildInfo& build_info();

/// Keys as the members above.
[[nodiscard]] std::string to_json(const BuildInfo& info);
/// ValueError where the text is damaged.
[[nodiscard]] BuildInfo build_info_from_json(std::string_view text);
[[nodiscard]] std::vector<KeyDifference> differences(const BuildInfo& before, const BuildInfo& after);

}  // namespace lockstep::tracking

// Where a run's data lie below one folder, so that they can be put below another and every path of the config still finds them.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tracking/provenance/data_files.h"

namespace lockstep::tracking::pack {

struct DataLayout {
  /// Folder of the manifest's base below the common one; empty where they are the same.
  std::filesystem::path base = {};
  /// By the config's key ("data.path"), what its path is below the common folder; "." is the folder itself.
  std::map<std::string, std::filesystem::path> locations = {};
};

/// `paths` are the config's (path_settings); only those of the section data count. Every result leads down, none out:
/// engine::ValueError where a path of the manifest would.
[[nodiscard]] DataLayout data_layout(const DataManifest& manifest, const std::map<std::string, std::string>& paths);

/// A relative path, with no part that is empty, "." or "..".
[[nodiscard]] bool leads_down(const std::string& path) noexcept;

}  // namespace lockstep::tracking::pack

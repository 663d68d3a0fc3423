// Where Lockstep's own files are, relative to the program: presets beside the bundled data sets.
#pragma once

#include <filesystem>
#include <vector>

namespace lockstep::tracking {

/// $LOCKSTEP_RESOURCES/presets, then resources/presets above the program, then share/lockstep/presets.
[[nodiscard]] std::vector<std::filesystem::path> preset_folders();

/// The cache of file hashes, in the user's cache folder; empty where there is none.
[[nodiscard]] std::filesystem::path hash_cache_file();

}  // namespace lockstep::tracking

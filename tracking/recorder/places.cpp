#include "tracking/recorder/places.h"

#include <cstdlib>
#include <system_error>

namespace lockstep::tracking {

namespace fs = std::filesystem;

std::vector<fs::path> preset_folders() {
  std::vector<fs::path> folders;
  if (const char* chosen = std::getenv("LOCKSTEP_RESOURCES"); chosen != nullptr && *chosen != '\0') folders.push_back(fs::path(chosen) / "presets");
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  fs::path folder = executable.parent_path();
  for (int up = 0; !error && up < 4 && folder.has_relative_path(); ++up, folder = folder.parent_path()) {
    folders.push_back(folder / "resources/presets");
    folders.push_back(folder / "share/lockstep/presets");
  }
  folders.emplace_back("/usr/share/lockstep/presets");
  return folders;
}

fs::path hash_cache_file() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value == '/' ? fs::path(value) : fs::path();
  };
  fs::path folder = variable("XDG_CACHE_HOME");
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") / ".cache";
  if (folder.empty()) return {};
  folder /= "lockstep";
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? fs::path() : folder / "file-hashes.json";
}

}  // namespace lockstep::tracking

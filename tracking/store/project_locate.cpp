// Where a project is when nobody says so.
#include <cstdlib>

#include "tracking/store/project.h"

namespace lockstep::tracking {
namespace fs = std::filesystem;

namespace {

fs::path user_data_folder() {
  // XDG Base Directory Specification: relative paths in these variables are to be ignored.
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && fs::path(data).is_absolute()) return data;
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return fs::path(home) / ".local" / "share";
  throw engine::FileError(engine::plain_message(
      "store.no_home", "neither XDG_DATA_HOME nor HOME says where your data is; give --project DIR"));
}

}  // namespace

fs::path find_project(const fs::path& start) {
  std::error_code error;
  for (fs::path folder = fs::absolute(start).lexically_normal(); !folder.empty(); folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / catalogue_file, error)) return folder;
    if (folder == folder.parent_path()) break;
  }
  return user_data_folder() / "lockstep" / "default";
}

}  // namespace lockstep::tracking

#include "tracking/pack/data_layout.h"

#include "engine/core/error.h"
#include "engine/schema/check.h"

namespace lockstep::tracking::pack {
namespace fs = std::filesystem;

namespace {

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

[[noreturn]] void bad_path(const std::string& path) {
  throw engine::ValueError(engine::Message{"pack.data_path",
                                           "the path {path} of its data leads out of their folder",
                                           {{"path", engine::schema::quote(path)}}});
}

fs::path normal(const std::string& path) {
  fs::path out = fs::path(path).lexically_normal();
  if (!out.is_absolute() || path.find('\0') != std::string::npos) bad_path(path);
  return out.has_filename() ? out : out.parent_path();  // without the last slash
}

}  // namespace

bool leads_down(const std::string& path) noexcept {
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = path.find('/', begin);
    const std::string_view part = std::string_view(path).substr(begin, end == std::string::npos ? end : end - begin);
    if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string_view::npos) return false;
    if (end == std::string::npos) return true;
    begin = end + 1;
  }
}

DataLayout data_layout(const DataManifest& manifest, const std::map<std::string, std::string>& paths) {
  for (const DataFile& file : manifest.files) {
    if (!leads_down(file.path)) bad_path(file.path);
  }
  const fs::path base = normal(manifest.base);
  fs::path common = base;
  std::map<std::string, fs::path> data;
  for (const auto& [key, path] : paths) {
    if (!key.starts_with("data.")) continue;
    const fs::path place = normal(path);
    // A path that is one of the files counts by its folder, one that is a folder by itself: a folder of one class is above the files' base.
    while (common.has_relative_path() && !is_below(place, common)) common = common.parent_path();
    data[key] = place;
  }
  DataLayout out;
  out.base = base.lexically_relative(common);
  if (out.base == ".") out.base.clear();
  for (const auto& [key, place] : data) out.locations[key] = place.lexically_relative(common);
  return out;
}

}  // namespace lockstep::tracking::pack

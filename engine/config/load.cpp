// Config files and presets on disk.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "engine/config/config.h"
#include "engine/config/tree.h"
#include "engine/schema/suggest.h"

namespace lockstep::engine::config {
namespace {

namespace fs = std::filesystem;

ConfigError file_error(const fs::path& path, Message message) { return {path.string(), 0, 0, {}, std::move(message)}; }

Message too_large(const std::string& found) {
  return {"config.too_large",
          "found {found} bytes; a config has at most {allowed}. Is this the right file?",
          {{"found", found}, {"allowed", std::to_string(largest_config)}}};
}

/// Why the file can't be read, without opening it.
std::optional<Message> refuse(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    return Message{"config.no_such_file", "there is no such file; allowed is a config's path, or preset:NAME", {}};
  if (fs::is_directory(status))
    return Message{"config.not_a_file", "found a folder; allowed is a config file in it, such as config.toml", {}};
  if (!fs::is_regular_file(status)) return std::nullopt;  // a pipe: read up to the limit
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > largest_config) return too_large(std::to_string(size));
  return std::nullopt;
}

}  // namespace

std::vector<std::string> list_presets(const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator();
         it.increment(error)) {
      if (it->path().extension() == ".toml") names.push_back(it->path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Outcome<fs::path> find_preset(std::string_view name, const std::vector<fs::path>& folders) {
  Outcome<fs::path> out;
  const std::vector<std::string> names = list_presets(folders);
  if (std::find(names.begin(), names.end(), name) != names.end()) {  // a name, not a path: nothing outside the folders
    for (const fs::path& folder : folders) {
      const fs::path file = folder / (std::string(name) + ".toml");
      std::error_code error;
      if (!fs::exists(file, error)) continue;
      out.value = file;
      return out;
    }
  }
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string nearest = schema::nearest_name(name, views);
  std::string list;
  for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
  const std::string hint = nearest.empty() ? "; " : "; did you mean \"{nearest}\"? ";
  Message message{
      "config.unknown_preset",
      "there is no such preset" + hint + (names.empty() ? "none was found in {folders}" : "allowed: {allowed}"),
      {{"nearest", nearest}, {"allowed", list}}};
  std::string searched;
  for (const fs::path& folder : folders) searched += (searched.empty() ? "" : ", ") + folder.string();
  message.arguments.emplace_back("folders", searched.empty() ? "any folder" : searched);
  out.errors.push_back({"preset:" + std::string(name), 0, 0, {}, std::move(message)});
  return out;
}

Outcome<Source> load(std::string_view path_or_preset, const Options& options) {
  constexpr std::string_view prefix = "preset:";
  Outcome<Source> out;
  fs::path path(path_or_preset);
  if (path_or_preset.starts_with(prefix)) {
    auto preset = find_preset(path_or_preset.substr(prefix.size()), options.preset_folders);
    if (!preset.ok()) {
      out.errors = std::move(preset.errors);
      return out;
    }
    path = std::move(*preset.value);
  }
  if (auto message = refuse(path)) {
    out.errors.push_back(file_error(path, std::move(*message)));
    return out;
  }
  std::ifstream file(path, std::ios::binary);
  std::string text(largest_config + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  const bool opened = file.is_open() && !file.bad();
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (!opened) {
    const std::string reason = std::strerror(errno);
    out.errors.push_back(file_error(path, {"config.unreadable", "can't be read: {reason}", {{"reason", reason}}}));
  } else if (text.size() > largest_config) {
    out.errors.push_back(file_error(path, too_large("more than " + std::to_string(largest_config))));
  } else {
    out.value = Source{std::move(text), path};
  }
  return out;
}

}  // namespace lockstep::engine::config

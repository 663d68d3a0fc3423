#include "tracking/recorder/unpacked.h"

#include "engine/config/catalog/catalog.h"
#include "engine/config/config.h"
#include "engine/schema/check.h"
#include "tracking/provenance/json_support.h"
#include "tracking/recorder/session.h"

namespace lockstep::tracking {

namespace {
constexpr const char* what = "unpacked.json";

constexpr const char* code_folder = "run.code_dir";

/// A folder whose code was recorded decides nothing, but it must exist; the project stands for one that isn't here.
void add_code_folder(const Project& project, const RunSummary& run, std::vector<std::string>& overrides) {
  const std::map<std::string, std::string> paths = path_settings(project.document(run.id, "config.toml").value_or(""));
  const auto found = paths.find(code_folder);
  if (found == paths.end() || std::filesystem::exists(found->second)) return;
  overrides.push_back(std::string(code_folder) + "=" + engine::schema::quote(project.folder().string()));
}

}  // namespace

std::map<std::string, std::string> path_settings(std::string_view config_toml) {
  std::map<std::string, std::string> paths;
  if (config_toml.empty()) return paths;
  for (const engine::config::Difference& setting :
       engine::config::diff("config_version = 1", config_toml, engine::config::catalog())) {
    if (setting.effect != engine::schema::Effect::location && setting.key != code_folder) continue;
    const engine::config::Node node = engine::config::read_value(setting.right);
    if (const auto* path = std::get_if<std::string>(&node.value)) paths[setting.key] = *path;
  }
  return paths;
}

std::string to_json(const UnpackedNote& note) {
  nlohmann::json locations = nlohmann::json::object();
  for (const auto& [key, path] : note.locations) locations[key] = text_to_json(path);
  return nlohmann::json{{"from", text_to_json(note.from)}, {"base", text_to_json(note.base)}, {"locations", locations}}
      .dump(2);
}

UnpackedNote unpacked_from_json(std::string_view text) {
  UnpackedNote note;
  try {
    const nlohmann::json value = parse_record(text, what);
    note.from = text_member(value, "from");
    note.base = text_member(value, "base");
    for (const auto& [key, path] : value.at("locations").items()) note.locations[key] = text_from_json(path);
  } catch (const nlohmann::json::exception& error) { damaged_record(what, error.what()); }
  return note;
}

std::vector<std::string> location_overrides(const Project& project, const RunSummary& run) {
  std::vector<std::string> overrides;
  const auto text = project.document(run.id, unpacked_document);
  if (!text) return overrides;
  for (const auto& [key, path] : unpacked_from_json(*text).locations) {
    overrides.push_back(key + "=" + engine::schema::quote((project.folder() / path).string()));
  }
  add_code_folder(project, run, overrides);
  return overrides;
}

}  // namespace lockstep::tracking

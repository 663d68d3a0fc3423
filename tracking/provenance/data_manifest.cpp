#include <map>

#include "engine/core/sha256.h"
#include "tracking/provenance/data_files.h"
#include "tracking/provenance/json_support.h"
#include "tracking/provenance/manifest_hash.h"

namespace lockstep::tracking {

using nlohmann::json;

namespace {
constexpr const char* what = "data manifest";
}  // namespace

std::string manifest_hash(std::span<const DataFile> files) {
  engine::Sha256 hash;
  for (const DataFile& file : files) {
    std::string line = file.path;
    line += '\0';
    line += std::to_string(file.bytes);
    line += '\0';
    line += file.sha256;
    line += '\n';
    hash.update(line);
  }
  return hash.hex();
}

std::string to_json(const DataManifest& manifest) {
  json files = json::array();
  for (const DataFile& file : manifest.files) {
    files.push_back({{"path", text_to_json(file.path)}, {"bytes", file.bytes}, {"sha256", file.sha256}});
  }
  return json{{"base", text_to_json(manifest.base)},
              {"total_bytes", manifest.total_bytes},
              {"sha256", manifest.sha256},
              {"files", std::move(files)}}
      .dump();
}

DataManifest data_manifest_from_json(std::string_view text) {
  DataManifest manifest;
  try {
    const json value = parse_record(text, what);
    manifest.base = text_member(value, "base");
    manifest.total_bytes = member(value, "total_bytes", std::uint64_t{0});
    manifest.sha256 = text_member(value, "sha256");
    for (const json& entry : value.at("files")) {
      manifest.files.push_back({text_from_json(entry.at("path")), entry.at("bytes").get<std::uint64_t>(),
                                entry.at("sha256").get<std::string>()});
    }
  } catch (const json::exception& error) {
    damaged_record(what, error.what());
  }
  if (manifest_hash(manifest.files) != manifest.sha256) damaged_record(what, "its hash is not that of the files it lists");
  return manifest;
}

ManifestDifference differences(const DataManifest& before, const DataManifest& after) {
  std::map<std::string_view, const DataFile*> old_files;
  for (const DataFile& file : before.files) old_files[file.path] = &file;
  ManifestDifference out;
  for (const DataFile& file : after.files) {
    const auto found = old_files.find(file.path);
    if (found == old_files.end()) {
      out.added.push_back(file.path);
    } else {
      if (*found->second != file) out.changed.push_back(file.path);
      old_files.erase(found);
    }
  }
  for (const auto& [path, file] : old_files) out.removed.emplace_back(path);
  return out;
}

}  // namespace lockstep::tracking

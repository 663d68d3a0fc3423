// What a run that came from another machine has where on this one: its document "unpacked.json".
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lockstep::tracking {

inline constexpr std::string_view unpacked_document = "unpacked.json";

/// Paths are relative to the project's folder, so that the folder can be moved.
struct UnpackedNote {
  std::string from;                              ///< the machine that trained it
  std::string base;                              ///< where the files of data.json are; empty: they didn't come along
  std::map<std::string, std::string> locations;  ///< by the config's key ("data.path"): what its path is now
};

/// The paths that a resolved config (config.toml) sets, by key: those that decide nothing, for the data's fingerprint or the
/// checksum of the initial weights stands for them, and run.code_dir. @throws ConfigFailure where the text is no TOML
[[nodiscard]] std::map<std::string, std::string> path_settings(std::string_view config_toml);

[[nodiscard]] std::string to_json(const UnpackedNote& note);
/// ValueError where the text is damaged.
[[nodiscard]] UnpackedNote unpacked_from_json(std::string_view text);

}  // namespace lockstep::tracking

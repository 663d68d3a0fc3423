// What changes a document's tree before it is checked: --set, a model's preset, and migrations of older versions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/config/config.h"
#include "engine/config/tree.h"

namespace lockstep::engine::config {

/// One --set KEY=VALUE. KEY is dotted, list positions are numbers from 0; VALUE is TOML, or else the text itself.
struct Override {
  std::vector<std::string> key;
  Node value;
};

[[nodiscard]] std::optional<Override> read_override(std::string_view text);
[[nodiscard]] ConfigError bad_override(std::string_view text);
/// Puts the value in, making tables on the way. @returns what stands in the way
[[nodiscard]] std::optional<ConfigError> apply_override(Node& root, const Override& override);
/// Whether the override is of one of the model's layers, and so has to wait for a preset's.
[[nodiscard]] bool is_of_layers(const Override& override);

/// The preset's layers as [[model.layers]] in the tree.
void insert_preset(Node& root, const std::vector<PresetLayer>& layers);

/// Makes a document of version `from` one of version from + 1.
struct Migration {
  std::int64_t from = 1;
  void (*apply)(Node& root) = nullptr;
};
/// Every migration of a released version. Version 1 is the first.
[[nodiscard]] std::span<const Migration> migrations();
/// Brings the tree to version `current`. @returns an error for a version that is newer or none
[[nodiscard]] std::optional<Message> migrate(Node& root, std::int64_t current, std::span<const Migration> steps);

}  // namespace lockstep::engine::config

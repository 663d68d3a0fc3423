// THE table: every section and key of a config, once. The parser, the errors, the form, the docs, the diff and the hash
// are driven by it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/config/config.h"
#include "engine/schema/field.h"

namespace lockstep::engine::config {

inline constexpr std::int64_t current_config_version = 1;

enum class Form : std::uint8_t {
  table,  ///< [name]
  list,   ///< [[name]], any number
  free,   ///< [name] whose keys a person chooses; `fields` has one field for all of them
};

/// Which of the catalogue's lists `type = "NAME"` selects from.
enum class Family : std::uint8_t { none, layer, loss, optimizer, schedule, augment };

struct Section {
  std::string_view path;  ///< "model.layers"; empty: the keys before the first table
  std::string_view help;  ///< one line, without a full stop
  Form form = Form::table;
  Family family = Family::none;
  std::string_view default_type = {};  ///< where `type` may be left out; empty: required or follows the data
  std::vector<schema::Field> fields;   ///< besides `type` and what the type takes
};

/// In canonical order: a section before those inside it.
[[nodiscard]] std::span<const Section> sections();
[[nodiscard]] const Section* find_section(std::string_view path);
/// The sections directly inside one: those that are keys of its table.
[[nodiscard]] std::vector<const Section*> subsections(const Section& section);
/// The last part of a section's path.
[[nodiscard]] std::string_view section_key(const Section& section);

[[nodiscard]] std::span<const schema::TypeSpec> type_specs(const Catalog& catalog, Family family);
[[nodiscard]] const schema::TypeSpec* find_spec(const Catalog& catalog, Family family, std::string_view type);
/// "layer", "loss", …
[[nodiscard]] std::string_view family_name(Family family);

/// The fields of a section with one type selected: the section's own, then the type's; the type's win where both declare one.
[[nodiscard]] std::vector<const schema::Field*> fields_of(const Section& section, const schema::TypeSpec* spec);

}  // namespace lockstep::engine::config

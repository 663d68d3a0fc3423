// What differs between two resolved configs, and whether a key can matter.
#include <algorithm>
#include <map>

#include "engine/config/config.h"
#include "engine/config/schema_table.h"
#include "engine/config/tree.h"
#include "engine/schema/check.h"

namespace lockstep::engine::config {
namespace {

using Setting = std::pair<std::string, schema::Value>;

void collect(const Node& node, const std::string& prefix, std::vector<Setting>& out) {
  const std::string dot = prefix.empty() ? "" : prefix + ".";
  if (node.type == Node::Type::value) out.emplace_back(prefix, node.value);
  for (std::size_t i = 0; i < node.items.size(); ++i) collect(node.items[i], dot + std::to_string(i), out);
  for (const Entry& entry : node.entries) collect(entry.node, dot + key_text(entry.key), out);
}

/// @throws ConfigFailure when the text is none
std::vector<Setting> settings_of(std::string_view toml) {
  auto read = read_toml(toml);
  if (const auto* error = std::get_if<SyntaxError>(&read)) {
    throw ConfigFailure({{"", error->region.line, error->region.column, error->key, error->message}});
  }
  std::vector<Setting> out;
  collect(std::get<Node>(read), {}, out);
  return out;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The field's effect in a section, whatever the type: the first type that has it says.
std::optional<schema::Effect> effect_in(const Section& section, std::string_view field, const Catalog& catalog) {
  if (section.form == Form::free) return section.fields.front().effect;
  if (section.family != Family::none && field == "type") return schema::Effect::experiment;
  const auto in = [&](const std::vector<schema::Field>& fields) -> std::optional<schema::Effect> {
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const schema::Field& f) { return f.name == field; });
    if (found == fields.end()) return std::nullopt;
    return found->effect;
  };
  if (auto effect = in(section.fields)) return effect;
  for (const schema::TypeSpec& spec : type_specs(catalog, section.family)) {
    if (auto effect = in(spec.fields)) return effect;
  }
  return std::nullopt;
}

}  // namespace

std::optional<schema::Effect> effect_of(std::string_view key, const Catalog& catalog) {
  std::vector<std::string> parts = split_key(key);
  if (parts.empty()) return std::nullopt;
  const std::string field = parts.back();
  parts.pop_back();
  if (!parts.empty() && is_number(parts.back())) parts.pop_back();
  std::string path;
  for (const std::string& part : parts) path += (path.empty() ? "" : ".") + part;
  const Section* section = find_section(path);
  return section == nullptr ? std::nullopt : effect_in(*section, field, catalog);
}

std::vector<Difference> diff(std::string_view left_toml, std::string_view right_toml, const Catalog& catalog) {
  const std::vector<Setting> left = settings_of(left_toml);
  const std::vector<Setting> right = settings_of(right_toml);
  const std::map<std::string, schema::Value> left_map(left.begin(), left.end());
  const std::map<std::string, schema::Value> right_map(right.begin(), right.end());
  const auto effect = [&](const std::string& key) {
    return effect_of(key, catalog).value_or(schema::Effect::experiment);
  };
  std::vector<Difference> out;
  for (const auto& [key, value] : left) {
    const auto other = right_map.find(key);
    if (other == right_map.end()) {
      out.push_back({key, schema::to_toml(value), {}, effect(key)});
    } else if (other->second != value) {
      out.push_back({key, schema::to_toml(value), schema::to_toml(other->second), effect(key)});
    }
  }
  for (const auto& [key, value] : right) {
    if (!left_map.contains(key)) out.push_back({key, {}, schema::to_toml(value), effect(key)});
  }
  return out;
}

}  // namespace lockstep::engine::config

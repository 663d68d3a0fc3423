// A checked config as text: resolved TOML for people and re-reading, canonical JSON for the hash.
#include <nlohmann/json.hpp>

#include "engine/config/jcs.h"
#include "engine/config/settings.h"
#include "engine/schema/check.h"

namespace lockstep::engine::config {
namespace {

using nlohmann::json;

/// Calls f(name, value, field) for each setting of a block: the type, then the fields in order.
template <class F>
void each_setting(const Block& block, F&& f) {
  static const schema::Field type_field{.name = "type", .kind = schema::Kind::text};
  const auto visit = [&](std::string_view name, const schema::Field& field) {
    if (block.values.has(name)) f(name, block.values.values().find(name)->second, field);
  };
  if (block.section->form == Form::free) {
    for (const auto& [name, value] : block.values.values()) visit(name, block.section->fields.front());
    return;
  }
  if (block.section->family != Family::none) visit("type", type_field);
  for (const schema::Field* field : fields_of(*block.section, block.spec)) visit(field->name, *field);
}

bool is_path(const Block& block, const schema::Field& field, const schema::Value& value) {
  if (field.kind == schema::Kind::path) return true;
  const auto* text = std::get_if<std::string>(&value);
  return block.section->path == "model" && field.name == "init_from" && text != nullptr && !text->starts_with("run:");
}

/// Where a layer doesn't simply follow the one before.
json layer_inputs(const Settings& settings, std::size_t index) {
  const auto& inputs = settings.layers[index].inputs;
  const bool plain = inputs.size() == 1 && inputs.front() == static_cast<std::int64_t>(index) - 1;
  return plain ? json() : json(inputs);
}

json to_json(const schema::Value& value) {
  return std::visit(
      [](const auto& x) -> json {
        if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::monostate>) {
          return nullptr;
        } else {
          return x;
        }
      },
      value);
}

json block_json(const Settings& settings, const Block& block) {
  json out = json::object();
  const bool is_layer = block.section->family == Family::layer;
  each_setting(block, [&](std::string_view name, const schema::Value& value, const schema::Field& field) {
    const bool decides = field.effect == schema::Effect::experiment;
    const bool as_before =
        !std::holds_alternative<std::monostate>(field.earlier_behaviour) && value == field.earlier_behaviour;
    const bool reference = is_layer && (name == "input" || name == "inputs");
    if (decides && !as_before && !reference) out[std::string(name)] = to_json(value);
  });
  if (is_layer && block.index < settings.layers.size()) {
    json inputs = layer_inputs(settings, block.index);
    if (!inputs.is_null()) out["inputs"] = std::move(inputs);
  }
  return out;
}

/// The object at a section's parent, and the section's own key.
json& place_of(json& root, std::string_view path) {
  json* at = &root;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    at = &(*at)[std::string(path.substr(0, dot))];
    path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  }
  return *at;
}

}  // namespace

std::string to_canonical_json(const Settings& settings) {
  json root = json::object();
  for (const Block& block : settings.blocks) {
    json object = block_json(settings, block);
    if (block.section->form == Form::list) {
      place_of(root, block.section->path).push_back(std::move(object));
    } else if (!object.empty()) {
      json& place = place_of(root, block.section->path);
      place.update(object);
    }
  }
  return canonical_json(root);
}

std::string to_resolved_toml(const Settings& settings, const std::filesystem::path& path) {
  std::string out;
  for (const Block& block : settings.blocks) {
    std::string lines;
    each_setting(block, [&](std::string_view name, const schema::Value& value, const schema::Field& field) {
      if (block.section->path == "model" && name == "preset") return;  // its layers are written instead
      const schema::Value written = is_path(block, field, value)
                                        ? schema::Value(absolute_path(std::get<std::string>(value), path).string())
                                        : value;
      lines += key_text(name) + " = " + schema::to_toml(written) + "\n";
    });
    const bool is_list = block.section->form == Form::list;
    if (lines.empty() && !is_list) continue;
    if (!out.empty()) out += '\n';
    if (!block.section->path.empty())
      out += (is_list ? "[[" : "[") + std::string(block.section->path) + (is_list ? "]]\n" : "]\n");
    out += lines;
  }
  return out;
}

}  // namespace lockstep::engine::config

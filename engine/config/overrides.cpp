#include "engine/config/overrides.h"

#include <algorithm>
#include <charconv>

#include "engine/schema/check.h"

namespace lockstep::engine::config {
namespace {

void mark(Node& node, Origin origin) {
  node.region = {.begin = 0, .end = 0, .line = 0, .column = 0, .origin = origin};
  node.header = false;
  for (Node& item : node.items) mark(item, origin);
  for (Entry& entry : node.entries) {
    entry.key_region = node.region;
    mark(entry.node, origin);
  }
}

Node value_node(schema::Value value, Origin origin) {
  Node node;
  node.type = Node::Type::value;
  node.value = std::move(value);
  mark(node, origin);
  return node;
}

Node& child(Node& table, const std::string& key, Origin origin) {
  if (Node* found = table.find(key)) return *found;
  Entry entry{key, {}, {}};
  entry.key_region.origin = origin;
  mark(entry.node, origin);
  table.entries.push_back(std::move(entry));
  return table.entries.back().node;
}

ConfigError set_error(const Override& override, Message message) {
  return {"--set", 0, 0, join_key(override.key), std::move(message)};
}

/// The list's item that `part` counts, or null.
Node* item_at(Node& list, const std::string& part) {
  std::size_t index = 0;
  const auto result = std::from_chars(part.data(), part.data() + part.size(), index);
  const bool whole = result.ec == std::errc() && result.ptr == part.data() + part.size();
  return whole && index < list.items.size() ? &list.items[index] : nullptr;
}

}  // namespace

std::optional<Override> read_override(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  Override out{split_key(text.substr(0, equals)), {}};
  if (out.key.empty()) return std::nullopt;
  const std::string_view value = text.substr(equals + 1);
  const std::size_t start = value.find_first_not_of(" \t");
  out.value = read_value(start == std::string_view::npos ? std::string_view{} : value.substr(start));
  mark(out.value, Origin::set);
  return out;
}

ConfigError bad_override(std::string_view text) {
  return {"--set",
          0,
          0,
          {},
          {"config.bad_override",
           "found {found}; allowed is KEY=VALUE with a dotted key, as in optimizer.learning_rate=0.01",
           {{"found", schema::quote(text)}}}};
}

bool is_of_layers(const Override& override) {
  return override.key.size() > 2 && override.key[0] == "model" && override.key[1] == "layers";
}

std::optional<ConfigError> apply_override(Node& root, const Override& override) {
  Node* at = &root;
  for (std::size_t i = 0; i < override.key.size(); ++i) {
    const std::string& part = override.key[i];
    if (at->type == Node::Type::tables) {
      const std::size_t count = at->items.size();
      at = item_at(*at, part);
      if (at == nullptr) {
        return set_error(override,
                         {"config.no_such_item",
                          "found position {found}; allowed is 0 to {last}, the positions of the list's tables",
                          {{"found", schema::quote(part)}, {"last", std::to_string(count - 1)}}});
      }
    } else if (at->type == Node::Type::table) {
      at = &child(*at, part, Origin::set);
    } else {
      const std::vector<std::string> above(override.key.begin(), override.key.begin() + static_cast<std::ptrdiff_t>(i));
      return set_error(override,
                       {"config.not_a_table",
                        "{above} is {found}, not a table; it has no {part}",
                        {{"above", join_key(above)}, {"found", found_text(*at)}, {"part", schema::quote(part)}}});
    }
  }
  *at = override.value;
  return std::nullopt;
}

void insert_preset(Node& root, const std::vector<PresetLayer>& layers) {
  Node list;
  list.type = Node::Type::tables;
  for (const PresetLayer& layer : layers) {
    Node& table = list.items.emplace_back();
    const auto add = [&](const std::string& key, schema::Value value) {
      table.entries.push_back({key, {}, value_node(std::move(value), Origin::preset)});
    };
    add("type", layer.type);
    if (!layer.name.empty()) add("name", layer.name);
    if (!layer.inputs.empty()) add("inputs", layer.inputs);
    for (const auto& [key, value] : layer.arguments.values()) add(key, value);
  }
  mark(list, Origin::preset);
  child(child(root, "model", Origin::preset), "layers", Origin::preset) = std::move(list);
}

std::span<const Migration> migrations() { return {}; }

std::optional<Message> migrate(Node& root, std::int64_t current, std::span<const Migration> steps) {
  Node* node = root.find("config_version");
  if (node == nullptr) return std::nullopt;
  const auto* written = std::get_if<std::int64_t>(&node->value);
  if (written == nullptr) return std::nullopt;  // its kind is an error of its own
  if (*written < 1 || *written > current) {
    const std::string advice = *written > current ? "; a newer Lockstep wrote it" : "";
    return Message{"config.bad_version",
                   "found {found}; allowed is 1 to {current}" + advice,
                   {{"found", std::to_string(*written)}, {"current", std::to_string(current)}}};
  }
  for (std::int64_t version = *written; version < current; ++version) {
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const Migration& m) { return m.from == version; });
    if (step != steps.end()) step->apply(root);
  }
  root.find("config_version")->value = current;
  return std::nullopt;
}

}  // namespace lockstep::engine::config

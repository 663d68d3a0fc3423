#include "engine/config/tree.h"

#include <algorithm>
#include <charconv>

#include "engine/schema/check.h"

namespace lockstep::engine::config {

const Entry* Node::entry(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

const Node* Node::find(std::string_view key) const {
  const Entry* found = entry(key);
  return found == nullptr ? nullptr : &found->node;
}

Node* Node::find(std::string_view key) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
  return found == entries.end() ? nullptr : &found->node;
}

std::string key_text(std::string_view part) {
  const auto bare = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !part.empty() && std::all_of(part.begin(), part.end(), bare) ? std::string(part) : schema::quote(part);
}

std::string join_key(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += '.';
    out += key_text(part);
  }
  return out;
}

const Node* find_path(const Node& root, const std::vector<std::string>& parts) {
  const Node* at = &root;
  for (const std::string& part : parts) {
    if (at == nullptr) return nullptr;
    if (at->type == Node::Type::tables) {
      std::size_t index = 0;
      const auto result = std::from_chars(part.data(), part.data() + part.size(), index);
      const bool whole = result.ec == std::errc() && result.ptr == part.data() + part.size();
      at = whole && index < at->items.size() ? &at->items[index] : nullptr;
    } else {
      at = at->type == Node::Type::table ? at->find(part) : nullptr;
    }
  }
  return parts.empty() ? nullptr : at;
}

std::string found_text(const Node& node) {
  switch (node.type) {
    case Node::Type::table: return "a table";
    case Node::Type::tables:
      return node.items.size() == 1 ? "a list of 1 table"
                                    : "a list of " + std::to_string(node.items.size()) + " tables";
    case Node::Type::unsupported: return node.found;
    case Node::Type::value:
      return schema::to_toml(node.value) + " (" + std::string(schema::kind_name(node.value)) + ")";
  }
  return {};
}

}  // namespace lockstep::engine::config

#include "tracking/provenance/json_support.h"

#include <map>

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::tracking {

using nlohmann::json;

namespace {

bool is_utf8(const std::string& text) {
  try {
    (void)json(text).dump();  // strict: throws at the first byte that is not UTF-8
    return true;
  } catch (const json::type_error&) {
    return false;
  }
}

/// Leaves of nested objects under dotted keys; an array is one value.
void flatten(const json& value, const std::string& key, std::map<std::string, std::string>& out) {
  if (!value.is_object()) {
    out[key] = value.dump();
    return;
  }
  for (const auto& [name, inner] : value.items()) flatten(inner, key.empty() ? name : key + "." + name, out);
}

bool lies_in(const std::string& key, std::string_view ignored) {
  return key.starts_with(ignored) && (key.size() == ignored.size() || key[ignored.size()] == '.');
}

}  // namespace

json text_to_json(const std::string& text) {
  if (is_utf8(text)) return text;
  std::string hex;
  for (const char c : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return json{{"bytes", hex}};
}

std::string text_from_json(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  const std::string hex = value.at("bytes").get<std::string>();
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return out;
}

std::string text_member(const json& object, const char* key, std::string otherwise) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? std::move(otherwise) : text_from_json(*found);
}

json parse_record(std::string_view text, const char* what) {
  json parsed = json::parse(text, nullptr, false);
  if (!parsed.is_object()) damaged_record(what, "it is not a JSON object");
  return parsed;
}

void damaged_record(const char* what, const std::string& reason) {
  throw engine::ValueError(engine::Message{"provenance.damaged_record",
                                           "the recorded {what} can't be read: {reason}. The record is damaged, or a newer "
                                           "Lockstep wrote it.",
                                           {{"what", what}, {"reason", reason}}});
}

std::vector<KeyDifference> json_differences(const json& before, const json& after,
                                            std::initializer_list<std::string_view> ignored) {
  std::map<std::string, std::string> old_values;
  std::map<std::string, std::string> new_values;
  flatten(before, "", old_values);
  flatten(after, "", new_values);
  std::map<std::string, KeyDifference> found;
  for (const auto& [key, value] : old_values) found[key] = KeyDifference{key, value, {}};
  for (const auto& [key, value] : new_values) {
    found[key].key = key;
    found[key].after = value;
  }
  std::vector<KeyDifference> out;
  for (auto& [key, difference] : found) {
    bool skip = difference.before == difference.after;
    for (const std::string_view name : ignored) skip = skip || lies_in(key, name);
    if (!skip) out.push_back(std::move(difference));
  }
  return out;
}

}  // namespace lockstep::tracking

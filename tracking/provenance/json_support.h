// What the JSON forms of provenance share. Include it in .cpp files only: nlohmann's header is heavy.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tracking/provenance/difference.h"

namespace lockstep::tracking {

/// JSON holds UTF-8 only, while file names and environment variables may be any bytes: those that are not UTF-8 become
/// {"bytes": "<hexadecimal>"}, so that nothing is lost.
[[nodiscard]] nlohmann::json text_to_json(const std::string& text);
[[nodiscard]] std::string text_from_json(const nlohmann::json& value);

/// The member `key`, or `otherwise` where it is absent: records of older versions lack newer keys.
[[nodiscard]] std::string text_member(const nlohmann::json& object, const char* key, std::string otherwise = {});
template <class T>
[[nodiscard]] T member(const nlohmann::json& object, const char* key, T otherwise) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? otherwise : found->get<T>();
}

/// Parses a recorded JSON object. ValueError that names `what` where it is damaged.
[[nodiscard]] nlohmann::json parse_record(std::string_view text, const char* what);
/// Raised by the readers below when a value has another type than it should.
[[noreturn]] void damaged_record(const char* what, const std::string& reason);

/// The differing keys, in order of the keys; `ignored` are dotted keys (with everything below them) that are no difference.
[[nodiscard]] std::vector<KeyDifference> json_differences(const nlohmann::json& before, const nlohmann::json& after,
                                                          std::initializer_list<std::string_view> ignored);

}  // namespace lockstep::tracking

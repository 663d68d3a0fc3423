// Lists of types with a `spec`: their specs, and looking one up by name.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/schema/field.h"

namespace lockstep::engine::schema {

template <class T>
[[nodiscard]] std::vector<TypeSpec> specs_of(std::span<const T> types) {
  std::vector<TypeSpec> specs;
  for (const T& type : types) specs.push_back(type.spec);
  return specs;
}

/// @throws ValueError: unknown `family` "name"; there are …
template <class T>
[[nodiscard]] const T& find_type(std::span<const T> types, std::string_view name, std::string_view family) {
  const auto found = std::find_if(types.begin(), types.end(), [&](const T& type) { return type.spec.name == name; });
  if (found != types.end()) return *found;
  std::string names;
  for (const T& type : types) names += (names.empty() ? "" : ", ") + std::string(type.spec.name);
  throw ValueError(Message{"schema.unknown_type", "unknown {family} \"{name}\"; there are {names}",
                           {{"family", std::string(family)}, {"name", std::string(name)}, {"names", names}}});
}

}  // namespace lockstep::engine::schema

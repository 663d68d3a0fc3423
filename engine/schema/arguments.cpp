#include "engine/schema/arguments.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/schema/check.h"

namespace lockstep::engine::schema {

namespace {

void refuse_unknown(const TypeSpec& spec, const Arguments& arguments) {
  std::vector<std::string_view> names;
  for (const Field& field : spec.fields) names.push_back(field.name);
  for (const auto& [name, value] : arguments.values()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw ValueError(Message{"schema.unknown_argument", "{type} has no argument \"{name}\"; it takes {names}",
                             {{"type", std::string(spec.name)}, {"name", name}, {"names", names.empty() ? "none" : join(names)}}});
  }
}

}  // namespace

Arguments with_defaults(const TypeSpec& spec, Arguments arguments) {
  refuse_unknown(spec, arguments);
  for (const Field& field : spec.fields) {
    const bool applies = unmet_condition(field, arguments) == nullptr;
    if (!arguments.has(field.name)) {
      const bool has_default = !std::holds_alternative<std::monostate>(field.default_value);
      if (applies && has_default) arguments.set(std::string(field.name), field.default_value);
      if (applies && !has_default && field.required) {
        throw ValueError(Message{"schema.missing_argument", "{type} needs {name}: {allowed}",
                                 {{"type", std::string(spec.name)}, {"name", std::string(field.name)}, {"allowed", allowed_text(field)}}});
      }
      continue;
    }
    Value value = arguments.values().find(field.name)->second;
    if (const auto problem = check_value(field, value)) {
      throw ValueError(Message{"schema.unfit_argument", "{type}: {name}: {problem}",
                               {{"type", std::string(spec.name)}, {"name", std::string(field.name)}, {"problem", problem->english()}}});
    }
    arguments.set(std::string(field.name), std::move(value));
  }
  return arguments;
}

}  // namespace lockstep::engine::schema

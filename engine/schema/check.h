// Whether one value fits its field, and the words in which an error says what was found and what is allowed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/error.h"
#include "engine/schema/field.h"

namespace lockstep::engine::schema {

/// Makes `value` the field's kind (an integer becomes a real, one value a list of `count`) and checks range, choices and
/// count. @returns what is wrong, with the arguments found and allowed; nothing when it fits.
[[nodiscard]] std::optional<Message> check_value(const Field& field, Value& value);

/// The value as a person writes it in TOML: 0.001, "adam", [3, 3], true. Reals in the shortest form that reads back.
[[nodiscard]] std::string to_toml(const Value& value);
/// TOML's basic string with its quotes and escapes.
[[nodiscard]] std::string quote(std::string_view text);

/// What a value is: "a text", "a list of integers", …
[[nodiscard]] std::string_view kind_name(const Value& value);
/// What a field takes: "an integer from 1 to 8", "one of \"mean\", \"sum\"", "2 integers, each at least 1".
[[nodiscard]] std::string allowed_text(const Field& field);
/// Names for a sentence: `a, b, c`.
[[nodiscard]] std::string join(std::span<const std::string_view> names, std::string_view separator = ", ");

/// The first condition that doesn't hold for the siblings' values, or null: then the field applies.
[[nodiscard]] const Condition* unmet_condition(const Field& field, const Arguments& siblings);
/// "kind is \"csv\"", "clip is set"
[[nodiscard]] std::string condition_text(const Condition& condition);

}  // namespace lockstep::engine::schema

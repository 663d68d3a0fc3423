// Changing one value, or one table of a list, in a config's text. The text is the document: comments, order and layout stay
// as they are.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/schema/value.h"

namespace lockstep::engine::config {

/// The text with `key` ("optimizer.learning_rate", "model.layers.0.out_channels") set to `value`: in place where the text
/// sets it, else as a new line at the end of its table, in a new table where there is none.
/// @throws ValueError when the text is not TOML, or the key can't be set in it (a list position that is not there)
[[nodiscard]] std::string set_value(std::string_view text, std::string_view key, const schema::Value& value);
/// The text without the key's line, or its place in an inline table; unchanged where the text doesn't set it.
/// @throws ValueError when the text is not TOML, or the key is not a value
[[nodiscard]] std::string remove_value(std::string_view text, std::string_view key);

/// One setting of a new table.
using Setting = std::pair<std::string, schema::Value>;

// A list ("model.layers") is written as [[model.layers]] tables or as one inline array; what is changed is written as the
// rest is. A comment right above a table's header, and those inside it, belong to the table and go with it.
// All throw ValueError when the text is not TOML or there is no such position.

/// A new table before the one at `index`; at the list's length: after the last. The first table of a list that the text
/// doesn't have stands after its parent, or at the end.
[[nodiscard]] std::string insert_item(std::string_view text, std::string_view list, std::size_t index,
                                      std::span<const Setting> settings);
[[nodiscard]] std::string remove_item(std::string_view text, std::string_view list, std::size_t index);
/// The table at `from` moved so that it is at `to`; the blank lines and comments between tables stay where they are.
[[nodiscard]] std::string move_item(std::string_view text, std::string_view list, std::size_t from, std::size_t to);
/// A copy of the table, right after it.
[[nodiscard]] std::string duplicate_item(std::string_view text, std::string_view list, std::size_t index);

}  // namespace lockstep::engine::config

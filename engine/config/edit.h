// Changing one value in a config's text. The text is the document: comments, order and layout stay as they are.
#pragma once

#include <string>
#include <string_view>

#include "engine/schema/value.h"

namespace lockstep::engine::config {

/// The text with `key` ("optimizer.learning_rate", "model.layers.0.out_channels") set to `value`: in place where the text
/// sets it, else as a new line at the end of its table, in a new table where there is none.
/// @throws ValueError when the text is not TOML, or the key can't be set in it (a list position that is not there)
[[nodiscard]] std::string set_value(std::string_view text, std::string_view key, const schema::Value& value);
/// The text without the key's line; unchanged where the text doesn't set it.
/// @throws ValueError when the text is not TOML, or the key is not a value
[[nodiscard]] std::string remove_value(std::string_view text, std::string_view key);

}  // namespace lockstep::engine::config

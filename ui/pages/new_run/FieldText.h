// A field's value as a person types it into the form, and back. What doesn't read as the field's kind becomes a text, so that
// the check says what is wrong with it.
#pragma once

#include <QString>

#include "engine/config/view.h"

namespace lockstep::ui {

/// As it is shown in a line: texts without quotes, lists without brackets, numbers as they are written.
[[nodiscard]] QString shownText(const engine::config::FieldView& field);
/// The same of a value that the text doesn't have: a default, or what was inferred. Empty for none.
[[nodiscard]] QString shownValue(const engine::schema::Value& value);
/// monostate for nothing: the field is left to its default.
[[nodiscard]] engine::schema::Value typedValue(const engine::schema::Field& field, const QString& typed);

}  // namespace lockstep::ui

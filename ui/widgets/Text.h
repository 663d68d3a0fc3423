// Messages of the engine and of tracking in the window's language: the template is translated, then its fields filled in.
#pragma once

#include <QString>
#include <exception>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace lockstep::ui {

[[nodiscard]] QString text(const engine::Message& message);
/// What was thrown, in words: an engine::Error by its message, anything else by its what().
[[nodiscard]] QString text(const std::exception_ptr& error);
/// A name, choice or line of help of the config's schema.
[[nodiscard]] QString schemaText(std::string_view english);
/// "learning_rate" → "Learning rate": what fieldTitle() translates.
[[nodiscard]] std::string fieldWords(std::string_view name);
/// The same in the window's language.
[[nodiscard]] QString fieldTitle(std::string_view name);

}  // namespace lockstep::ui

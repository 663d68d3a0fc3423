// A report's texts in its language: English is the key, one table (words_zh.cpp) holds the Chinese. There is no Qt here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/error.h"

namespace lockstep::tracking::report {

enum class Language { english, chinese };

/// "en", "zh_CN".
[[nodiscard]] std::string_view language_name(Language language);
[[nodiscard]] std::optional<Language> language_from_name(std::string_view name);

/// The Chinese of an English text or template; absent where there is none.
[[nodiscard]] std::optional<std::string_view> chinese(std::string_view english);

class Words {
 public:
  explicit Words(Language language) : language_(language) {}
  [[nodiscard]] Language language() const noexcept { return language_; }

  /// The text in the language, `{name}` replaced by its argument. What has no translation stays English.
  [[nodiscard]] std::string operator()(std::string_view english,
                                       const std::vector<engine::Message::Argument>& arguments = {}) const;
  [[nodiscard]] std::string operator()(const engine::Message& message) const {
    return (*this)(message.text, message.arguments);
  }
  /// The singular for one: words.count(n, "{n} file", "{n} files").
  [[nodiscard]] std::string count(std::int64_t n, std::string_view one, std::string_view many) const;

 private:
  Language language_;
};

}  // namespace lockstep::tracking::report

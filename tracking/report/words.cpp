#include "tracking/report/words.h"

#include <cstdint>

#include "tracking/report/format.h"

namespace lockstep::tracking::report {

std::string_view language_name(Language language) { return language == Language::chinese ? "zh_CN" : "en"; }

std::optional<Language> language_from_name(std::string_view name) {
  if (name == "en") return Language::english;
  if (name == "zh_CN") return Language::chinese;
  return std::nullopt;
}

std::string Words::operator()(std::string_view english, const std::vector<engine::Message::Argument>& arguments) const {
  const std::string_view text = language_ == Language::chinese ? chinese(english).value_or(english) : english;
  if (arguments.empty()) return std::string(text);
  return engine::Message{{}, std::string(text), arguments}.english();
}

std::string Words::count(std::int64_t n, std::string_view one, std::string_view many) const {
  return (*this)(n == 1 ? one : many, {{"n", grouped(n)}});
}

}  // namespace lockstep::tracking::report

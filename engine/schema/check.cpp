#include "engine/schema/check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lockstep::engine::schema {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

std::string real_text(double x) {
  if (std::isnan(x)) return "nan";
  if (std::isinf(x)) return x < 0 ? "-inf" : "inf";
  std::array<char, 32> buffer{};
  const double size = std::fabs(x);
  const bool plain = x == 0 || (size >= 1e-6 && size < 1e16);  // 0.0001, not 1e-04
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x,
                                    plain ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(buffer.data(), result.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

template <class T, class F>
std::string list_text(const std::vector<T>& items, F&& item_text) {
  std::string out = "[";
  for (const T& item : items) {
    if (out.size() > 1) out += ", ";
    out += item_text(item);
  }
  return out + "]";
}

/// A bound without ".0": ranges of integers and of reals read alike.
std::string bound_text(double x) {
  std::array<char, 400> buffer{};
  const bool plain = x == std::trunc(x) && std::fabs(x) < 1e15;
  const auto result = plain ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::fixed)
                            : std::to_chars(buffer.data(), buffer.data() + buffer.size(), x);
  return {buffer.data(), result.ptr};
}

std::string range_text(const Range& range) {
  const bool low = !std::isinf(range.minimum);
  const bool high = !std::isinf(range.maximum);
  if (low && high && !range.minimum_open && !range.maximum_open) {
    return " from " + bound_text(range.minimum) + " to " + bound_text(range.maximum);
  }
  std::string out;
  if (low) out += (range.minimum_open ? " greater than " : " at least ") + bound_text(range.minimum);
  if (low && high) out += " and";
  if (high) out += (range.maximum_open ? " less than " : " at most ") + bound_text(range.maximum);
  return out;
}

bool in_range(const Range& range, double x) {
  if (!std::isfinite(x)) return false;
  const bool above = range.minimum_open ? x > range.minimum : x >= range.minimum;
  const bool below = range.maximum_open ? x < range.maximum : x <= range.maximum;
  return above && below;
}

/// Arrays without elements have no kind of their own; lists of integers are lists of reals too.
std::vector<double> as_reals(const std::vector<std::int64_t>& from) {
  std::vector<double> out;
  for (const std::int64_t x : from) out.push_back(static_cast<double>(x));
  return out;
}

template <class T>
void listify(const Field& field, Value& value) {
  if (const T* single = std::get_if<T>(&value)) value = std::vector<T>(std::max<std::size_t>(1, field.count), *single);
}

void convert(const Field& field, Value& value) {
  const auto* integers = std::get_if<std::vector<std::int64_t>>(&value);
  const bool empty_list = integers != nullptr && integers->empty();
  switch (field.kind) {
    case Kind::real:
      if (const auto* x = std::get_if<std::int64_t>(&value)) value = static_cast<double>(*x);
      break;
    case Kind::reals:
      if (const auto* x = std::get_if<std::int64_t>(&value)) value = static_cast<double>(*x);
      listify<double>(field, value);
      if (integers != nullptr) value = as_reals(*integers);
      break;
    case Kind::integers: listify<std::int64_t>(field, value); break;
    case Kind::texts:
      if (empty_list) value = std::vector<std::string>{};
      listify<std::string>(field, value);
      break;
    case Kind::boolean:
    case Kind::integer:
    case Kind::text:
    case Kind::path: break;
  }
}

bool has_kind(Kind kind, const Value& value) {
  switch (kind) {
    case Kind::boolean: return std::holds_alternative<bool>(value);
    case Kind::integer: return std::holds_alternative<std::int64_t>(value);
    case Kind::real: return std::holds_alternative<double>(value);
    case Kind::text:
    case Kind::path: return std::holds_alternative<std::string>(value);
    case Kind::integers: return std::holds_alternative<std::vector<std::int64_t>>(value);
    case Kind::reals: return std::holds_alternative<std::vector<double>>(value);
    case Kind::texts: return std::holds_alternative<std::vector<std::string>>(value);
  }
  return false;
}

bool count_fits(std::size_t count, const Value& value) {
  if (count == 0) return true;
  return std::visit(Overloaded{[](const auto&) { return true; },
                               [&](const std::vector<std::int64_t>& v) { return v.size() == count; },
                               [&](const std::vector<double>& v) { return v.size() == count; },
                               [&](const std::vector<std::string>& v) { return v.size() == count; }},
                    value);
}

bool content_fits(const Field& field, const Value& value) {
  const auto real = [&](double x) { return in_range(field.range, x); };
  const auto text = [&](const std::string& s) {
    return field.choices.empty() || std::find(field.choices.begin(), field.choices.end(), s) != field.choices.end();
  };
  return std::visit(
      Overloaded{[](std::monostate) { return true; }, [](bool) { return true; },
                 [&](std::int64_t x) { return real(static_cast<double>(x)); }, [&](double x) { return real(x); },
                 [&](const std::string& s) { return text(s); },
                 [&](const std::vector<std::int64_t>& v) {
                   return std::all_of(v.begin(), v.end(), [&](std::int64_t x) { return real(static_cast<double>(x)); });
                 },
                 [&](const std::vector<double>& v) { return std::all_of(v.begin(), v.end(), real); },
                 [&](const std::vector<std::string>& v) { return std::all_of(v.begin(), v.end(), text); }},
      value);
}

std::string one_of(const Field& field) {
  std::vector<std::string> quoted;
  for (const std::string_view choice : field.choices) quoted.push_back(quote(choice));
  const std::vector<std::string_view> views(quoted.begin(), quoted.end());
  return "one of " + join(views);
}

std::string list_allowed(const Field& field, std::string_view plural) {
  std::string out =
      field.count == 0 ? "a list of " + std::string(plural) : std::to_string(field.count) + " " + std::string(plural);
  const std::string each = field.choices.empty() ? range_text(field.range) : " " + one_of(field);
  if (!each.empty()) out += ", each" + each;
  return out;
}

}  // namespace

std::string quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (byte < 0x20 || byte == 0x7F) {
          constexpr std::string_view digits = "0123456789ABCDEF";
          out += "\\u00";
          out += digits[byte >> 4U];
          out += digits[byte & 15U];
        } else {
          out += c;
        }
    }
  }
  return out + "\"";
}

std::string to_toml(const Value& value) {
  const auto integer = [](std::int64_t x) { return std::to_string(x); };
  return std::visit(Overloaded{[](std::monostate) { return std::string("nothing"); },
                               [](bool x) { return std::string(x ? "true" : "false"); }, integer,
                               [](double x) { return real_text(x); }, [](const std::string& s) { return quote(s); },
                               [&](const std::vector<std::int64_t>& v) { return list_text(v, integer); },
                               [](const std::vector<double>& v) { return list_text(v, real_text); },
                               [](const std::vector<std::string>& v) { return list_text(v, quote); }},
                    value);
}

std::string_view kind_name(const Value& value) {
  constexpr std::array<std::string_view, 8> names{"nothing",           "true or false",  "an integer",
                                                  "a number",          "a text",         "a list of integers",
                                                  "a list of numbers", "a list of texts"};
  return names[value.index()];
}

std::string allowed_text(const Field& field) {
  switch (field.kind) {
    case Kind::boolean: return "true or false";
    case Kind::integer: return "an integer" + range_text(field.range);
    case Kind::real: return "a number" + range_text(field.range);
    case Kind::text: return field.choices.empty() ? "a text" : one_of(field);
    case Kind::path: return "a path as a text";
    case Kind::integers: return list_allowed(field, "integers");
    case Kind::reals: return list_allowed(field, "numbers");
    case Kind::texts: return list_allowed(field, "texts");
  }
  return {};
}

std::string join(std::span<const std::string_view> names, std::string_view separator) {
  std::string out;
  for (const std::string_view name : names) {
    if (!out.empty()) out += separator;
    out += name;
  }
  return out;
}

std::optional<Message> check_value(const Field& field, Value& value) {
  const std::string found = to_toml(value);
  const std::string kind(kind_name(value));
  convert(field, value);
  if (!has_kind(field.kind, value)) {
    return Message{"config.wrong_type",
                   "found {found} ({kind}); allowed is {allowed}",
                   {{"found", found}, {"kind", kind}, {"allowed", allowed_text(field)}}};
  }
  if (!count_fits(field.count, value) || !content_fits(field, value)) {
    const bool choice = !field.choices.empty();
    return Message{choice ? "config.not_a_choice" : "config.out_of_range",
                   "found {found}; allowed is {allowed}",
                   {{"found", found}, {"allowed", allowed_text(field)}}};
  }
  return std::nullopt;
}

const Condition* unmet_condition(const Field& field, const Arguments& siblings) {
  for (const Condition& condition : field.conditions) {
    if (!siblings.has(condition.key)) return &condition;
    if (condition.values.empty()) continue;
    const Value& value = siblings.values().find(condition.key)->second;
    const auto* text = std::get_if<std::string>(&value);
    const std::string have = text != nullptr ? *text : to_toml(value);
    if (std::find(condition.values.begin(), condition.values.end(), have) == condition.values.end()) return &condition;
  }
  return nullptr;
}

std::string condition_text(const Condition& condition) {
  if (condition.values.empty()) return std::string(condition.key) + " is set";
  std::string out = std::string(condition.key) + " is ";
  for (std::size_t i = 0; i < condition.values.size(); ++i) {
    if (i > 0) out += i + 1 == condition.values.size() ? " or " : ", ";
    out += quote(condition.values[i]);
  }
  return out;
}

}  // namespace lockstep::engine::schema

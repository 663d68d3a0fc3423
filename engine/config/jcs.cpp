#include "engine/config/jcs.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace lockstep::engine::config {
namespace {

using nlohmann::json;

constexpr std::int64_t largest_exact = std::int64_t{1} << 53U;

/// The shortest digits that read back and the decimal exponent n: value = 0.d1d2… × 10^n (ECMA-262, Number::toString).
struct Decimal {
  std::string digits;
  int n = 0;
};

Decimal shortest(double x) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::scientific).ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t e = text.find('e');
  Decimal out;
  for (const char c : text.substr(0, e)) {
    if (c != '.') out.digits += c;
  }
  out.n = std::atoi(std::string(text.substr(e + 1)).c_str()) + 1;
  return out;
}

std::string with_exponent(const Decimal& d) {
  const int exponent = d.n - 1;
  std::string out(1, d.digits[0]);
  if (d.digits.size() > 1) out += "." + d.digits.substr(1);
  return out + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

std::u16string utf16(std::string_view text) {
  std::u16string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80U ? 1 : lead < 0xE0U ? 2 : lead < 0xF0U ? 3 : 4;
    std::uint32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
      code = (code << 6U) | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
    if (code >= 0x10000U) {
      out += static_cast<char16_t>(0xD800U + ((code - 0x10000U) >> 10U));
      out += static_cast<char16_t>(0xDC00U + ((code - 0x10000U) & 0x3FFU));
    } else {
      out += static_cast<char16_t>(code);
    }
    i += length;
  }
  return out;
}

void write_string(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20U) {
          constexpr std::string_view digits = "0123456789abcdef";
          out += "\\u00";
          out += digits[static_cast<unsigned char>(c) >> 4U];
          out += digits[static_cast<unsigned char>(c) & 15U];
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

void write(const json& value, std::string& out);

void write_integer(const json& value, std::string& out) {
  const bool big = value.is_number_unsigned() ? value.get<std::uint64_t>() > static_cast<std::uint64_t>(largest_exact)
                                              : value.get<std::int64_t>() < -largest_exact;
  if (big) {
    write_string(value.dump(), out);
  } else {
    out += value.dump();
  }
}

void write_object(const json& value, std::string& out) {
  std::vector<std::pair<std::u16string, json::const_iterator>> members;
  for (auto it = value.begin(); it != value.end(); ++it) members.emplace_back(utf16(it.key()), it);
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  out += '{';
  bool first = true;
  for (const auto& [key, it] : members) {
    if (!first) out += ',';
    first = false;
    write_string(it.key(), out);
    out += ':';
    write(it.value(), out);
  }
  out += '}';
}

void write(const json& value, std::string& out) {
  switch (value.type()) {
    case json::value_t::object: write_object(value, out); return;
    case json::value_t::array: {
      out += '[';
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (i > 0) out += ',';
        write(value[i], out);
      }
      out += ']';
      return;
    }
    case json::value_t::string: write_string(value.get_ref<const std::string&>(), out); return;
    case json::value_t::number_integer:
    case json::value_t::number_unsigned: write_integer(value, out); return;
    case json::value_t::number_float: out += jcs_number(value.get<double>()); return;
    case json::value_t::boolean: out += value.get<bool>() ? "true" : "false"; return;
    case json::value_t::null:
    case json::value_t::binary:
    case json::value_t::discarded: out += "null"; return;
  }
}

}  // namespace

std::string jcs_number(double x) {
  if (!std::isfinite(x)) throw ValueError(plain_message("jcs.not_finite", "JSON has no NaN and no infinity"));
  if (x == 0) return "0";  // -0 too
  const Decimal d = shortest(std::fabs(x));
  const int k = static_cast<int>(d.digits.size());
  std::string out;
  if (k <= d.n && d.n <= 21) {
    out = d.digits + std::string(static_cast<std::size_t>(d.n - k), '0');
  } else if (0 < d.n && d.n <= 21) {
    out = d.digits.substr(0, static_cast<std::size_t>(d.n)) + "." + d.digits.substr(static_cast<std::size_t>(d.n));
  } else if (-6 < d.n && d.n <= 0) {
    out = "0." + std::string(static_cast<std::size_t>(-d.n), '0') + d.digits;
  } else {
    out = with_exponent(d);
  }
  return (x < 0 ? "-" : "") + out;
}

std::string canonical_json(const json& value) {
  std::string out;
  write(value, out);
  return out;
}

std::string canonicalize_json(std::string_view text) {
  const json value = json::parse(text, nullptr, false);
  if (value.is_discarded()) throw ValueError(plain_message("jcs.not_json", "not a JSON text"));
  return canonical_json(value);
}

}  // namespace lockstep::engine::config

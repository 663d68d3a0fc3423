#include "tracking/report/format.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "engine/core/utf8.h"
#include "tracking/provenance/utc_time.h"

namespace lockstep::tracking::report {

namespace {

std::string special(double value) { return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity"; }

/// The code point of a valid sequence.
char32_t code_point(std::string_view sequence) {
  const auto at = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(sequence[i])); };
  switch (sequence.size()) {
    case 1: return at(0);
    case 2: return (at(0) & 0x1f) << 6 | (at(1) & 0x3f);
    case 3: return (at(0) & 0x0f) << 12 | (at(1) & 0x3f) << 6 | (at(2) & 0x3f);
    default: return (at(0) & 0x07) << 18 | (at(1) & 0x3f) << 12 | (at(2) & 0x3f) << 6 | (at(3) & 0x3f);
  }
}

bool is_unsafe(char32_t c) {
  const bool control = (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c < 0xa0);
  const bool direction =
      (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f || c == 0x061c;
  const bool nothing = (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef) || c == 0x2028 || c == 0x2029;
  return control || direction || nothing;
}

bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
         (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
}

}  // namespace

std::string short_number(double value) {
  if (!std::isfinite(value)) return special(value);
  const double size = std::abs(value);
  // 65,322 reads better than 6.532e+04.
  return size >= 1e3 && size < 1e9 ? grouped(std::llround(value)) : fmt::format("{:.4g}", value);
}

std::string exact_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : special(value); }

std::string grouped(std::int64_t value) {
  const std::string digits = std::to_string(value);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && digits[i - 1] != '-' && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string bytes_text(std::uint64_t bytes) {
  static constexpr std::array units{"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < units.size()) value /= 1024, ++unit;
  return fmt::format("{:.1f} {}", value, units[unit]);
}

std::string duration_text(std::int64_t milliseconds) {
  const std::int64_t seconds = (milliseconds + 500) / 1000;
  if (milliseconds < 10000) return fmt::format("{:.1f} s", static_cast<double>(milliseconds) / 1000);
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{}:{:02} min", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02} h", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string time_text(std::int64_t milliseconds) {
  std::string text = utc_text(milliseconds);  // 2026-11-30T23:03:39.125Z
  text[10] = ' ';
  return text.substr(0, 19) + " UTC";
}

std::string short_hash(std::string_view hash) { return std::string(hash.substr(0, 7)); }

std::string clean(std::string_view text) {
  static constexpr std::string_view replacement = "\xef\xbf\xbd";
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = engine::utf8_length(text, i);
    const std::string_view sequence = text.substr(i, std::max<std::size_t>(length, 1));
    i += sequence.size();
    if (sequence == "\r" && i < text.size() && text[i] == '\n') continue;
    out += length == 0 || is_unsafe(code_point(sequence)) ? replacement : sequence;
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t characters = 0, cut = 0;
  for (std::size_t i = 0; i < text.size(); ++characters) {
    if (characters + 1 == most) cut = i;
    if (characters == most) return std::string(text.substr(0, cut)) + "…";
    i += std::max<std::size_t>(engine::utf8_length(text, i), 1);
  }
  return std::string(text);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(engine::utf8_length(text, i), 1);
    width += is_wide(code_point(text.substr(i, length))) ? 2 : 1;
    i += length;
  }
  return width;
}

}  // namespace lockstep::tracking::report

// Text inside XML and HTML, and the shortest form of a coordinate.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace lockstep::tracking::report {

/// For text and for attributes in double quotes.
[[nodiscard]] inline std::string xml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

/// Two decimals at most: a fortieth of a pixel on any screen.
[[nodiscard]] inline std::string coordinate(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

}  // namespace lockstep::tracking::report

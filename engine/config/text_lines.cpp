#include "engine/config/text_lines.h"

#include <algorithm>

namespace lockstep::engine::config {

std::string replaced(std::string_view text, std::size_t begin, std::size_t end, std::string_view by) {
  std::string out(text.substr(0, begin));
  out += by;
  return out += text.substr(end);
}

std::string_view line_break(std::string_view text) {
  return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

std::size_t line_start(std::string_view text, std::size_t at) { return at == 0 ? 0 : text.rfind('\n', at - 1) + 1; }

std::size_t line_end(std::string_view text, std::size_t at) {
  std::size_t end = text.find('\n', at);
  if (end == std::string_view::npos) return text.size();
  return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

std::size_t next_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

std::string indent_of(std::string_view text, std::size_t at) {
  const std::size_t start = line_start(text, at);
  const std::size_t first = text.find_first_not_of(" \t", start);
  return first == std::string_view::npos ? std::string() : std::string(text.substr(start, std::min(first, at) - start));
}

bool is_blank_line(std::string_view text, std::size_t at) {
  const std::size_t start = line_start(text, at);
  return text.substr(start, line_end(text, start) - start).find_first_not_of(" \t\r") == std::string_view::npos;
}

bool is_comment_line(std::string_view text, std::size_t at) {
  const std::size_t start = line_start(text, at);
  const std::size_t first = text.find_first_not_of(" \t", start);
  return first != std::string_view::npos && text[first] == '#';
}

}  // namespace lockstep::engine::config

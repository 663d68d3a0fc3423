// Lines of a config's text by byte offsets, for edits that keep what they don't change. Internal to this folder.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::engine::config {

/// The text with [begin, end) replaced.
[[nodiscard]] std::string replaced(std::string_view text, std::size_t begin, std::size_t end, std::string_view by);
/// "\r\n" where the text has one, else "\n".
[[nodiscard]] std::string_view line_break(std::string_view text);
[[nodiscard]] std::size_t line_start(std::string_view text, std::size_t at);
/// Where the line of `at` ends: before its line break, or the end of the text.
[[nodiscard]] std::size_t line_end(std::string_view text, std::size_t at);
/// Where the line after that of `at` begins, or the end of the text.
[[nodiscard]] std::size_t next_line(std::string_view text, std::size_t at);
/// The white space that the line of `at` begins with, as far as `at`.
[[nodiscard]] std::string indent_of(std::string_view text, std::size_t at);
[[nodiscard]] bool is_blank_line(std::string_view text, std::size_t at);
[[nodiscard]] bool is_comment_line(std::string_view text, std::size_t at);

}  // namespace lockstep::engine::config

// Numbers, times and texts as a report shows them: the same on every machine, whatever its locale and time zone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::tracking::report {

/// Four significant digits, or all before the point; "NaN", "Infinity", "-Infinity".
[[nodiscard]] std::string short_number(double value);
/// Every digit that it takes to read the same bits again.
[[nodiscard]] std::string exact_number(double value);
[[nodiscard]] std::string grouped(std::int64_t value);               ///< 12,345
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);           ///< 52.1 KiB
[[nodiscard]] std::string duration_text(std::int64_t milliseconds);  ///< 0.9 s, 0:48 min, 3:04:05 h
[[nodiscard]] std::string time_text(std::int64_t milliseconds);      ///< "2026-11-30 23:03:39 UTC"
[[nodiscard]] std::string short_hash(std::string_view hash);         ///< its first seven characters

/// Text from elsewhere made safe for every format: bytes that are no UTF-8, control characters (but tab and line feed) and
/// characters that turn the direction of what follows become U+FFFD; CRLF becomes LF.
[[nodiscard]] std::string clean(std::string_view text);
/// At most so many characters, the last "…" where it was longer.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);
/// Columns in a fixed-width font: CJK and other wide characters count two.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace lockstep::tracking::report

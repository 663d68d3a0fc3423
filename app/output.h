// What commands print: JSON lines, and tables of text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "tracking/store/types.h"

namespace lockstep::app {

/// A number, or "NaN", "Infinity", "-Infinity".
[[nodiscard]] nlohmann::ordered_json json_number(double value);
/// One line of text, with its end.
[[nodiscard]] std::string json_line(const nlohmann::ordered_json& object);
/// One line on standard output, flushed.
void print_json(const nlohmann::ordered_json& object);

/// Rows of text in aligned columns; the first row is the header. Columns named in `right` are aligned to the right.
[[nodiscard]] std::string text_table(const std::vector<std::vector<std::string>>& rows, const std::vector<std::size_t>& right = {});

/// What `runs --json` prints of a run.
[[nodiscard]] nlohmann::ordered_json run_json(const tracking::RunSummary& run);
/// "0.9783" with four significant digits; NaN and infinities as such.
[[nodiscard]] std::string short_number(double value);
/// One line of anyone's text for a terminal: control characters become '?'.
[[nodiscard]] std::string printable(std::string_view text);
/// Local time, "2026-11-30 23:14:05".
[[nodiscard]] std::string local_time(std::int64_t utc_milliseconds);

}  // namespace lockstep::app

#include "app/output.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace lockstep::app {

using nlohmann::ordered_json;

ordered_json json_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

std::string json_line(const ordered_json& object) {
  // Texts from files may not be UTF-8; a line that can't be printed would be worse than a replaced character.
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

void print_json(const ordered_json& object) {
  fmt::print("{}", json_line(object));
  std::fflush(stdout);
}

namespace {

/// Columns on a terminal: code points, and two for the wide ones of East Asian scripts.
std::size_t display_width(const std::string& text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) == 0x80U) continue;
    // Three-byte sequences from U+2E80 on (0xE2 0xBA …) are CJK, Hangul and full-width forms; four-byte ones mostly wide too.
    width += byte >= 0xF0U || (byte >= 0xE3U && byte <= 0xEFU) ? 2 : 1;
  }
  return width;
}

}  // namespace

std::string text_table(const std::vector<std::vector<std::string>>& rows, const std::vector<std::size_t>& right) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      const bool to_the_right = std::find(right.begin(), right.end(), i) != right.end();
      line += to_the_right ? padding + row[i] : row[i] + padding;
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string short_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return fmt::format("{:.4g}", value);
}

std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20U && c != '\t') || byte == 0x7FU) c = '?';
  }
  return out;
}

std::string local_time(std::int64_t utc_milliseconds) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(static_cast<std::time_t>(utc_milliseconds / 1000)));
}

ordered_json run_json(const tracking::RunSummary& run) {
  const auto optional = [](const auto& value) { return value ? ordered_json(*value) : ordered_json(nullptr); };
  ordered_json metrics = ordered_json::object();
  for (const tracking::MetricSummary& metric : run.metrics) metrics[metric.key] = json_number(metric.last);
  ordered_json out{{"run", run.id},
                   {"name", run.name},
                   {"status", tracking::status_name(run.status)},
                   {"step", run.step},
                   {"steps", optional(run.steps)},
                   {"started", optional(run.started)},
                   {"ended", optional(run.ended)},
                   {"device", optional(run.device)},
                   {"seed", optional(run.seed)},
                   {"commit", optional(run.commit)},
                   {"dirty", optional(run.dirty)},
                   {"config_hash", optional(run.config_hash)},
                   {"data_fingerprint", optional(run.data_fingerprint)},
                   {"metrics", metrics},
                   {"tags", run.tags},
                   {"notes", run.notes},
                   {"reason", run.reason}};
  if (!run.parent.empty()) {
    out["parent"] = run.parent;
    out["relation"] = run.relation;
  }
  if (run.verdict) out["verdict"] = *run.verdict;
  return out;
}

}  // namespace lockstep::app

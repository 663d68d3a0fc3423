// A report in each format. All are deterministic: the same report gives the same bytes, whatever the locale, time zone and machine.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "tracking/report/content.h"

namespace lockstep::tracking::report {

enum class Format { html, pdf, markdown, latex, csv, json };

/// By the file's extension, in any case. @throws ValueError naming what is allowed
[[nodiscard]] Format format_of(const std::filesystem::path& file);
[[nodiscard]] std::string_view format_name(Format format);  ///< "html", "pdf", "md", "tex", "csv", "json"

/// One self-contained file that is well-formed XML too: style and charts inside, no script, nothing fetched from anywhere.
[[nodiscard]] std::string to_html(const Report& report);
/// One chart as an SVG document; `number` makes its ids unique among several in one page.
[[nodiscard]] std::string to_svg(const Chart& chart, const Words& words, int number = 0);
/// GitHub's Markdown. Curves become tables of their ends and extremes.
[[nodiscard]] std::string to_markdown(const Report& report);
/// A fragment for \input, its preamble in a comment at the top: sections and booktabs tables.
[[nodiscard]] std::string to_latex(const Report& report);
/// {"lockstep_report": 1, "kind": "run"|"comparison", "language", "title", "subtitle", "time", "runs": […], "comparison": as of
/// compare --json, "sections": [{"id", "title", "blocks": [{"type": "paragraph"|"facts"|"table"|"chart"|"code", …}]}]}
[[nodiscard]] std::string to_json(const Report& report);

/// "run,key,step,value" with every recorded point of every series over steps: numbers with all their digits, "NaN", "Infinity"
/// and "-Infinity", hashes as 16 hexadecimal digits. In pieces, for it may be large.
using TextSink = std::function<void(std::string_view)>;
void to_csv(const Project& project, const Report& report, const TextSink& sink);

/// First, least, greatest and last value of each curve, for formats that can't draw.
[[nodiscard]] Table chart_table(const Chart& chart, const Words& words);

/// Writes the file whole or not at all, in place of one that is there. Every format but PDF, which ui/report prints.
void write_report(const Project& project, const Report& report, Format format, const std::filesystem::path& file);

}  // namespace lockstep::tracking::report

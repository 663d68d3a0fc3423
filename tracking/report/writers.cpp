#include "tracking/report/writers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "engine/io/atomic_file.h"
#include "tracking/report/builders.h"
#include "tracking/report/format.h"

namespace lockstep::tracking::report {

namespace {

constexpr std::array<std::pair<Format, std::string_view>, 6> names{{{Format::html, "html"},
                                                                    {Format::pdf, "pdf"},
                                                                    {Format::markdown, "md"},
                                                                    {Format::latex, "tex"},
                                                                    {Format::csv, "csv"},
                                                                    {Format::json, "json"}}};

/// A field of RFC 4180.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string value_text(const Series& series, std::size_t i) {
  if (series.type == SeriesType::real) return exact_number(series.value(i));
  return series.key == "epoch" || series.key == "time" ? std::to_string(series.bits[i])
                                                       : fmt::format("{:016x}", series.bits[i]);
}

}  // namespace

Format format_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  for (const auto& [format, name] : names)
    if (extension == fmt::format(".{}", name)) return format;
  throw engine::ValueError(engine::Message{
      "report.format",
      "{file}: a report's format is told by the file's extension, which is one of .html, .pdf, .md, .tex, .csv, .json",
      {{"file", file.string()}}});
}

std::string_view format_name(Format format) {
  for (const auto& [one, name] : names)
    if (one == format) return name;
  return {};
}

void to_csv(const Project& project, const Report& report, const TextSink& sink) {
  sink("run,key,step,value\n");
  std::string piece;
  for (const RunSummary& run : report.runs) {
    RunReader reader = project.reader(run.id);
    for (const SeriesInfo& info : reader.series_list()) {
      if (info.axis != SeriesAxis::step) continue;
      const Series series = reader.series(info.key);
      const std::string begin = csv_field(run.id) + ',' + csv_field(info.key) + ',';
      for (std::size_t i = 0; i < series.size(); ++i) {
        piece += begin + std::to_string(series.steps[i]) + ',' + value_text(series, i) + '\n';
        if (piece.size() > 65536) sink(std::exchange(piece, {}));
      }
    }
  }
  sink(piece);
}

Table chart_table(const Chart& chart, const Words& words) {
  Table table{chart.title,
              {{words("Curve")},
               {words("Points"), Align::right, {}},
               {words("First"), Align::right, {}},
               {words("Minimum"), Align::right, {}},
               {words("Maximum"), Align::right, {}},
               {words("Last"), Align::right, {}}},
              {}};
  for (const Curve& curve : chart.curves) {
    // The raw points behind a smoothed curve are what was measured.
    const bool smoothed_over =
        !curve.faint && std::any_of(chart.curves.begin(), chart.curves.end(), [&](const Curve& other) {
          return other.faint && other.run == curve.run && other.key == curve.key;
        });
    if (smoothed_over || curve.y.empty()) continue;
    double low = NAN, high = NAN;
    for (const double y : curve.y) low = std::fmin(low, y), high = std::fmax(high, y);
    table.rows.push_back({{.text = curve.label},
                          count_cell(curve.points),
                          number_cell(curve.y.front()),
                          number_cell(low),
                          number_cell(high),
                          number_cell(curve.y.back())});
  }
  return table;
}

void write_report(const Project& project, const Report& report, Format format, const std::filesystem::path& file) {
  switch (format) {
    case Format::html: return engine::io::write_atomically(file, to_html(report));
    case Format::markdown: return engine::io::write_atomically(file, to_markdown(report));
    case Format::latex: return engine::io::write_atomically(file, to_latex(report));
    case Format::json: return engine::io::write_atomically(file, to_json(report));
    case Format::csv:
      return engine::io::write_atomically(file, [&](const engine::io::ByteSink& bytes) {
        to_csv(project, report, [&](std::string_view text) { bytes(std::as_bytes(std::span(text))); });
      });
    case Format::pdf: break;
  }
  throw engine::ValueError(engine::Message{"report.pdf", "a PDF is printed by the window's part of the program", {}});
}

}  // namespace lockstep::tracking::report

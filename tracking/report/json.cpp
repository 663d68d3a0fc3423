// A report as JSON, for programs: keys are English and stable whatever the language of the texts.
#include <array>

#include "tracking/analysis/json_number.h"
#include "tracking/provenance/utc_time.h"
#include "tracking/report/writers.h"

namespace lockstep::tracking::report {

namespace {

using nlohmann::ordered_json;

template <typename T>
ordered_json optional(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

std::string_view tone_name(Tone tone) {
  static constexpr std::array<std::string_view, 5> names{"plain", "quiet", "good", "warning", "bad"};
  return names[static_cast<std::size_t>(tone)];
}

ordered_json numbers(const std::vector<double>& values) {
  ordered_json out = ordered_json::array();
  for (const double value : values) out.push_back(json_number(value));
  return out;
}

ordered_json cell_json(const Cell& cell) {
  ordered_json out{{"text", cell.text}};
  if (!cell.exact.empty()) out["exact"] = cell.exact;
  if (cell.tone != Tone::plain) out["tone"] = tone_name(cell.tone);
  if (cell.group >= 0) out["group"] = cell.group;
  return out;
}

ordered_json block_json(const Paragraph& block) {
  return {{"type", "paragraph"}, {"text", block.text}, {"tone", tone_name(block.tone)}};
}

ordered_json block_json(const Facts& block) {
  ordered_json rows = ordered_json::array();
  for (const Fact& fact : block.rows) {
    ordered_json row = cell_json(fact.value);
    row["label"] = fact.label;
    rows.push_back(std::move(row));
  }
  return {{"type", "facts"}, {"rows", rows}};
}

ordered_json block_json(const Table& block) {
  ordered_json columns = ordered_json::array(), rows = ordered_json::array();
  for (const Column& column : block.columns)
    columns.push_back({{"title", column.title}, {"align", column.align == Align::right ? "right" : "left"}});
  for (const auto& row : block.rows) {
    ordered_json cells = ordered_json::array();
    for (const Cell& cell : row) cells.push_back(cell_json(cell));
    rows.push_back(std::move(cells));
  }
  return {{"type", "table"}, {"caption", block.caption}, {"columns", columns}, {"rows", rows}};
}

ordered_json block_json(const Chart& block) {
  ordered_json curves = ordered_json::array(), bands = ordered_json::array();
  for (const Curve& curve : block.curves)
    curves.push_back({{"label", curve.label},
                      {"run", curve.run},
                      {"key", curve.key},
                      {"raw", curve.faint},
                      {"points", curve.points},
                      {"steps", numbers(curve.x)},
                      {"values", numbers(curve.y)}});
  for (const Band& band : block.bands)
    bands.push_back(
        {{"label", band.label}, {"steps", numbers(band.x)}, {"low", numbers(band.low)}, {"high", numbers(band.high)}});
  return {{"type", "chart"},      {"title", block.title}, {"description", block.description},
          {"log_y", block.log_y}, {"curves", curves},     {"bands", bands}};
}

ordered_json block_json(const Code& block) {
  return {{"type", "code"}, {"caption", block.caption}, {"language", block.language}, {"text", block.text}};
}

ordered_json run_json(const RunSummary& run) {
  ordered_json metrics = ordered_json::object();
  for (const MetricSummary& one : run.metrics) {
    metrics[one.key] = {{"last", json_number(one.last)},       {"last_step", one.last_step},
                        {"minimum", json_number(one.minimum)}, {"minimum_step", one.minimum_step},
                        {"maximum", json_number(one.maximum)}, {"maximum_step", one.maximum_step}};
  }
  return {{"run", run.id},
          {"name", run.name},
          {"status", status_name(run.status)},
          {"reason", run.reason},
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
          {"tags", run.tags},
          {"notes", run.notes},
          {"parent", run.parent},
          {"relation", run.relation},
          {"verdict", optional(run.verdict)},
          {"metrics", metrics}};
}

}  // namespace

std::string to_json(const Report& report) {
  ordered_json out;
  out["lockstep_report"] = 1;
  out["kind"] = report.runs.size() == 1 ? "run" : "comparison";
  out["language"] = language_name(report.language);
  out["title"] = report.title;
  out["subtitle"] = report.subtitle;
  out["time"] = utc_text(report.time);
  out["runs"] = ordered_json::array();
  for (const RunSummary& run : report.runs) out["runs"].push_back(run_json(run));
  if (!report.comparison_json.empty()) out["comparison"] = ordered_json::parse(report.comparison_json);
  out["sections"] = ordered_json::array();
  for (const Section& section : report.sections) {
    ordered_json blocks = ordered_json::array();
    for (const Block& block : section.blocks)
      blocks.push_back(std::visit([](const auto& one) { return block_json(one); }, block));
    out["sections"].push_back({{"id", section.id}, {"title", section.title}, {"blocks", blocks}});
  }
  return out.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::tracking::report

#include "tracking/report/content.h"

#include <algorithm>

#include "tracking/report/builders.h"
#include "tracking/report/format.h"

namespace lockstep::tracking::report {

namespace {

/// Names, notes, paths and patches come from anywhere: after this every text of the report is fit for every format.
class Cleaner {
 public:
  void operator()(Paragraph& block) const { text(block.text); }
  void operator()(Facts& block) const {
    for (Fact& fact : block.rows) text(fact.label), cell(fact.value);
  }
  void operator()(Table& block) const {
    text(block.caption);
    for (Column& column : block.columns) text(column.title), text(column.exact);
    for (auto& row : block.rows)
      for (Cell& one : row) cell(one);
  }
  void operator()(Chart& block) const {
    for (std::string* one : {&block.title, &block.description, &block.x_title, &block.y_title}) text(*one);
    for (Curve& curve : block.curves) text(curve.label), text(curve.key);
    for (Band& band : block.bands) text(band.label);
  }
  void operator()(Code& block) const { text(block.caption), text(block.text); }
  static void text(std::string& one) { one = clean(one); }

 private:
  static void cell(Cell& one) { text(one.text), text(one.exact); }
};

Report of_one(const Project& project, const std::string& run, const Words& words) {
  const RunRecord record = read_record(project, run);
  const Source source{project, record, words};
  Report out;
  out.runs = {record.summary};
  out.title = record.summary.name;
  out.subtitle = words("Run {run}", {{"run", record.summary.id}});
  out.sections = {summary_section(source), curves_section(project, out.runs, {}, words),
                  results_section(source), verdicts_section(source),
                  config_section(source),  model_section(source),
                  seeds_section(source),   data_section(source),
                  code_section(source),    environment_section(source),
                  history_section(source), reproduce_section(source)};
  return out;
}

Report of_several(const Project& project, const std::vector<std::string>& runs, const Words& words) {
  const Comparison comparison = compare_runs(project, runs);
  Report out;
  out.runs = comparison.runs;
  out.title = words("Comparison of {count} runs", {{"count", std::to_string(runs.size())}});
  const std::vector<std::string> labels = run_labels(out.runs);
  constexpr std::size_t named = 4;
  for (std::size_t i = 0; i < std::min(labels.size(), named); ++i)
    out.subtitle += (i == 0 ? std::string() : words(", ")) + labels[i];
  if (labels.size() > named)
    out.subtitle += words(" and {count} more", {{"count", std::to_string(labels.size() - named)}});
  out.comparison_json = to_json(comparison);
  out.sections = comparison_sections(comparison, words);
  out.sections.insert(out.sections.begin() + 2, curves_section(project, out.runs, comparison.groups, words));
  if (runs.size() == 2) add_code_sections(comparison, labels, words, out.sections);
  return out;
}

}  // namespace

Report build_report(const Project& project, const std::vector<std::string>& runs, Language language) {
  if (runs.empty()) throw engine::ValueError(engine::Message{"report.none", "a report needs a run", {}});
  const Words words(language);
  Report out = runs.size() == 1 ? of_one(project, runs[0], words) : of_several(project, runs, words);
  out.language = language;
  for (const RunSummary& run : out.runs)
    out.time = std::max(out.time, run.ended.value_or(run.started.value_or(run.created)));
  Cleaner::text(out.title);
  Cleaner::text(out.subtitle);
  for (Section& section : out.sections)
    for (Block& block : section.blocks) std::visit(Cleaner{}, block);
  return out;
}

}  // namespace lockstep::tracking::report

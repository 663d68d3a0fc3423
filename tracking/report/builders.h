// The parts that a report's content is put together from; internal to this folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tracking/analysis/comparison.h"
#include "tracking/analysis/run_record.h"
#include "tracking/report/content.h"

namespace lockstep::tracking::report {

/// One run and where its other documents are.
struct Source {
  const Project& project;
  const RunRecord& record;
  const Words& words;
  [[nodiscard]] std::optional<std::string> document(const char* name) const {
    return project.document(record.summary.id, name);
  }
};

// Cells.
[[nodiscard]] Cell number_cell(double value);
[[nodiscard]] Cell count_cell(std::int64_t value);
[[nodiscard]] Cell hash_cell(const std::string& hash);
[[nodiscard]] Cell code_cell(const std::string& text);
[[nodiscard]] Cell long_cell(const std::string& text, std::size_t most);
[[nodiscard]] Cell time_cell(std::int64_t milliseconds);
[[nodiscard]] Cell status_cell(Status status, const Words& words);
[[nodiscard]] Cell verdict_cell(Verdict verdict, const Words& words);

// Words for what the store and the analysis name.
[[nodiscard]] std::string cause_words(Cause cause, const Words& words);
[[nodiscard]] std::string effect_words(DriftEffect effect, const Words& words);
[[nodiscard]] std::string relation_words(const std::string& relation, const Words& words);
/// A judgement's sentence with its cause in the language.
[[nodiscard]] std::string sentence(const Judgement& judgement, const Words& words);
/// What a reproduction's verdict.json says; absent where it is damaged.
[[nodiscard]] std::optional<Judgement> recorded_judgement(const std::string& json);
[[nodiscard]] Table drift_table(const std::vector<Drift>& drift, const Words& words);

// Sections of one run.
[[nodiscard]] Section summary_section(const Source& source);
[[nodiscard]] Section results_section(const Source& source);
[[nodiscard]] Section verdicts_section(const Source& source);
[[nodiscard]] Section config_section(const Source& source);
[[nodiscard]] Section model_section(const Source& source);
[[nodiscard]] Section seeds_section(const Source& source);
[[nodiscard]] Section data_section(const Source& source);
[[nodiscard]] Section code_section(const Source& source);
[[nodiscard]] Section environment_section(const Source& source);
[[nodiscard]] Section history_section(const Source& source);
[[nodiscard]] Section reproduce_section(const Source& source);

/// What to call each run: its name, with the end of its id where several have it.
[[nodiscard]] std::vector<std::string> run_labels(const std::vector<RunSummary>& runs);
/// The curves of one run, or of several over each other with their spread over seeds. Reads the series.
[[nodiscard]] Section curves_section(const Project& project, const std::vector<RunSummary>& runs,
                                     const std::vector<SeedGroup>& groups, const Words& words);

/// All sections of a comparison but the curves, which stand after `matrix`.
[[nodiscard]] std::vector<Section> comparison_sections(const Comparison& comparison, const Words& words);

/// Of two runs: the commits between them, how their uncommitted changes differ, and the recorded patches themselves.
void add_code_sections(const Comparison& comparison, const std::vector<std::string>& labels, const Words& words, std::vector<Section>& sections);

}  // namespace lockstep::tracking::report

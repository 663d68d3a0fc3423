// What one run was and what came of it: its summary, results, verdicts and history.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "tracking/report/builders.h"
#include "tracking/report/format.h"

namespace lockstep::tracking::report {

namespace {

constexpr std::size_t most_evaluations = 40;

/// The metrics of the test part, else of the validation part, else of the training.
std::string final_metrics(const RunSummary& run) {
  for (const char* part : {"test/", "val/", "train/"}) {
    std::vector<std::string> found;
    for (const MetricSummary& metric : run.metrics)
      if (metric.key.starts_with(part) && found.size() < 3)
        found.push_back(fmt::format("{} {}", metric.key, short_number(metric.last)));
    if (!found.empty()) return fmt::format("{}", fmt::join(found, ", "));
  }
  return {};
}

Paragraph lead(const RunSummary& run, const Words& words) {
  const Cell status = status_cell(run.status, words);
  const std::string metrics = final_metrics(run);
  const std::vector<engine::Message::Argument> arguments{
      {"steps", grouped(run.step)},
      {"duration", run.started && run.ended ? duration_text(*run.ended - *run.started) : "–"},
      {"metrics", metrics},
      {"reason", run.reason},
      {"status", status.text}};
  Paragraph out{{}, status.tone, true, status.sign};
  const auto text = [&]() -> std::string {
    if (run.status == Status::finished && !metrics.empty())
      return words("Finished after {steps} steps in {duration}: {metrics}.", arguments);
    if (run.status == Status::finished) return words("Finished after {steps} steps in {duration}.", arguments);
    if (run.status == Status::stopped) return words("Stopped after {steps} steps.", arguments);
    if (run.status == Status::interrupted)
      return words("Interrupted after {steps} steps: its process is gone.", arguments);
    if (run.status == Status::failed) return words("Failed after {steps} steps: {reason}", arguments);
    return words("This run is not over: {status}, at step {steps}.", arguments);
  };
  out.text = text();
  return out;
}

std::string steps_text(const RunSummary& run, const Words& words) {
  if (!run.steps) return grouped(run.step);
  return words("{done} of {planned}", {{"done", grouped(run.step)}, {"planned", grouped(*run.steps)}});
}

/// One row for all evaluations of a step with the same weights; the columns are the metrics. The test part has its own table.
Table evaluation_table(const std::vector<Evaluation>& evaluations, bool test, const Words& words) {
  std::set<std::string> keys;
  std::map<std::pair<std::int64_t, std::string>, std::map<std::string, double>> rows;
  for (const Evaluation& one : evaluations) {
    if ((one.part == "test") != test) continue;
    for (const Metric& metric : one.metrics) {
      keys.insert(metric.key);
      rows[{one.step, test ? one.weights : std::string()}][metric.key] = metric.value;
    }
  }
  Table table{test ? words("The test part, evaluated") : words("Evaluations"), {{words("Step"), Align::right, {}}}, {}};
  if (rows.size() > most_evaluations)
    table.caption =
        words("Evaluations, {shown} of {all} spread evenly",
              {{"shown", std::to_string(most_evaluations)}, {"all", grouped(static_cast<std::int64_t>(rows.size()))}});
  if (test) table.columns.push_back({words("Weights")});
  for (const std::string& key : keys) table.columns.push_back({key, Align::right, {}});
  const std::size_t shown = std::min(rows.size(), most_evaluations);
  std::size_t place = 0, taken = 0;
  for (const auto& [at, values] : rows) {
    // Evenly, the first and the last among them.
    if (shown > 1 && place++ != taken * (rows.size() - 1) / (shown - 1)) continue;
    ++taken;
    std::vector<Cell> cells{count_cell(at.first)};
    if (test) cells.push_back({.text = at.second == "best" ? words("best") : words("last")});
    for (const std::string& key : keys) {
      const auto value = values.find(key);
      cells.push_back(value == values.end() ? Cell{.text = "–", .tone = Tone::quiet} : number_cell(value->second));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

Section summary_section(const Source& source) {
  const auto& [project, record, words] = source;
  const RunSummary& run = record.summary;
  Section section{"summary", words("Summary"), {lead(run, words)}};
  Facts facts;
  const auto add = [&](std::string label, Cell value) { facts.rows.push_back({std::move(label), std::move(value)}); };
  add(words("Run"), code_cell(run.id));
  add(words("Status"), status_cell(run.status, words));
  if (!run.reason.empty()) add(words("Reason"), {.text = run.reason});
  if (!run.tags.empty()) add(words("Tags"), {.text = fmt::format("{}", fmt::join(run.tags, ", "))});
  if (!run.notes.empty()) add(words("Notes"), {.text = run.notes});
  if (run.started) add(words("Started"), time_cell(*run.started));
  if (run.ended) add(words("Ended"), time_cell(*run.ended));
  if (run.started && run.ended)
    add(words("Duration"),
        {.text = duration_text(*run.ended - *run.started), .exact = std::to_string(*run.ended - *run.started) + " ms"});
  add(words("Steps"), {.text = steps_text(run, words)});
  if (run.device) add(words("Device"), {.text = *run.device});
  if (run.seed) add(words("Seed"), {.text = std::to_string(*run.seed)});
  if (run.config_hash) add(words("Config hash"), hash_cell(*run.config_hash));
  if (run.data_fingerprint) add(words("Data fingerprint"), hash_cell(*run.data_fingerprint));
  if (run.commit) {
    Cell commit = hash_cell(*run.commit);
    if (run.dirty.value_or(false))
      commit.text = words("{commit} with changes", {{"commit", commit.text}}), commit.code = false;
    add(words("Commit"), std::move(commit));
  }
  if (record.initial) add(words("Initial weights"), hash_cell(fmt::format("{:016x}", *record.initial)));
  if (record.parameters.size() > 0)
    add(words("Parameters after step {step}", {{"step", grouped(record.parameters.steps.back())}}),
        hash_cell(fmt::format("{:016x}", record.parameters.bits.back())));
  if (!run.parent.empty()) add(relation_words(run.relation, words), code_cell(run.parent));
  section.blocks.emplace_back(std::move(facts));
  return section;
}

Section results_section(const Source& source) {
  const auto& [project, record, words] = source;
  Section section{"results", words("Results"), {}};
  if (record.summary.metrics.empty()) {
    section.blocks.emplace_back(Paragraph{words("No metric was recorded."), Tone::quiet});
    return section;
  }
  Table table{words("Metrics over the whole run"),
              {{words("Metric")},
               {words("Last"), Align::right, {}},
               {words("At step"), Align::right, {}},
               {words("Minimum"), Align::right, {}},
               {words("At step"), Align::right, {}},
               {words("Maximum"), Align::right, {}},
               {words("At step"), Align::right, {}}},
              {}};
  for (const MetricSummary& metric : record.summary.metrics) {
    table.rows.push_back({code_cell(metric.key), number_cell(metric.last), count_cell(metric.last_step),
                          number_cell(metric.minimum), count_cell(metric.minimum_step), number_cell(metric.maximum),
                          count_cell(metric.maximum_step)});
  }
  section.blocks.emplace_back(std::move(table));
  for (const bool test : {true, false}) {
    Table evaluations = evaluation_table(record.evaluations, test, words);
    if (!evaluations.rows.empty()) section.blocks.emplace_back(std::move(evaluations));
  }
  return section;
}

Section verdicts_section(const Source& source) {
  const auto& [project, record, words] = source;
  const RunSummary& run = record.summary;
  Section section{"verdicts", words("Does it repeat?"), {}};
  if (const auto text = source.document("verdict.json")) {
    if (const auto judgement = recorded_judgement(*text)) {
      const Cell verdict = verdict_cell(judgement->verdict, words);
      section.blocks.emplace_back(Paragraph{words("This run reproduces {run}. {sentence}",
                                                  {{"run", run.parent}, {"sentence", sentence(*judgement, words)}}),
                                            verdict.tone, true, verdict.sign});
      if (!judgement->drift.empty()) section.blocks.emplace_back(drift_table(judgement->drift, words));
    }
  }
  Table table{words("Reproductions of this run"),
              {{words("Run")}, {words("Ended")}, {words("Verdict")}, {words("First difference")}, {words("Cause")}},
              {}};
  for (const std::string& id : project.children(run.id, "reproduces")) {
    const RunSummary child = project.summary(id);
    const auto text = project.document(id, "verdict.json");
    const auto judgement = text ? recorded_judgement(*text) : std::nullopt;
    if (child.trashed || !judgement) continue;
    const auto& first = judgement->divergence.first;
    table.rows.push_back({code_cell(id),
                          child.ended ? time_cell(*child.ended) : Cell{.text = "–", .tone = Tone::quiet},
                          verdict_cell(judgement->verdict, words),
                          first ? Cell{.text = words("step {step}, {quantity}",
                                                     {{"step", grouped(first->step)}, {"quantity", first->quantity}})}
                                : Cell{.text = "–", .tone = Tone::quiet},
                          {.text = cause_words(judgement->cause, words)}});
  }
  if (!table.rows.empty()) section.blocks.emplace_back(std::move(table));
  if (section.blocks.empty())
    section.blocks.emplace_back(Paragraph{words("This run has not been reproduced yet."), Tone::quiet});
  return section;
}

Section history_section(const Source& source) {
  const auto& [project, record, words] = source;
  Section section{"history", words("History"), {}};
  RunReader reader = project.reader(record.summary.id);
  Table attempts{words("Attempts"),
                 {{words("Attempt"), Align::right, {}},
                  {words("From step"), Align::right, {}},
                  {words("To step"), Align::right, {}},
                  {words("Started")},
                  {words("Host")},
                  {words("Ended as")}},
                 {}};
  for (const Attempt& one : reader.attempts()) {
    attempts.rows.push_back({count_cell(one.number),
                             count_cell(one.from_step),
                             one.last_step ? count_cell(*one.last_step) : Cell{.text = "–", .tone = Tone::quiet},
                             time_cell(one.started),
                             {.text = one.host},
                             one.status ? status_cell(*one.status, words) : Cell{.text = "–", .tone = Tone::quiet}});
  }
  if (!attempts.rows.empty()) section.blocks.emplace_back(std::move(attempts));
  Table events{words("Events"),
               {{words("Time")}, {words("Step"), Align::right, {}}, {words("Kind")}, {words("What happened")}},
               {}};
  constexpr std::size_t most_events = 100;
  const std::vector<Event> all = reader.events();
  if (all.size() > most_events)
    events.caption =
        words("Events, the first {shown} of {all}",
              {{"shown", std::to_string(most_events)}, {"all", grouped(static_cast<std::int64_t>(all.size()))}});
  for (const Event& event : all) {
    if (events.rows.size() == most_events) break;
    const Cell kind = event.severity == Severity::info ? Cell{.text = words("note"), .sign = "·", .tone = Tone::quiet}
                      : event.severity == Severity::warning
                          ? Cell{.text = words("warning"), .sign = "▲", .tone = Tone::warning}
                          : Cell{.text = words("error"), .sign = "✗", .tone = Tone::bad};
    events.rows.push_back({time_cell(event.time), count_cell(event.step), kind, {.text = words(event.message)}});
  }
  if (!events.rows.empty()) section.blocks.emplace_back(std::move(events));
  return section;
}

}  // namespace lockstep::tracking::report

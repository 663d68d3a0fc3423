// lockstep metrics: the recorded series of a run.
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"

namespace lockstep::app {

namespace {

struct MetricsOptions {
  ProjectOption project;
  std::string run;
  std::vector<std::string> keys;
  bool csv = false;
  bool json = false;
};

std::string value_text(const tracking::Series& series, std::size_t i) {
  if (series.type == tracking::SeriesType::bits) {
    return series.key == "epoch" || series.key == "time" ? std::to_string(series.bits[i]) : fmt::format("{:016x}", series.bits[i]);
  }
  const double value = series.value(i);
  return value == value && value - value == 0 ? fmt::format("{}", value) : short_number(value);
}

nlohmann::ordered_json value_json(const tracking::Series& series, std::size_t i) {
  if (series.type == tracking::SeriesType::real) return json_number(series.value(i));
  if (series.key == "epoch" || series.key == "time") return series.bits[i];
  return fmt::format("{:016x}", series.bits[i]);
}

/// One row a step, one column a series; a step that a series does not have is left empty.
void print_csv(const std::vector<tracking::Series>& all) {
  std::map<std::int64_t, std::vector<std::string>> rows;
  std::string header = "step";
  for (std::size_t column = 0; column < all.size(); ++column) {
    header += "," + all[column].key;
    for (std::size_t i = 0; i < all[column].size(); ++i) {
      auto& row = rows[all[column].steps[i]];
      row.resize(all.size());
      row[column] = value_text(all[column], i);
    }
  }
  fmt::print("{}\n", header);
  for (const auto& [step, row] : rows) fmt::print("{},{}\n", step, fmt::join(row, ","));
}

void print_summary(const tracking::RunSummary& run) {
  std::vector<std::vector<std::string>> rows{{"metric", "last", "minimum", "at step", "maximum", "at step"}};
  for (const tracking::MetricSummary& metric : run.metrics) {
    rows.push_back({metric.key, short_number(metric.last), short_number(metric.minimum), std::to_string(metric.minimum_step), short_number(metric.maximum), std::to_string(metric.maximum_step)});
  }
  fmt::print("{}", text_table(rows, {1, 2, 3, 4, 5}));
}

int metrics(const MetricsOptions& options) {
  const tracking::Project project = options.project.open(false);
  const tracking::RunSummary run = project.find(options.run);
  tracking::RunReader reader = project.reader(run.id);
  const bool everything = options.keys.empty();
  if (everything && !options.csv && !options.json) {
    print_summary(run);
    return exit_done;
  }
  std::vector<std::string> keys = options.keys;
  std::vector<std::string> known;
  for (const tracking::SeriesInfo& info : reader.series_list()) {
    known.push_back(info.key);
    if (everything && info.axis == tracking::SeriesAxis::step) keys.push_back(info.key);
  }
  for (const std::string& key : keys) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    throw engine::ValueError(engine::Message{"metrics.unknown", "the run {run} has no metric \"{key}\"; it has {known}", {{"run", run.id}, {"key", key}, {"known", fmt::format("{}", fmt::join(known, ", "))}}});
  }
  const std::vector<tracking::Series> all = reader.series(keys);
  if (!options.json) {
    print_csv(all);
    return exit_done;
  }
  for (const tracking::Series& series : all) {
    for (std::size_t i = 0; i < series.size(); ++i) print_json({{"key", series.key}, {"step", series.steps[i]}, {"value", value_json(series, i)}});
  }
  return exit_done;
}

}  // namespace

void add_metrics(CLI::App& app, Action& action) {
  auto options = std::make_shared<MetricsOptions>();
  CLI::App* command = app.add_subcommand("metrics", "Print a run's series: a summary, or the points of the given keys");
  command->add_option("run", options->run, "An id, the beginning of one, a name, or \"last\"")->required()->type_name("RUN");
  command->add_option("keys", options->keys, "train/loss, val/accuracy, learning_rate, batch_hash, parameters, …")->type_name("KEY");
  options->project.add_to(*command);
  command->add_flag("--csv", options->csv, "All points as CSV, one row a step");
  command->add_flag("--json", options->json, "All points as JSON, one a line");
  command->callback([options, &action] { action = [options] { return metrics(*options); }; });
}

}  // namespace lockstep::app

// lockstep runs: every run of the project.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project_option.h"

namespace lockstep::app {

namespace {

struct RunsOptions {
  ProjectOption project;
  bool trash = false;
  bool json = false;
};

/// The metric that says most: test before validation, accuracy before loss.
std::string headline(const tracking::RunSummary& run) {
  for (const std::string_view key : {"test/accuracy", "val/accuracy", "test/loss", "val/loss", "train/loss"}) {
    if (const tracking::MetricSummary* metric = run.metric(key)) return fmt::format("{} {}", key, short_number(metric->last));
  }
  return "";
}

int list(const RunsOptions& options) {
  const tracking::Project project = options.project.open(false);
  const std::vector<tracking::RunSummary> runs = options.trash ? project.trash() : project.runs();
  if (options.json) {
    for (const tracking::RunSummary& run : runs) print_json(run_json(run));
    return exit_done;
  }
  if (runs.empty()) {
    fmt::print("no runs in {}\n", project.folder().string());
    return exit_done;
  }
  std::vector<std::vector<std::string>> rows{{"run", "name", "status", "step", "started", "commit", "seed", "result"}};
  for (const tracking::RunSummary& run : runs) {
    rows.push_back({run.id, run.name, run.verdict.value_or(std::string(tracking::status_name(run.status))), run.steps ? fmt::format("{}/{}", run.step, *run.steps) : std::to_string(run.step),
                    run.started ? local_time(*run.started) : "", run.commit ? run.commit->substr(0, 7) + (run.dirty.value_or(false) ? "*" : "") : "",
                    run.seed ? std::to_string(*run.seed) : "", headline(run)});
  }
  fmt::print("{}", text_table(rows, {3, 6}));
  return exit_done;
}

}  // namespace

void add_runs(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunsOptions>();
  CLI::App* command = app.add_subcommand("runs", "List the project's runs, oldest first");
  options->project.add_to(*command);
  command->add_flag("--trash", options->trash, "List the runs in the trash");
  command->add_flag("--json", options->json, "One JSON object a line on standard output");
  command->callback([options, &action] { action = [options] { return list(*options); }; });
}

}  // namespace lockstep::app

// lockstep evaluate: how good a run's model is, on its own data's parts or on other data.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/model_options.h"
#include "app/output.h"
#include "engine/core/thread_pool.h"
#include "tracking/model/evaluation.h"
#include "tracking/recorder/preparation.h"

namespace lockstep::app {

namespace {

using nlohmann::ordered_json;

struct EvaluateOptions {
  ModelCommandOptions model;
  std::string data;
  bool accept_drift = false;
  bool json = false;
};

ordered_json evaluation_json(const tracking::TrainedModel& model, const tracking::ModelEvaluation& evaluation) {
  ordered_json metrics = ordered_json::object();
  for (const auto& [key, value] : evaluation.metrics) metrics[key] = json_number(value);
  ordered_json out{{"event", "evaluation"}, {"run", model.run().id},       {"name", model.run().name}, {"weights", model.weights()},
                   {"step", model.step()},  {"part", evaluation.part}, {"samples", evaluation.samples}, {"metrics", metrics}};
  if (!evaluation.classes.empty()) {
    out["classes"] = evaluation.classes;
    out["confusion"] = evaluation.confusion;
    ordered_json& per_class = out["per_class"] = ordered_json::object();
    for (const tracking::ClassAccuracy& of : evaluation.per_class) {
      per_class[of.name] = {{"samples", of.samples}, {"correct", of.correct}, {"accuracy", json_number(of.accuracy())}};
    }
  }
  if (!evaluation.drift.empty()) out["drift"] = evaluation.drift;
  return out;
}

/// Rows are the right classes, columns the predicted ones; too many columns would not fit a terminal.
void print_classes(const tracking::ModelEvaluation& evaluation) {
  constexpr std::size_t most_columns = 20;
  const bool matrix = evaluation.classes.size() <= most_columns;
  std::vector<std::vector<std::string>> rows{{"class", "samples", "correct", "accuracy"}};
  if (matrix) rows[0].insert(rows[0].end(), evaluation.classes.begin(), evaluation.classes.end());
  for (std::size_t c = 0; c < evaluation.per_class.size(); ++c) {
    const tracking::ClassAccuracy& of = evaluation.per_class[c];
    rows.push_back({of.name, std::to_string(of.samples), std::to_string(of.correct), short_number(of.accuracy())});
    for (std::size_t p = 0; matrix && p < evaluation.classes.size(); ++p) rows.back().push_back(std::to_string(evaluation.confusion[c][p]));
  }
  std::vector<std::size_t> right(rows[0].size() - 1);
  for (std::size_t i = 0; i < right.size(); ++i) right[i] = i + 1;
  fmt::print("\n{} part by class{}\n{}", evaluation.part, matrix ? ", and how often each class was predicted for it" : "", text_table(rows, right));
}

void print_text(const tracking::TrainedModel& model, const tracking::ModelEvaluation& evaluation) {
  fmt::print("run {} ({}), the {} weights, of step {}\n", model.run().id, model.run().name, model.weights(), model.step());
  for (const std::string& drift : evaluation.drift) fmt::print("warning: {}\n", drift);
  for (const auto& [key, value] : evaluation.metrics) fmt::print("{} {}\n", key, short_number(value));
  if (!evaluation.classes.empty()) print_classes(evaluation);
}

int evaluate(const EvaluateOptions& options) {
  tracking::Project project = options.model.project.open(false);
  tracking::TrainedModel model = options.model.open(project);
  engine::ThreadPool pool(tracking::threads_for(options.model.threads, model.config()));
  tracking::EvaluationOptions how;
  how.accept_drift = options.accept_drift;
  how.context.pool = &pool;
  const tracking::ModelEvaluation evaluation =
      options.data.empty() ? tracking::evaluate_own_parts(model, project, how) : tracking::evaluate_on(model, {options.data}, how);
  if (options.json) print_json(evaluation_json(model, evaluation));
  else print_text(model, evaluation);
  return exit_done;
}

}  // namespace

void add_evaluate(CLI::App& app, Action& action) {
  auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command = app.add_subcommand("evaluate", "Measure a run's model on its validation and test parts, or on other data");
  options->model.add_to(*command, true);
  command->add_option("--data", options->data, "Data to measure on instead: a file or folder of the form that the run was trained on")->type_name("PATH");
  command->add_flag("--accept-drift", options->accept_drift, "Measure on the run's own data even where they have changed since");
  command->add_flag("--json", options->json, "One JSON object on standard output");
  command->callback([options, &action] { action = [options] { return evaluate(*options); }; });
}

}  // namespace lockstep::app

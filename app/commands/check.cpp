// lockstep check: everything that would stop a run is found now: the config's mistakes, bad files, layers that don't fit.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/signals.h"
#include "engine/config/catalog/catalog.h"
#include "engine/train/experiment.h"
#include "tracking/recorder/places.h"
#include "tracking/recorder/preparation.h"

namespace lockstep::app {

namespace {

struct CheckOptions {
  std::string config;
  std::vector<std::string> overrides;
  bool schema = false;
  bool resolved = false;
};

std::string batch_shape(const engine::Shape& shape) { return shape.empty() ? "[N]" : "[N, " + shape.to_string().substr(1); }

void print_model(const engine::nn::Network& network) {
  std::vector<std::vector<std::string>> rows{{"layer", "type", "output", "parameters"}};
  for (const engine::nn::LayerSummary& layer : network.summary()) {
    rows.push_back({layer.path, layer.type, batch_shape(layer.output), layer.parameters > 0 ? std::to_string(layer.parameters) : ""});
  }
  fmt::print("{}{} parameters, {:.1f} KiB\n", text_table(rows, {3}), network.parameter_count(), static_cast<double>(network.parameter_bytes()) / 1024.0);
}

void print_data(const engine::data::Dataset& dataset) {
  const engine::data::Preview preview = dataset.preview(0);
  const auto& counts = dataset.facts().counts;
  fmt::print("data {}: {} train, {} validation, {} test samples of {}\n", dataset.fingerprint().substr(0, 7), counts[0], counts[1], counts[2], dataset.facts().input_shape.to_string());
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, type] : preview.columns) rows.push_back({"  " + name, type});
  fmt::print("{}", text_table(rows));
  rows.clear();
  for (const auto& [name, count] : preview.class_counts) rows.push_back({"  " + name, std::to_string(count)});
  if (!rows.empty()) fmt::print("classes\n{}", text_table(rows, {1}));
}

int check(const CheckOptions& options) {
  if (options.schema) {
    fmt::print("{}", engine::config::schema_markdown(engine::config::catalog()));
    return exit_done;
  }
  const StopOnSignal signals;
  engine::config::Options config;
  config.overrides = options.overrides;
  config.preset_folders = tracking::preset_folders();
  const engine::config::Document document = engine::config::check(engine::config::load(options.config, config).or_throw(), engine::config::catalog(), config).or_throw();
  tracking::SessionListener silent;
  const tracking::Prepared prepared = tracking::prepare(document, false, tracking::threads_for(0, document.settings()), silent, signals.token());
  if (options.resolved) {
    fmt::print("{}", prepared.resolved.toml);
    return exit_done;
  }
  const engine::train::Experiment experiment = engine::train::make_experiment(prepared.resolved.run, prepared.dataset, {});
  print_data(*prepared.dataset);
  print_model(experiment.network);
  fmt::print("config {}: no mistakes\n", prepared.resolved.hash.substr(0, 7));
  return exit_done;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Check a config and its data without training; show the model");
  CLI::Option* config = command->add_option("config", options->config, "A TOML file, or preset:NAME")->type_name("CONFIG.toml|preset:NAME");
  command->add_option("--set", options->overrides, "Override a setting: optimizer.learning_rate=0.01")->type_name("KEY=VALUE")->expected(1)->take_all();
  command->add_flag("--resolved", options->resolved, "Print the config with every default filled in");
  command->add_flag("--schema", options->schema, "Print the reference of all settings instead");
  command->callback([options, config, &action] {
    if (config->count() == 0 && !options->schema) throw CLI::RequiredError("config");
    action = [options] { return check(*options); };
  });
}

}  // namespace lockstep::app

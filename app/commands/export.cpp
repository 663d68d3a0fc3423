// lockstep export: a run's weights as safetensors that PyTorch reads.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/model_options.h"
#include "tracking/model/export.h"

namespace lockstep::app {

namespace {

struct ExportOptions {
  ModelCommandOptions model;
  std::string output;
};

int export_weights(const ExportOptions& options) {
  tracking::Project project = options.model.project.open(false);
  const tracking::TrainedModel model = options.model.open(project);
  tracking::export_model(model, options.output);
  fmt::print("{}: {} parameters, the {} weights of run {}, step {}\n", options.output, model.network().parameter_count(), model.weights(), model.run().id, model.step());
  return exit_done;
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExportOptions>();
  options->model.device = "cpu";
  CLI::App* command = app.add_subcommand("export", "Write a run's weights as safetensors, with PyTorch's names and layouts");
  options->model.add_to(*command, false);
  command->add_option("--output", options->output, "The file to write: model.safetensors")->required()->type_name("FILE");
  command->callback([options, &action] { action = [options] { return export_weights(*options); }; });
}

}  // namespace lockstep::app

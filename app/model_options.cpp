#include "app/model_options.h"

#include <CLI/CLI.hpp>

#include "engine/backend/devices.h"

namespace lockstep::app {

void ModelCommandOptions::add_to(CLI::App& command, bool computes) {
  command.add_option("run", run, "An id, the beginning of one, a name, or \"last\"")->required()->type_name("RUN");
  project.add_to(command);
  command.add_option("--weights", weights, "best (by the validation metric; the default) or last")->check(CLI::IsMember({"best", "last"}));
  if (!computes) return;
  command.add_option("--device", device, "auto, cpu, cuda or cuda:N");
  command.add_option("--threads", threads, "CPU threads; never changes a result")->check(CLI::Range(1, 1024));
}

tracking::TrainedModel ModelCommandOptions::open(tracking::Project& opened) const {
  tracking::ModelOptions options;
  options.weights = weights;
  options.device = engine::choose_device(device);
  options.threads = threads;
  options.pin_isa = true;
  return tracking::TrainedModel::open(opened, opened.find(run), options);
}

}  // namespace lockstep::app

// What every command that uses a trained model takes: RUN, which weights, where it computes.
#pragma once

#include <string>

#include "app/project_option.h"
#include "tracking/model/trained_model.h"

namespace lockstep::app {

struct ModelCommandOptions {
  ProjectOption project;
  std::string run;
  std::string weights;
  std::string device = "auto";
  int threads = 0;

  /// `computes`: whether the command runs the model, and so takes --device and --threads.
  void add_to(CLI::App& command, bool computes);
  /// @throws ValueError, DeviceError, and what TrainedModel::open() throws
  [[nodiscard]] tracking::TrainedModel open(tracking::Project& opened) const;
};

}  // namespace lockstep::app

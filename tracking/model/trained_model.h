// A run's model as its record gives it: resolved config, recorded preprocessing and a checkpoint's weights. No data is needed,
// and the run may have ended in any way, or still be training.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/config/run_config.h"
#include "engine/core/device.h"
#include "engine/data/preprocessing.h"
#include "engine/nn/loss_type.h"
#include "engine/nn/network.h"
#include "tracking/store/project.h"

namespace lockstep::tracking {

struct ModelOptions {
  std::string weights = {};  ///< "best" or "last"; empty: best. A run whose metrics chose no best weights has only its last
  engine::Device device = {};
  int threads = 0;           ///< of the CPU; 0: the config's, else all that this process may use
  /// Leave the CPU's threads as they are: they must not change while another thread of this process computes.
  bool keep_threads = false;
  /// Compute on the instruction set that the run was pinned to, where this processor has it and nothing was computed
  /// yet: then evaluations repeat the record's values bit for bit.
  bool pin_isa = false;
};

class TrainedModel {
 public:
  /// @throws ValueError for a run without a checkpoint or weights that are neither best nor last; FileError for a
  /// checkpoint that is damaged or another model's; DataError, ConfigFailure for a record that can't be read
  [[nodiscard]] static TrainedModel open(Project& project, const RunSummary& run, const ModelOptions& options = {});

  [[nodiscard]] const RunSummary& run() const noexcept { return run_; }
  [[nodiscard]] const engine::config::RunConfig& config() const noexcept { return config_; }
  [[nodiscard]] const engine::data::Preprocessing& preprocessing() const noexcept { return preprocessing_; }
  [[nodiscard]] engine::nn::Network& network() noexcept { return *network_; }
  [[nodiscard]] const engine::nn::Network& network() const noexcept { return *network_; }
  [[nodiscard]] engine::nn::Loss& loss() noexcept { return *loss_; }
  [[nodiscard]] engine::Device device() const noexcept { return device_; }
  /// Which weights these are, "best" or "last", and the step that they are of.
  [[nodiscard]] const std::string& weights() const noexcept { return weights_; }
  [[nodiscard]] std::int64_t step() const noexcept { return step_; }

 private:
  TrainedModel() = default;
  void load_weights(const std::filesystem::path& checkpoint);

  RunSummary run_;
  engine::config::RunConfig config_;
  engine::data::Preprocessing preprocessing_;
  engine::Device device_;
  std::unique_ptr<engine::nn::Network> network_;
  std::unique_ptr<engine::nn::Loss> loss_;
  std::string weights_;
  std::int64_t step_ = 0;
};

}  // namespace lockstep::tracking

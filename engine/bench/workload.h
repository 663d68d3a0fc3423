// The training workloads that speed is measured on, the same as those of the PyTorch script that we compare with: same
// models, batch sizes, losses and optimizers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/device.h"
#include "engine/core/shape.h"
#include "engine/nn/network.h"

namespace lockstep::engine::bench {

struct Workload {
  std::string_view name;
  std::string_view help;
  Shape input;                ///< one sample's
  std::int64_t batch_size = 0;
  std::int64_t classes = 10;
  std::string_view optimizer;  ///< "AdamW" (learning rate 1e-3, weight decay 0.01) or "SGD" (0.01, 1e-4, momentum 0.9)
  std::vector<nn::LayerDescription> (*layers)() = nullptr;
};

[[nodiscard]] std::span<const Workload> workloads();
/// @throws ValueError listing the workloads
[[nodiscard]] const Workload& workload(std::string_view name);

/// What one measurement gave. A step is zero_grad, forward, loss, backward, optimizer step and the loss read back, on a
/// batch that is in memory already.
struct BenchResult {
  std::string workload;
  double step_ms = 0;  ///< median over the steps, after five that don't count
  double samples_per_s = 0;
  int threads = 0;
  std::string dtype = "f32";
};

struct Conditions {
  int threads = 0;  ///< of the CPU; 0: as its backend is set
  Device device{};
  bool capture = true;    ///< on a device that works beside the host: the step is captured and replayed
  bool recorded = false;  ///< what a run keeps of each step is computed too: the batch's hash, correct predictions, the gradient norm, the parameters' checksum
};

/// Trains on random values. On a device that works beside the host each loss is read while the next step runs. @throws ValueError
[[nodiscard]] BenchResult run_workload(std::string_view name, std::int64_t steps, const Conditions& conditions = {});

/// The losses of `steps` steps from a file of parameters p000, p001, … (mapped by order of registration and shape) and a
/// batch x, y. @throws FileError, ValueError naming what doesn't fit
[[nodiscard]] std::vector<double> run_from_weights(std::string_view name, const std::filesystem::path& file, std::int64_t steps, const Conditions& conditions = {});

}  // namespace lockstep::engine::bench

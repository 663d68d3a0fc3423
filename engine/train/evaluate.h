// A model's metrics over one part of a data set.
#pragma once

#include <functional>
#include <stop_token>

#include "engine/data/loader.h"
#include "engine/nn/loss_type.h"
#include "engine/nn/network.h"
#include "engine/train/batch_inputs.h"
#include "engine/train/observer.h"

namespace lockstep::engine::train {

/// Sums over batches, for metrics weighted by what each batch's mean was taken over.
struct MetricSums {
  double loss = 0;
  double weight = 0;
  std::int64_t samples = 0;
  std::int64_t correct = 0;
  bool classification = false;

  void add(const nn::BatchMetrics& batch);
  /// "<prefix>/loss", and "<prefix>/accuracy" for a classification.
  [[nodiscard]] MetricList metrics(std::string_view prefix) const;
};

/// Runs the network over one epoch of `loader` without gradients and in evaluation mode. `inspect` sees each batch with
/// its output. Without `inputs` the loader's batches are normalised already. @throws Stopped when asked to stop
[[nodiscard]] MetricSums evaluate(nn::Network& network, nn::Loss& loss, data::Loader& loader, Device device, std::stop_token stop = {},
                                  const std::function<void(const data::Batch&, const Tensor& output)>& inspect = {}, BatchInputs* inputs = nullptr);

}  // namespace lockstep::engine::train

// From a resolved config and its data to the things that train: the one place where settings become objects.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "engine/config/config.h"
#include "engine/config/run_config.h"
#include "engine/data/dataset.h"
#include "engine/data/loader.h"
#include "engine/nn/loss_type.h"
#include "engine/nn/network.h"
#include "engine/optim/optimizer.h"
#include "engine/train/batch_inputs.h"

namespace lockstep::engine::train {

struct Experiment {
  config::RunConfig config;
  std::shared_ptr<const data::Dataset> dataset;
  Device device;
  nn::Network network;
  std::unique_ptr<nn::Loss> loss;
  std::unique_ptr<optim::Optimizer> optimizer;
  std::unique_ptr<BatchInputs> inputs;  ///< from the data set to the device
};

/// How the config's [data] is read. `search_folders`: where known data sets are looked for first.
[[nodiscard]] data::DatasetOptions dataset_options(const config::RunConfig& config, std::vector<std::filesystem::path> search_folders = {});
/// What the config's defaults follow from the data.
[[nodiscard]] config::DataFacts config_facts(const data::DataFacts& facts);
[[nodiscard]] std::vector<nn::LayerDescription> layer_descriptions(const config::ModelSettings& model);
/// The network alone, with its initial weights; for evaluate, predict and export.
[[nodiscard]] nn::Network make_network(const config::RunConfig& config, const Shape& input, Device device);
/// From now on the device computes with the config's arithmetic: strict, TF32.
/// @throws what the network, loss or optimizer finds wrong; ValueError for a precision that is not available
[[nodiscard]] Experiment make_experiment(const config::RunConfig& config, std::shared_ptr<const data::Dataset> dataset, Device device);
[[nodiscard]] data::LoaderOptions training_loader_options(const config::RunConfig& config);
[[nodiscard]] data::LoaderOptions evaluation_loader_options(const config::RunConfig& config);

}  // namespace lockstep::engine::train

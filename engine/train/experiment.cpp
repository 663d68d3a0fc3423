#include "engine/train/experiment.h"

#include <fmt/format.h>

#include "engine/backend/backend.h"
#include "engine/core/error.h"

namespace lockstep::engine::train {

namespace {

data::Order order_of(const std::string& sampler) {
  if (sampler == "weighted") return data::Order::weighted;
  return sampler == "sequential" ? data::Order::sequential : data::Order::shuffle;
}

void check_precision(const config::RunConfig& config) {
  if (config.precision.compute != DType::f32) {
    throw ValueError(plain_message("train.precision", fmt::format("precision.compute = \"{}\" is not available yet; use \"float32\"", dtype_name(config.precision.compute))));
  }
}

}  // namespace

data::DatasetOptions dataset_options(const config::RunConfig& config, std::vector<std::filesystem::path> search_folders) {
  const config::DataSettings& from = config.data;
  data::DatasetOptions out;
  out.dataset = from.dataset;
  out.kind = from.kind;
  out.path = from.path;
  out.validation_path = from.validation_path;
  out.test_path = from.test_path;
  out.validation_fraction = from.validation_fraction;
  out.test_fraction = from.test_fraction;
  out.split_seed = config.reproducibility.seeds.split;
  out.normalize = data::normalize_from_name(from.normalize);
  out.csv.header = from.header;
  out.csv.target = from.target;
  out.csv.features = from.features;
  out.csv.ignore = from.ignore;
  out.csv.missing = data::missing_from_name(from.missing);
  for (const auto& [column, type] : from.column_types) out.csv.column_types[column] = data::column_type_from_name(type);
  if (from.image_size) out.images.image_size = {(*from.image_size)[0], (*from.image_size)[1]};
  out.images.resize = data::resize_from_name(from.resize);
  out.images.channels = static_cast<int>(from.channels);
  for (const config::AugmentConfig& augment : from.augment) out.augment.push_back({augment.type, augment.arguments});
  out.search_folders = std::move(search_folders);
  return out;
}

config::DataFacts config_facts(const data::DataFacts& facts) {
  config::DataFacts out;
  out.input = facts.input_shape;
  out.classification = facts.classification;
  out.classes = static_cast<std::int64_t>(facts.class_names.size());
  out.target_size = facts.target_width;
  return out;
}

std::vector<nn::LayerDescription> layer_descriptions(const config::ModelSettings& model) {
  std::vector<nn::LayerDescription> out;
  for (const config::LayerConfig& layer : model.layers) {
    nn::LayerDescription description{layer.type, layer.name, {}, layer.arguments};
    for (const std::int64_t input : layer.inputs) {
      if (input == config::LayerConfig::data_input) {
        description.inputs.emplace_back("data");
      } else {
        const std::string& name = model.layers[static_cast<std::size_t>(input)].name;
        description.inputs.push_back(name.empty() ? std::to_string(input) : name);
      }
    }
    out.push_back(std::move(description));
  }
  return out;
}

nn::Network make_network(const config::RunConfig& config, const Shape& input, Device device) {
  return {layer_descriptions(config.model), input, config.reproducibility.seeds.init, device, DType::f32};
}

Experiment make_experiment(const config::RunConfig& config, std::shared_ptr<const data::Dataset> dataset, Device device) {
  check_precision(config);
  backend_of(device).set_arithmetic({.strict = config.reproducibility.strict, .tf32 = config.precision.tf32});
  nn::Network network = make_network(config, dataset->facts().input_shape, device);
  auto loss = nn::make_loss(config.loss.type, config.loss.arguments, device);
  const data::DataFacts& facts = dataset->facts();
  loss->check_output(network.output_shape(), facts.classification ? static_cast<std::int64_t>(facts.class_names.size()) : facts.target_width);
  optim::OptimizerOptions options;
  options.no_decay_norms_and_biases = config.optimizer.no_decay_norms_and_biases;
  for (const config::ParameterGroup& group : config.optimizer.groups) {
    options.groups.push_back({group.parameters, group.learning_rate, group.weight_decay});
  }
  auto optimizer = optim::make_optimizer(config.optimizer.type, network.named_parameters(), config.optimizer.arguments, options);
  auto inputs = std::make_unique<BatchInputs>(dataset, device);
  return {config, std::move(dataset), device, std::move(network), std::move(loss), std::move(optimizer), std::move(inputs)};
}

data::LoaderOptions training_loader_options(const config::RunConfig& config) {
  data::LoaderOptions out;
  out.batch_size = config.data.batch_size;
  out.drop_last = config.data.drop_last;
  out.order = order_of(config.data.sampler);
  out.augment = true;
  out.shuffle_seed = config.reproducibility.seeds.shuffle;
  out.sample_seed = config.reproducibility.seeds.sample;
  out.augment_seed = config.reproducibility.seeds.augment;
  out.workers = static_cast<int>(config.data.workers);
  return out;
}

data::LoaderOptions evaluation_loader_options(const config::RunConfig& config) {
  data::LoaderOptions out;
  out.batch_size = config.data.batch_size;
  out.workers = static_cast<int>(config.data.workers);
  return out;
}

}  // namespace lockstep::engine::train

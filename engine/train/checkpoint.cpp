#include "engine/train/checkpoint.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/core/rng.h"

namespace lockstep::engine::train {

namespace {

constexpr std::string_view model_prefix = "model/";
constexpr std::string_view optimizer_prefix = "optimizer/";
constexpr std::string_view gradient_prefix = "gradient/";
constexpr int checkpoint_version = 1;

void put(io::Safetensors& file, std::string_view prefix, const std::string& name, const Tensor& tensor) {
  file.tensors.emplace(std::string(prefix) + name, tensor.to_host());
}

nn::NamedTensors with_prefix(const io::Safetensors& file, std::string_view prefix) {
  nn::NamedTensors out;
  for (const auto& [name, array] : file.tensors) {
    if (name.starts_with(prefix)) out.emplace_back(name.substr(prefix.size()), Tensor::from_host(array));
  }
  return out;
}

const std::string& metadata(const io::Safetensors& file, const std::string& key, const std::string& path) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) {
    throw FileError(Message{"checkpoint.not_one", "{path} is not a checkpoint of Lockstep: its metadata has no \"{key}\"", {{"path", path}, {"key", key}}});
  }
  return found->second;
}

Progress progress_of(const io::Safetensors& file, const std::string& path) {
  if (metadata(file, "lockstep_checkpoint", path) != std::to_string(checkpoint_version)) {
    throw FileError(Message{"checkpoint.version", "{path} was written by a newer version of Lockstep", {{"path", path}}});
  }
  return Progress::from_json(metadata(file, "progress", path), path);
}

}  // namespace

Progress checkpoint_progress(const std::filesystem::path& path) { return progress_of(io::read_safetensors(path), path.string()); }

std::filesystem::path checkpoint_file(const std::filesystem::path& folder, const std::string& kind) { return folder / (kind + ".safetensors"); }

void save_checkpoint(const std::filesystem::path& path, const Experiment& experiment, const Progress& progress, const CheckpointIdentity& identity) {
  io::Safetensors file;
  for (const auto& [name, tensor] : experiment.network.named_state()) put(file, model_prefix, name, tensor);
  const optim::OptimizerState state = experiment.optimizer->state();
  for (const auto& [name, tensor] : state.tensors) put(file, optimizer_prefix, name, tensor);
  if (progress.window.batches > 0) {
    for (const auto& [name, parameter] : experiment.network.named_parameters()) {
      if (parameter.grad().defined()) put(file, gradient_prefix, name, parameter.grad());
    }
  }
  file.metadata = identity;
  file.metadata["lockstep_checkpoint"] = std::to_string(checkpoint_version);
  file.metadata["random_algorithm"] = std::to_string(random_algorithm_version);
  file.metadata["progress"] = progress.to_json();
  file.metadata["optimizer_steps"] = nlohmann::json(state.steps).dump();
  io::write_safetensors(path, file);
}

Progress load_checkpoint(const std::filesystem::path& path, Experiment& experiment) {
  const io::Safetensors file = io::read_safetensors(path);
  const std::string name = path.string();
  Progress progress = progress_of(file, name);
  const nn::LoadReport report = experiment.network.load_state(with_prefix(file, model_prefix));
  if (!report.complete()) {
    throw FileError(Message{"checkpoint.other_model", "{path} does not fit this model:\n{report}", {{"path", name}, {"report", report.to_string()}}});
  }
  optim::OptimizerState state;
  state.tensors = with_prefix(file, optimizer_prefix);
  try {
    state.steps = nlohmann::json::parse(metadata(file, "optimizer_steps", name)).get<std::map<std::string, std::int64_t>>();
  } catch (const nlohmann::json::exception& error) {
    throw FileError(Message{"checkpoint.damaged", "{path} is not a usable checkpoint: {what}", {{"path", name}, {"what", error.what()}}});
  }
  experiment.optimizer->load_state(state);
  experiment.optimizer->zero_grad();
  std::map<std::string, Tensor> gradients;
  for (auto& [parameter, gradient] : with_prefix(file, gradient_prefix)) gradients.emplace(parameter, gradient.to(experiment.device).clone());
  for (const auto& [parameter_name, parameter] : experiment.network.named_parameters()) {
    if (const auto found = gradients.find(parameter_name); found != gradients.end()) Tensor(parameter).set_grad(found->second);
  }
  return progress;
}

nn::NamedTensors model_state(const io::Safetensors& file) {
  return with_prefix(file, file.metadata.contains("lockstep_checkpoint") ? model_prefix : std::string_view());
}

nn::LoadReport load_weights(const std::filesystem::path& path, nn::Network& network) { return network.load_state(model_state(io::read_safetensors(path))); }

}  // namespace lockstep::engine::train

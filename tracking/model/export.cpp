#include "tracking/model/export.h"

#include <variant>

#include <nlohmann/json.hpp>

namespace lockstep::tracking {

namespace {

using nlohmann::ordered_json;

constexpr int export_version = 1;

ordered_json json_of(const engine::Shape& shape) { return std::vector<std::int64_t>(shape.begin(), shape.end()); }

ordered_json json_of(const engine::schema::Value& value) {
  return std::visit([](const auto& x) -> ordered_json {
    if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::monostate>) return nullptr;
    else return x;
  }, value);
}

/// What PyTorch's constructor takes: our "init" chose the initial values, which are history by now.
ordered_json json_of(const engine::schema::Arguments& arguments) {
  ordered_json out = ordered_json::object();
  for (const auto& [name, value] : arguments.values()) {
    if (name != "init") out[name] = json_of(value);
  }
  return out;
}

std::string model_json(const engine::nn::Network& network) {
  ordered_json layers = ordered_json::array();
  for (const engine::nn::PlannedLayer& layer : network.layers()) {
    layers.push_back({{"path", layer.path},
                      {"type", layer.type->spec.name},
                      {"inputs", layer.inputs},
                      {"arguments", json_of(layer.plan.arguments)},
                      {"output", json_of(layer.plan.output)},
                      {"parameters", layer.plan.parameters}});
  }
  return ordered_json{{"input", json_of(network.input_shape())}, {"layers", layers}, {"parameters", network.parameter_count()}}.dump();
}

}  // namespace

engine::io::Safetensors export_content(const engine::nn::Network& network, const engine::data::Preprocessing& preprocessing, const ExportOrigin& origin) {
  engine::io::Safetensors file;
  for (const auto& [name, tensor] : network.named_state()) file.tensors.emplace(name, tensor.to_host());
  file.metadata = {{"format", "pt"},
                   {"lockstep_export", std::to_string(export_version)},
                   {"run", origin.run},
                   {"name", origin.name},
                   {"config_hash", origin.config_hash},
                   {"weights", origin.weights},
                   {"step", std::to_string(origin.step)},
                   {"preprocessing", preprocessing.to_json()},
                   {"model", model_json(network)}};
  if (preprocessing.classification) file.metadata["classes"] = nlohmann::json(preprocessing.class_names).dump();
  return file;
}

void export_model(const TrainedModel& model, const std::filesystem::path& output) {
  const RunSummary& run = model.run();
  engine::io::write_safetensors(output, export_content(model.network(), model.preprocessing(),
                                                       {run.id, run.name, run.config_hash.value_or(""), model.weights(), model.step()}));
}

}  // namespace lockstep::tracking

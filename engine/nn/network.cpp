#include "engine/nn/network.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/autograd/record.h"

namespace lockstep::engine::nn {

namespace {

std::vector<std::unique_ptr<Module>> build_modules(std::span<const PlannedLayer> layers, std::uint64_t init_seed, Device device, DType dtype) {
  std::vector<std::unique_ptr<Module>> modules;
  for (const PlannedLayer& layer : layers) {
    auto module = layer.type->build(layer.plan.arguments, layer.path);
    module->initialize(init_seed);
    module->to(dtype);
    module->to(device);
    modules.push_back(std::move(module));
  }
  return modules;
}


}  // namespace

Network::Network(std::span<const LayerDescription> layers, const Shape& input, std::uint64_t init_seed, Device device, DType dtype)
    : input_(input), layers_(plan_layers(layers, input)), modules_(build_modules(layers_, init_seed, device, dtype)),
      plain_steps_(plain_steps(layers_)), fused_steps_(fused_steps(layers_)) {
  for (const auto& module : modules_) {
    for (auto& named : module->named_parameters()) parameters_.push_back(std::move(named));
    for (auto& named : module->named_buffers()) buffers_.push_back(std::move(named));
  }
}

bool Network::may_fuse() const noexcept {
  return fusion_ && autograd::current_watch() == nullptr && std::none_of(modules_.begin(), modules_.end(), [](const auto& m) { return m->has_hooks(); });
}

void Network::check_batch(const Tensor& batch) const {
  bool fits = batch.dim() == input_.size() + 1;
  for (std::size_t i = 0; fits && i < input_.size(); ++i) fits = batch.size(i + 1) == input_[i];
  if (fits) return;
  const std::string sizes = input_.to_string();
  throw ShapeError(Message{"nn.batch_shape", "the network expects a batch [N, {sizes}, received {found}",
                           {{"sizes", input_.empty() ? "]" : sizes.substr(1)}, {"found", batch.shape().to_string()}}});
}

Tensor Network::forward(const Tensor& batch, ForwardContext& context) {
  check_batch(batch);
  return execute(may_fuse() ? fused_steps_ : plain_steps_, modules_, batch, context);
}

NamedTensors Network::named_state() const {
  NamedTensors all;
  for (const auto& module : modules_) {
    for (auto& named : module->named_state()) all.push_back(std::move(named));
  }
  return all;
}

LoadReport Network::load_state(const NamedTensors& values) {
  LoadReport report;
  const NamedTensors own = named_state();
  const auto find = [](const NamedTensors& in, const std::string& name) {
    return std::find_if(in.begin(), in.end(), [&](const auto& named) { return named.first == name; });
  };
  for (const auto& [name, tensor] : own) {
    const auto given = find(values, name);
    if (given == values.end()) {
      report.missing.push_back(name);
    } else if (given->second.shape() != tensor.shape()) {
      report.mismatched.push_back({name, tensor.shape(), given->second.shape()});
    } else {
      Tensor(tensor).copy_from(given->second);
      report.matched.push_back(name);
    }
  }
  for (const auto& [name, tensor] : values) {
    if (find(own, name) == own.end()) report.unexpected.push_back(name);
  }
  return report;
}

std::string LoadReport::to_string() const {
  std::string text;
  if (!missing.empty()) text += fmt::format("missing: {}\n", fmt::join(missing, ", "));
  if (!unexpected.empty()) text += fmt::format("unexpected: {}\n", fmt::join(unexpected, ", "));
  for (const Mismatch& m : mismatched) text += fmt::format("{}: expected {}, found {}\n", m.name, m.expected.to_string(), m.found.to_string());
  return text;
}

std::vector<LayerSummary> Network::summary() const {
  std::vector<LayerSummary> rows;
  const DType dtype = parameters_.empty() ? DType::f32 : parameters_.front().second.dtype();
  for (const PlannedLayer& layer : layers_) {
    rows.push_back({layer.path, std::string(layer.type->spec.name), layer.plan.output, layer.plan.parameters, dtype});
  }
  return rows;
}

std::int64_t Network::parameter_count() const noexcept {
  std::int64_t count = 0;
  for (const auto& [name, tensor] : parameters_) count += tensor.numel();
  return count;
}

std::int64_t Network::parameter_bytes() const noexcept {
  std::int64_t bytes = 0;
  for (const auto& [name, tensor] : parameters_) bytes += tensor.numel() * static_cast<std::int64_t>(item_size(tensor.dtype()));
  return bytes;
}

}  // namespace lockstep::engine::nn

#include "engine/train/nonfinite.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "engine/autograd/record.h"
#include "engine/ops/gradient_norm/gradient_norm.h"

namespace lockstep::engine::train {

namespace {

struct Found {
  bool gradient = false;
  std::string operation;
  std::string module;
};

class FirstNonfinite final : public autograd::Watch {
 public:
  void value(const char* operation, const std::string* module, const Tensor& output) override { look(false, operation, module, output); }
  void gradient(const char* operation, const std::string* module, const Tensor& gradient) override { look(true, operation, module, gradient); }
  [[nodiscard]] const std::optional<Found>& found() const noexcept { return found_; }

 private:
  void look(bool gradient, const char* operation, const std::string* module, const Tensor& tensor) {
    if (found_ || !is_floating_point(tensor.dtype()) || is_finite(tensor)) return;
    std::string name(operation);
    if (name.ends_with("Backward")) name.resize(name.size() - 8);
    found_ = Found{gradient, name, module != nullptr ? *module : std::string()};
  }
  std::optional<Found> found_;
};

/// Puts gradients and buffers back.
class Restore {
 public:
  explicit Restore(nn::Network& network) : network_(network) {
    for (const auto& [name, parameter] : network.named_parameters()) {
      gradients_.push_back(parameter.grad());
      parameter.impl().grad.reset();
    }
    for (const auto& [name, buffer] : network.named_buffers()) buffers_.push_back(buffer.clone());
  }
  ~Restore() {
    std::size_t i = 0;
    for (const auto& [name, parameter] : network_.named_parameters()) parameter.impl().grad = gradients_[i++].shared_impl();
    i = 0;
    for (auto [name, buffer] : network_.named_buffers()) buffer.copy_from(buffers_[i++]);
  }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;

 private:
  nn::Network& network_;
  std::vector<Tensor> gradients_;
  std::vector<Tensor> buffers_;
};

std::string layer_of(const nn::Network& network, const Found& found) {
  for (const nn::PlannedLayer& layer : network.layers()) {
    if (layer.path == found.module) return fmt::format("layer \"{}\" ({})", layer.path, layer.type->spec.name);
  }
  return found.module.empty() ? fmt::format("the loss ({})", found.operation) : fmt::format("layer \"{}\" ({})", found.module, found.operation);
}

}  // namespace

bool is_finite(const Tensor& tensor) { return std::isfinite(ops::gradient_norm(std::span(&tensor, 1))); }

Message find_nonfinite(nn::Network& network, const Tensor& inputs, const std::function<Tensor()>& forward, std::int64_t step) {
  const std::string at = std::to_string(step);
  if (!is_finite(inputs)) {
    return {"train.nonfinite_input", "step {step}: the batch's inputs hold values that are not finite; look at the data", {{"step", at}}};
  }
  for (const auto& [name, parameter] : network.named_parameters()) {
    if (!is_finite(parameter)) {
      return {"train.nonfinite_parameter", "step {step}: the parameter {name} was not finite before this step", {{"step", at}, {"name", name}}};
    }
  }
  FirstNonfinite watch;
  {
    const Restore restore(network);
    const autograd::WatchScope watching(watch);
    forward().backward();
  }
  if (!watch.found()) {
    return {"train.nonfinite_sum", "step {step}: every layer's output and gradient is finite, but the gradient norm over all parameters is not", {{"step", at}}};
  }
  const std::string layer = layer_of(network, *watch.found());
  if (watch.found()->gradient) {
    return {"train.nonfinite_gradient", "step {step}: the first value that is not finite is a gradient computed by {layer}", {{"step", at}, {"layer", layer}}};
  }
  return {"train.nonfinite_output", "step {step}: the first value that is not finite is the output of {layer}", {{"step", at}, {"layer", layer}}};
}

}  // namespace lockstep::engine::train

#include "engine/nn/execution.h"

#include <algorithm>

#include "engine/autograd/record.h"
#include "engine/nn/layers/batch_norm.h"
#include "engine/nn/layers/conv2d.h"
#include "engine/nn/layers/linear.h"
#include "engine/nn/layers/pooling.h"

namespace lockstep::engine::nn {

namespace {

/// Who reads each value.
class Readers {
 public:
  explicit Readers(std::span<const PlannedLayer> layers) : layers_(layers), readers_(layers.size()) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
      for (const std::int64_t input : layers[i].inputs) {
        if (input >= 0) readers_[static_cast<std::size_t>(input)].push_back(i);
        else ++data_readers_;
      }
    }
  }
  [[nodiscard]] std::size_t count(std::int64_t value) const { return value < 0 ? data_readers_ : readers_[static_cast<std::size_t>(value)].size(); }
  /// The layer that alone reads the value of layer i, if it is of this type; else the number of layers.
  [[nodiscard]] std::size_t only_reader(std::size_t i, std::string_view type) const {
    if (i >= layers_.size() || readers_[i].size() != 1) return layers_.size();
    const std::size_t reader = readers_[i].front();
    return layers_[reader].type->spec.name == type ? reader : layers_.size();
  }

 private:
  std::span<const PlannedLayer> layers_;
  std::vector<std::vector<std::size_t>> readers_;
  std::size_t data_readers_ = 0;
};

class Fuser {
 public:
  explicit Fuser(std::span<const PlannedLayer> layers) : layers_(layers), readers_(layers), taken_(layers.size(), false) {}

  std::vector<ExecutionStep> run() {
    std::vector<ExecutionStep> steps;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (!taken_[i]) steps.push_back(step_from(i));
    }
    // A norm that waits for its sum runs where the sum stands: there the residual is known.
    std::sort(steps.begin(), steps.end(), [](const ExecutionStep& a, const ExecutionStep& b) { return a.output < b.output; });
    return steps;
  }

 private:
  ExecutionStep step_from(std::size_t i) {
    ExecutionStep step{.module = i, .output = i, .inputs = layers_[i].inputs};
    const std::string_view type = layers_[i].type->spec.name;
    if (type == "Linear") take_relu(step, Fusion::linear_relu);
    if (type == "Conv2d" && take_relu(step, Fusion::convolution_relu)) take_pool(step);
    if (type == "BatchNorm2d" && !take_relu(step, Fusion::norm_relu) && take_sum(step)) take_relu(step, Fusion::norm_add_relu);
    return step;
  }

  void take(ExecutionStep& step, Fusion fusion, std::size_t layer) {
    step.fusion = fusion;
    step.output = layer;
    taken_[layer] = true;
  }

  bool take_relu(ExecutionStep& step, Fusion fusion) {
    const std::size_t relu = readers_.only_reader(step.output, "ReLU");
    if (relu == layers_.size()) return false;
    take(step, fusion, relu);
    return true;
  }

  void take_pool(ExecutionStep& step) {
    const std::size_t pool = readers_.only_reader(step.output, "MaxPool2d");
    if (pool == layers_.size()) return;
    take(step, Fusion::convolution_relu_max_pool, pool);
    step.pool = pool;
  }

  bool take_sum(ExecutionStep& step) {
    const std::size_t sum = readers_.only_reader(step.output, "Add");
    if (sum == layers_.size() || taken_[sum] || layers_[sum].inputs.size() != 2) return false;
    const auto& inputs = layers_[sum].inputs;
    const std::int64_t residual = inputs[0] == static_cast<std::int64_t>(step.module) ? inputs[1] : inputs[0];
    if (readers_.count(residual) > 2 || readers_.count(step.inputs[0]) != 1) return false;
    take(step, Fusion::norm_add, sum);
    step.inputs.push_back(residual);
    return true;
  }

  std::span<const PlannedLayer> layers_;
  Readers readers_;
  std::vector<bool> taken_;
};

/// Notes after which step each value is read for the last time.
void note_releases(std::vector<ExecutionStep>& steps) {
  std::vector<std::int64_t> seen;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    for (const std::int64_t input : step->inputs) {
      if (input < 0 || std::find(seen.begin(), seen.end(), input) != seen.end()) continue;
      seen.push_back(input);
      step->releases.push_back(static_cast<std::size_t>(input));
    }
  }
}

Tensor run_fused(const ExecutionStep& step, Modules modules, std::span<const Tensor> inputs, ForwardContext& context) {
  Module& first = *modules[step.module];
  const autograd::ModuleScope scope(first.shared_path());
  switch (step.fusion) {
    case Fusion::linear_relu: return static_cast<Linear&>(first).apply(inputs[0], true);
    case Fusion::convolution_relu: return static_cast<Conv2d&>(first).apply(inputs[0], true);
    case Fusion::convolution_relu_max_pool:
      return static_cast<Conv2d&>(first).apply_relu_max_pool(inputs[0], static_cast<const MaxPool2d&>(*modules[step.pool]).options());
    case Fusion::norm_relu: return static_cast<BatchNorm&>(first).apply(inputs[0], context, {}, true);
    case Fusion::norm_add: return static_cast<BatchNorm&>(first).apply(inputs[0], context, inputs[1], false);
    case Fusion::norm_add_relu: return static_cast<BatchNorm&>(first).apply(inputs[0], context, inputs[1], true);
    case Fusion::none: break;
  }
  return first.forward(inputs, context);
}

}  // namespace

std::vector<ExecutionStep> plain_steps(std::span<const PlannedLayer> layers) {
  std::vector<ExecutionStep> steps;
  for (std::size_t i = 0; i < layers.size(); ++i) steps.push_back({.module = i, .output = i, .inputs = layers[i].inputs});
  note_releases(steps);
  return steps;
}

std::vector<ExecutionStep> fused_steps(std::span<const PlannedLayer> layers) {
  std::vector<ExecutionStep> steps = Fuser(layers).run();
  note_releases(steps);
  return steps;
}

Tensor execute(std::span<const ExecutionStep> steps, Modules modules, const Tensor& batch, ForwardContext& context) {
  std::vector<Tensor> values(modules.size());
  std::vector<Tensor> inputs;
  const auto value_of = [&](std::int64_t i) -> const Tensor& { return i < 0 ? batch : values[static_cast<std::size_t>(i)]; };
  for (const ExecutionStep& step : steps) {
    inputs.clear();
    for (const std::int64_t input : step.inputs) inputs.push_back(value_of(input));
    values[step.output] = step.fusion == Fusion::none ? modules[step.module]->forward(inputs, context) : run_fused(step, modules, inputs, context);
    for (const std::size_t value : step.releases) values[value] = Tensor();
  }
  return values.back();
}

}  // namespace lockstep::engine::nn

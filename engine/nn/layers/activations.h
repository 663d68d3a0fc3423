// Element-wise activations, with torch.nn's names, arguments and defaults.
#pragma once

#include <vector>

#include "engine/nn/layer_type.h"

namespace lockstep::engine::nn {

/// ReLU has a class of its own: the layer before it may take it into its pass.
class ReLU final : public Module {
 public:
  using Module::Module;
  [[nodiscard]] std::string_view type() const noexcept override { return "ReLU"; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
};

/// ReLU, LeakyReLU, ELU, GELU, SiLU, Sigmoid, Tanh, Softplus, Hardswish, Softmax, LogSoftmax.
[[nodiscard]] std::vector<LayerType> activation_types();

}  // namespace lockstep::engine::nn

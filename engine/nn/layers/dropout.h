// Dropout (Srivastava et al. 2014): in training each value is zeroed with probability p, the others scaled by 1/(1-p).
#pragma once

#include "engine/nn/layer_type.h"

namespace lockstep::engine::nn {

/// The mask is a pure function of the dropout seed, the module's path, its call's ordinal in the forward, the forward's
/// index in the run and the logical index of the value in the whole batch.
class Dropout final : public Module {
 public:
  Dropout(double probability, std::string path) : Module(std::move(path)), probability_(probability) {}
  [[nodiscard]] std::string_view type() const noexcept override { return "Dropout"; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
  double probability_;
};

[[nodiscard]] LayerType dropout_type();

}  // namespace lockstep::engine::nn

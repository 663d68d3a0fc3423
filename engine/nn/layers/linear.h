// y = x Wᵀ + b over the last axis, as torch.nn.Linear.
#pragma once

#include "engine/nn/layer_type.h"

namespace lockstep::engine::nn {

class Linear final : public Module {
 public:
  /// `initializer`: see initializer_names().
  Linear(std::int64_t in_features, std::int64_t out_features, bool bias, std::string initializer, std::string path);
  [[nodiscard]] std::string_view type() const noexcept override { return "Linear"; }
  void initialize(std::uint64_t init_seed) override;
  /// The forward without hooks, with ReLU in the same pass where asked for.
  [[nodiscard]] Tensor apply(const Tensor& x, bool relu) const;

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
  std::string initializer_;
};

[[nodiscard]] LayerType linear_type();

}  // namespace lockstep::engine::nn

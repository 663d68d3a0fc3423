// Layers that move values and compute nothing but a sum: Flatten, Identity, Add.
#pragma once

#include "engine/nn/layer_type.h"

namespace lockstep::engine::nn {

/// Joins the axes from start_dim to end_dim (the batch is axis 0; negative ones count from the end), in row-major order.
class Flatten final : public Module {
 public:
  Flatten(std::int64_t start_dim, std::int64_t end_dim, std::string path) : Module(std::move(path)), start_dim_(start_dim), end_dim_(end_dim) {}
  [[nodiscard]] std::string_view type() const noexcept override { return "Flatten"; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
  std::int64_t start_dim_;
  std::int64_t end_dim_;
};

class Identity final : public Module {
 public:
  using Module::Module;
  [[nodiscard]] std::string_view type() const noexcept override { return "Identity"; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext&) override { return inputs[0]; }
};

/// The sum of two or more values of one shape, added from the first to the last: a residual link.
class Add final : public Module {
 public:
  using Module::Module;
  [[nodiscard]] std::string_view type() const noexcept override { return "Add"; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
};

[[nodiscard]] LayerType flatten_type();
[[nodiscard]] LayerType identity_type();
[[nodiscard]] LayerType add_type();

}  // namespace lockstep::engine::nn

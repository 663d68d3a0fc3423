// Two-dimensional convolution, as torch.nn.Conv2d with padding_mode = "zeros".
#pragma once

#include "engine/nn/layer_type.h"
#include "engine/ops/conv2d/conv2d.h"

namespace lockstep::engine::nn {

class Conv2d final : public Module {
 public:
  Conv2d(std::int64_t in_channels, std::int64_t out_channels, std::array<std::int64_t, 2> kernel_size, const ops::Conv2dOptions& options,
         bool bias, std::string initializer, std::string path);
  [[nodiscard]] std::string_view type() const noexcept override { return "Conv2d"; }
  void initialize(std::uint64_t init_seed) override;
  /// The forward without hooks, with ReLU in the same pass where asked for.
  [[nodiscard]] Tensor apply(const Tensor& x, bool relu) const;
  /// With ReLU and max pooling in the same pass.
  [[nodiscard]] Tensor apply_relu_max_pool(const Tensor& x, const ops::Pool2dOptions& pool) const;

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
  [[nodiscard]] Tensor bias() const { return parameter_count() > 1 ? parameter(1) : Tensor(); }
  ops::Conv2dOptions options_;
  std::string initializer_;
};

[[nodiscard]] LayerType conv2d_type();

}  // namespace lockstep::engine::nn

// Pooling over windows of images: MaxPool2d, AvgPool2d, AdaptiveAvgPool2d as in torch.nn (dilation is not offered).
#pragma once

#include "engine/nn/layer_type.h"
#include "engine/ops/pool2d_options.h"

namespace lockstep::engine::nn {

class MaxPool2d final : public Module {
 public:
  MaxPool2d(const ops::Pool2dOptions& options, std::string path) : Module(std::move(path)), options_(options) {}
  [[nodiscard]] std::string_view type() const noexcept override { return "MaxPool2d"; }
  [[nodiscard]] const ops::Pool2dOptions& options() const noexcept { return options_; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
  ops::Pool2dOptions options_;
};

class AvgPool2d final : public Module {
 public:
  AvgPool2d(const ops::Pool2dOptions& options, std::string path) : Module(std::move(path)), options_(options) {}
  [[nodiscard]] std::string_view type() const noexcept override { return "AvgPool2d"; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
  ops::Pool2dOptions options_;
};

class AdaptiveAvgPool2d final : public Module {
 public:
  AdaptiveAvgPool2d(std::array<std::int64_t, 2> output_size, std::string path) : Module(std::move(path)), output_size_(output_size) {}
  [[nodiscard]] std::string_view type() const noexcept override { return "AdaptiveAvgPool2d"; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
  std::array<std::int64_t, 2> output_size_;
};

[[nodiscard]] LayerType max_pool2d_type();
[[nodiscard]] LayerType avg_pool2d_type();
[[nodiscard]] LayerType adaptive_avg_pool2d_type();

}  // namespace lockstep::engine::nn

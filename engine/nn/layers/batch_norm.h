// Batch normalisation, as torch.nn.BatchNorm1d and BatchNorm2d (momentum is a number; None is not offered).
#pragma once

#include "engine/nn/layer_type.h"

namespace lockstep::engine::nn {

class BatchNorm final : public Module {
 public:
  struct Options {
    double eps = 1e-5;
    double momentum = 0.1;
    bool affine = true;
    bool track_running_stats = true;
  };
  /// `dimensions`: 1 or 2, for the name alone.
  BatchNorm(int dimensions, std::int64_t features, const Options& options, std::string path);
  [[nodiscard]] std::string_view type() const noexcept override { return dimensions_ == 1 ? "BatchNorm1d" : "BatchNorm2d"; }
  /// Weight 1, bias 0, running mean 0, running variance 1.
  void initialize(std::uint64_t init_seed) override;
  /// The forward without hooks: relu(norm(x) + residual), where those are asked for.
  [[nodiscard]] Tensor apply(const Tensor& x, ForwardContext& context, const Tensor& residual, bool relu);

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) override;
  int dimensions_;
  Options options_;
};

[[nodiscard]] LayerType batch_norm1d_type();
[[nodiscard]] LayerType batch_norm2d_type();

}  // namespace lockstep::engine::nn

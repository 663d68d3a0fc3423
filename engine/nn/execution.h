// In what order a network's modules run, and which neighbours run as one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/nn/layer_type.h"
#include "engine/nn/module.h"

namespace lockstep::engine::nn {

/// A layer with everything known of it.
struct PlannedLayer {
  const LayerType* type = nullptr;
  std::string path;
  std::vector<std::int64_t> inputs;  ///< positions of earlier layers; -1: the data
  LayerPlan plan;
};

enum class Fusion : std::uint8_t { none, linear_relu, convolution_relu, convolution_relu_max_pool, norm_relu, norm_add, norm_add_relu };

/// One call: a module, or several whose results equal those of the modules one after the other, bit for bit.
struct ExecutionStep {
  Fusion fusion = Fusion::none;
  std::size_t module = 0;             ///< the first: it names what is recorded
  std::size_t pool = 0;               ///< the MaxPool2d of convolution_relu_max_pool
  std::size_t output = 0;             ///< position of the layer whose value this is
  std::vector<std::int64_t> inputs = {};   ///< of the first module; with norm_add also the residual, last
  std::vector<std::size_t> releases = {};  ///< values that nothing after this step reads
};

using Modules = std::span<const std::unique_ptr<Module>>;

/// One step a layer, in the layers' order.
[[nodiscard]] std::vector<ExecutionStep> plain_steps(std::span<const PlannedLayer> layers);
/// Neighbours joined where only the next one reads a value. A sum takes in the norm before it only where the order in
/// which gradients are summed stays: the residual has at most two readers, the norm's input one.
[[nodiscard]] std::vector<ExecutionStep> fused_steps(std::span<const PlannedLayer> layers);

/// Runs the steps on a batch. @returns the last layer's value
[[nodiscard]] Tensor execute(std::span<const ExecutionStep> steps, Modules modules, const Tensor& batch, ForwardContext& context);

}  // namespace lockstep::engine::nn

// A model: layers in a directed acyclic graph, built from descriptions, with shapes inferred and checked.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/device.h"
#include "engine/core/error.h"
#include "engine/nn/execution.h"
#include "engine/nn/layer_type.h"
#include "engine/nn/module.h"

namespace lockstep::engine::nn {

/// One layer as a config, a preset or a test writes it.
struct LayerDescription {
  std::string type;
  std::string name = {};                 ///< the module's path; empty: its position ("0", "1", …)
  std::vector<std::string> inputs = {};  ///< names or positions of earlier layers, or "data"; empty: the layer before
  schema::Arguments arguments = {};
};

/// A layer that doesn't fit; the text begins with its position and type.
class LayerError : public ShapeError {
 public:
  LayerError(std::size_t index, Message message);
  [[nodiscard]] std::size_t index() const noexcept { return index_; }

 private:
  std::size_t index_;
};

/// Resolves inputs and infers every shape from the input's (without the batch dimension).
/// @throws LayerError at the first layer that doesn't fit
[[nodiscard]] std::vector<PlannedLayer> plan_layers(std::span<const LayerDescription> layers, const Shape& input);

/// One row of a model's summary.
struct LayerSummary {
  std::string path;
  std::string type;
  Shape output;  ///< without the batch dimension
  std::int64_t parameters = 0;
  DType dtype = DType::f32;
};

/// What load_state() did, by name.
struct LoadReport {
  std::vector<std::string> matched;
  std::vector<std::string> missing;     ///< in the network, not in what was given
  std::vector<std::string> unexpected;  ///< given, not in the network
  struct Mismatch {
    std::string name;
    Shape expected;
    Shape found;
  };
  std::vector<Mismatch> mismatched;
  [[nodiscard]] bool complete() const noexcept { return missing.empty() && unexpected.empty() && mismatched.empty(); }
  /// One line a problem; empty when complete.
  [[nodiscard]] std::string to_string() const;
};

class Network {
 public:
  /// `init_seed`: the seed of the init stream. Initial values are drawn in f32 on the CPU, then converted and moved.
  /// @throws LayerError
  Network(std::span<const LayerDescription> layers, const Shape& input, std::uint64_t init_seed, Device device = {}, DType dtype = DType::f32);

  /// [N, input…] to [N, output…]. Neighbours are fused where that gives the same bits (Conv2d + ReLU + MaxPool2d,
  /// BatchNorm2d + Add + ReLU, Linear + ReLU and shorter ones); not while a module has a hook or a Watch is installed.
  /// @throws ShapeError when the batch is not of the network's input shape
  [[nodiscard]] Tensor forward(const Tensor& batch, ForwardContext& context);

  [[nodiscard]] const Shape& input_shape() const noexcept { return input_; }
  [[nodiscard]] const Shape& output_shape() const noexcept { return layers_.back().plan.output; }
  [[nodiscard]] std::span<const PlannedLayer> layers() const noexcept { return layers_; }
  /// One a layer, in the same order.
  [[nodiscard]] std::span<const std::unique_ptr<Module>> modules() const noexcept { return modules_; }

  /// In the order of registration: that of the layers. The tensors are the network's own.
  [[nodiscard]] const NamedTensors& named_parameters() const noexcept { return parameters_; }
  [[nodiscard]] const NamedTensors& named_buffers() const noexcept { return buffers_; }
  /// Parameters and buffers in the order of PyTorch's state_dict.
  [[nodiscard]] NamedTensors named_state() const;
  /// Copies values in where name and shape fit; nothing else is touched.
  LoadReport load_state(const NamedTensors& values);

  [[nodiscard]] std::vector<LayerSummary> summary() const;
  [[nodiscard]] std::int64_t parameter_count() const noexcept;
  [[nodiscard]] std::int64_t parameter_bytes() const noexcept;

  /// For tests and for looking closely: the same values are computed either way.
  void set_fusion(bool enabled) noexcept { fusion_ = enabled; }

 private:
  [[nodiscard]] bool may_fuse() const noexcept;
  void check_batch(const Tensor& batch) const;

  Shape input_;
  std::vector<PlannedLayer> layers_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::vector<ExecutionStep> plain_steps_;
  std::vector<ExecutionStep> fused_steps_;
  NamedTensors parameters_;
  NamedTensors buffers_;
  bool fusion_ = true;
};

}  // namespace lockstep::engine::nn

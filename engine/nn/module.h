// A layer, or a thing made of layers: parameters and buffers with PyTorch's names, and a forward.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/nn/forward_context.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::nn {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

class Module {
 public:
  /// Sees a module's inputs and output after each forward.
  using ForwardHook = std::function<void(const Module&, std::span<const Tensor> inputs, const Tensor& output)>;
  /// Sees the gradient of a module's output during backward.
  using BackwardHook = std::function<void(const Module&, const Tensor& gradient)>;
  using HookId = std::uint64_t;

  /// `path` is where the module stands in its network: "3", "stem". It names the parameters ("3.weight") and the place
  /// of random draws.
  explicit Module(std::string path);
  virtual ~Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return *path_; }
  [[nodiscard]] const std::shared_ptr<const std::string>& shared_path() const noexcept { return path_; }
  /// PyTorch's class name: "Conv2d".
  [[nodiscard]] virtual std::string_view type() const noexcept = 0;

  /// Runs the module inside its autograd scope, then its hooks.
  [[nodiscard]] Tensor forward(std::span<const Tensor> inputs, ForwardContext& context);
  [[nodiscard]] Tensor forward(const Tensor& input, ForwardContext& context) { return forward(std::span(&input, 1), context); }

  /// Draws the initial values: a pure function of the seed and each parameter's full name, computed on the CPU.
  virtual void initialize(std::uint64_t init_seed);

  /// Full names ("3.weight") in the order of registration; children after own.
  [[nodiscard]] NamedTensors named_parameters() const;
  [[nodiscard]] NamedTensors named_buffers() const;
  /// Parameters then buffers, module by module: the order of PyTorch's state_dict.
  [[nodiscard]] NamedTensors named_state() const;

  /// Replaces the tensors; optimizers that hold the old ones must be made anew.
  void to(Device device);
  /// Converts floating-point parameters and buffers.
  void to(DType dtype);

  HookId add_forward_hook(ForwardHook hook);
  HookId add_backward_hook(BackwardHook hook);
  void remove_hook(HookId id);
  [[nodiscard]] bool has_hooks() const noexcept { return !forward_hooks_.empty() || !backward_hooks_.empty(); }

 protected:
  [[nodiscard]] virtual Tensor compute(std::span<const Tensor> inputs, ForwardContext& context) = 0;

  /// Requires a gradient from now on; reached by its order of registration.
  void register_parameter(std::string_view name, const Tensor& value);
  void register_buffer(std::string_view name, const Tensor& value);
  /// Children run under their own paths.
  void register_child(std::unique_ptr<Module> child);
  [[nodiscard]] const Tensor& parameter(std::size_t i) const noexcept { return parameters_[i].second; }
  [[nodiscard]] Tensor& buffer(std::size_t i) noexcept { return buffers_[i].second; }
  [[nodiscard]] const std::string& parameter_name(std::size_t i) const noexcept { return parameters_[i].first; }
  [[nodiscard]] std::size_t parameter_count() const noexcept { return parameters_.size(); }
  [[nodiscard]] const std::vector<std::unique_ptr<Module>>& children() const noexcept { return children_; }

 private:
  template <class Convert>
  void replace_all(const Convert& convert);

  std::shared_ptr<const std::string> path_;
  NamedTensors parameters_;  ///< by full name
  NamedTensors buffers_;
  std::vector<std::unique_ptr<Module>> children_;
  std::vector<std::pair<HookId, ForwardHook>> forward_hooks_;
  std::vector<std::pair<HookId, BackwardHook>> backward_hooks_;
  HookId next_hook_ = 1;
};

}  // namespace lockstep::engine::nn

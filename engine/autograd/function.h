// Custom differentiable functions with several inputs and outputs, as torch.autograd.Function.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/autograd/node.h"

namespace lockstep::engine::autograd {

/// What a Function's forward leaves for its backward.
class FunctionContext {
 public:
  void save_for_backward(const Tensor& tensor) { saved_.push_back(Saved::output(tensor)); }
  /// @throws AutogradError when it was changed in place since
  [[nodiscard]] const Tensor& saved(std::size_t i) const { return saved_.at(i).get(); }

 private:
  std::vector<Saved> saved_;
};

struct Function {
  std::string name;  ///< shown as grad_fn
  /// Runs without recording.
  std::function<std::vector<Tensor>(FunctionContext&, std::span<const Tensor> inputs)> forward;
  /// One gradient an input (undefined: none), from one an output (undefined: zero).
  std::function<std::vector<Tensor>(const FunctionContext&, std::span<const Tensor> gradients)> backward;
};

/// Applies it and records it. @throws AutogradError when backward gives another number of gradients than inputs
[[nodiscard]] std::vector<Tensor> apply(const Function& function, const std::vector<Tensor>& inputs);

}  // namespace lockstep::engine::autograd

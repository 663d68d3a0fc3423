// Recording an operation: called at the end of each differentiable forward.
#pragma once

#include <initializer_list>
#include <optional>

#include "engine/autograd/node.h"

namespace lockstep::engine::autograd {

/// Whether operations are recorded on this thread.
[[nodiscard]] bool grad_enabled() noexcept;

/// While it lives, nothing is recorded on this thread.
class NoGrad {
 public:
  NoGrad() noexcept;
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

/// While it lives, operations on this thread belong to the module at `path`.
class ModuleScope {
 public:
  explicit ModuleScope(std::shared_ptr<const std::string> path) noexcept;
  ~ModuleScope();
  ModuleScope(const ModuleScope&) = delete;
  ModuleScope& operator=(const ModuleScope&) = delete;

 private:
  std::shared_ptr<const std::string> before_;
};
[[nodiscard]] const std::shared_ptr<const std::string>& current_module() noexcept;

/// Sees every value that is computed with recording on, and every gradient, on this thread while installed: for finding the first that is not finite.
class Watch {
 public:
  virtual ~Watch() = default;
  /// `operation` as in grad_fn ("Conv2dBackward"); `module` may be null.
  virtual void value(const char* operation, const std::string* module, const Tensor& output) = 0;
  virtual void gradient(const char* operation, const std::string* module, const Tensor& gradient) = 0;
};
class WatchScope {
 public:
  explicit WatchScope(Watch& watch) noexcept;
  ~WatchScope();
  WatchScope(const WatchScope&) = delete;
  WatchScope& operator=(const WatchScope&) = delete;

 private:
  Watch* before_;
};
[[nodiscard]] Watch* current_watch() noexcept;

namespace detail {

[[nodiscard]] bool any_requires_grad(std::span<const Tensor* const> inputs) noexcept;
[[nodiscard]] std::vector<Edge> edges_of(std::span<const Tensor* const> inputs);
/// Notes on an output that is not recorded why the graph ends there.
void note_cut(const char* name, Tensor& output, std::span<const Tensor* const> inputs);

template <class Backward>
class RecordedNode final : public Node {
 public:
  RecordedNode(const char* name, std::vector<Edge> edges, Backward backward)
      : Node(name, std::move(edges), 1), backward_(std::move(backward)) {}
  void run(std::span<const Tensor> gradients, GradientSink& sink) override { (*backward_)(gradients[0], sink); }
  void release() noexcept override { backward_.reset(); }

 private:
  std::optional<Backward> backward_;
};

}  // namespace detail

/// Makes `output` the result of an operation called `name` ("ReluBackward") on `inputs` (undefined ones may be among
/// them). `make_backward` is called only where something will flow back; it saves what is needed and returns a callable
/// void(const Tensor& gradient, GradientSink&).
template <class MakeBackward>
Tensor record(const char* name, Tensor output, std::initializer_list<const Tensor*> inputs, MakeBackward&& make_backward) {
  const std::span<const Tensor* const> all(inputs.begin(), inputs.size());
  if (!grad_enabled() || !detail::any_requires_grad(all)) {
    detail::note_cut(name, output, all);
  } else {
    auto backward = make_backward();
    output.impl().grad_fn = std::make_shared<detail::RecordedNode<decltype(backward)>>(name, detail::edges_of(all), std::move(backward));
    output.impl().requires_grad = true;
  }
  if (Watch* watch = current_watch(); watch != nullptr && grad_enabled()) watch->value(name, current_module().get(), output);
  return output;
}

}  // namespace lockstep::engine::autograd

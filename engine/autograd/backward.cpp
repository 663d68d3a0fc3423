#include "engine/autograd/backward.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "engine/autograd/node.h"
#include "engine/autograd/record.h"
#include "engine/core/error.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::autograd {

namespace {

Tensor sum_of(const Tensor& a, const Tensor& b) {
  Tensor out = empty_like(a);
  a.backend().launch(a.backend().kernels().arithmetic.binary, kernels::arithmetic::Operation::add, out.view(), a.view(), b.view());
  return out;
}

void add_in_place(Tensor& a, const Tensor& b) {
  a.backend().launch(a.backend().kernels().arithmetic.binary, kernels::arithmetic::Operation::add, a.view(), a.view(), b.view());
  a.bump_version();
}

void check_gradient(const char* name, const Tensor& gradient, const Shape& expected) {
  if (gradient.shape() != expected) {
    throw AutogradError(plain_message("autograd.gradient_shape", fmt::format("{} gave a gradient of {} for an input of {}", name,
                                                                             gradient.shape().to_string(), expected.to_string())));
  }
}

Tensor apply_hook(const GradientHook& hook, const Tensor& gradient) {
  Tensor replaced = hook(gradient);
  return replaced.defined() ? replaced : gradient;
}

/// Nobody else sees this tensor or its storage, so it may be changed in place.
bool is_alone(const Tensor& tensor) { return tensor.impl().storage.use_count() == 1 && tensor.shared_impl().use_count() == 1; }

void accumulate_leaf(TensorImpl& leaf, Tensor gradient, const char* from) {
  check_gradient(from, gradient, leaf.shape);
  if (leaf.grad) {
    Tensor sum(leaf.grad);
    add_in_place(sum, gradient);
    return;
  }
  // Ours alone, and dense: keep it. Shared with another input or a buffer: a later in-place sum must not reach that.
  const bool dense = gradient.is_contiguous() || gradient.is_channels_last();
  leaf.grad = (is_alone(gradient) && dense ? gradient : gradient.clone()).shared_impl();
}

/// The nodes that wait, latest recorded first. All consumers of a node were recorded after it, so when a node comes up
/// its gradient is complete.
class Queue {
 public:
  ~Queue() {
    for (Node* node : heap_) reset(*node);
  }
  void push(Node& node, std::uint32_t output, Tensor gradient) {
    if (node.pending.size() != node.outputs()) node.pending.assign(node.outputs(), Tensor());
    Tensor& sum = node.pending[output];
    if (!sum.defined()) {
      sum = std::move(gradient);
    } else if (is_alone(sum)) {
      add_in_place(sum, gradient);
    } else {
      sum = sum_of(sum, gradient);
    }
    if (!node.queued) {
      node.queued = true;
      heap_.push_back(&node);
      std::push_heap(heap_.begin(), heap_.end(), earlier);
    }
  }
  Node* pop() {
    if (heap_.empty()) return nullptr;
    std::pop_heap(heap_.begin(), heap_.end(), earlier);
    Node* node = heap_.back();
    heap_.pop_back();
    return node;
  }
  static void reset(Node& node) noexcept {
    node.pending.clear();
    node.queued = false;
  }
  /// A leaf with hooks waits for the end, so that its hooks see the whole gradient once.
  void push_hooked(TensorImpl& leaf, Tensor gradient) {
    for (auto& [waiting, sum] : hooked_) {
      if (waiting == &leaf) {
        sum = sum_of(sum, gradient);
        return;
      }
    }
    hooked_.emplace_back(&leaf, std::move(gradient));
  }
  void finish() {
    for (auto& [leaf, gradient] : hooked_) {
      for (const GradientHook& hook : leaf->hooks) gradient = apply_hook(hook, gradient);
      accumulate_leaf(*leaf, std::move(gradient), "a hook");
    }
  }

 private:
  static bool earlier(const Node* a, const Node* b) { return a->sequence() < b->sequence(); }
  std::vector<Node*> heap_;
  std::vector<std::pair<TensorImpl*, Tensor>> hooked_;
};

void run_node(Node& node, Queue& queue, bool retain_graph) {
  if (node.released) {
    throw AutogradError(plain_message("autograd.twice", fmt::format("backward ran through {} a second time, after what it had saved was freed. "
                                                                    "Pass retain_graph to the first backward if the graph is needed again", node.name())));
  }
  for (const auto& [output, hook] : node.hooks()) {
    if (node.pending[output].defined()) node.pending[output] = apply_hook(hook, node.pending[output]);
  }
  GradientSink sink(node.edges());
  try {
    node.run(node.pending, sink);
  } catch (const AutogradError& error) {
    throw AutogradError(plain_message(error.message().code, fmt::format("{}: {}", node.name(), error.what())));
  }
  Queue::reset(node);
  if (!retain_graph) {
    node.release();
    node.released = true;
  }
  for (std::size_t i = 0; i < node.edges().size(); ++i) {
    Tensor gradient = std::move(sink.gradients()[i]);
    const Edge& edge = node.edges()[i];
    if (!gradient.defined() || !edge.connected()) continue;
    if (Watch* watch = current_watch()) watch->gradient(node.name(), node.module().get(), gradient);
    if (edge.leaf && !edge.leaf->hooks.empty()) queue.push_hooked(*edge.leaf, std::move(gradient));
    else if (edge.leaf) accumulate_leaf(*edge.leaf, std::move(gradient), node.name());
    else queue.push(*edge.node, edge.output, std::move(gradient));
  }
}

}  // namespace

void backward(const Tensor& output, const Tensor& gradient, bool retain_graph) {
  if (!output.defined()) throw AutogradError(plain_message("autograd.undefined", "backward of an undefined tensor"));
  if (!output.requires_grad()) {
    const auto& cut = output.impl().cut;
    throw AutogradError(plain_message("autograd.not_connected",
                                      cut ? fmt::format("the loss is not connected to any parameter: the graph was cut by {}", *cut)
                                          : std::string("the loss is not connected to any parameter: nothing that it was computed from requires a gradient")));
  }
  if (!gradient.defined() && output.numel() != 1) {
    throw AutogradError(plain_message("autograd.not_scalar", fmt::format("backward expected a scalar, received {}; give the gradient of the output explicitly", output.shape().to_string())));
  }
  const NoGrad no_grad;
  Tensor seed = gradient.defined() ? gradient : Tensor::full(output.shape(), 1.0, output.dtype(), output.device());
  check_gradient("backward", seed, output.shape());
  if (output.is_leaf()) {
    accumulate_leaf(output.impl(), seed.clone(), "backward");
    return;
  }
  Queue queue;
  queue.push(*output.impl().grad_fn, output.impl().output_index, std::move(seed));
  while (Node* node = queue.pop()) {
    try {
      run_node(*node, queue, retain_graph);
    } catch (...) {
      Queue::reset(*node);
      throw;
    }
  }
  queue.finish();
}

void require_gradients(std::span<const std::pair<std::string, Tensor>> parameters) {
  std::vector<std::string_view> missing;
  for (const auto& [name, parameter] : parameters) {
    if (parameter.requires_grad() && !parameter.grad().defined()) missing.emplace_back(name);
  }
  if (missing.empty()) return;
  throw AutogradError(Message{"autograd.no_gradient",
                              "no gradient reached {names}: the loss was computed without using it. Connect the layer to the "
                              "model's output or remove it",
                              {{"names", fmt::format("{}", fmt::join(missing, ", "))}}});
}

}  // namespace lockstep::engine::autograd

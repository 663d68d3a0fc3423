#include "engine/autograd/function.h"

#include <fmt/format.h>

#include "engine/autograd/record.h"
#include "engine/core/error.h"

namespace lockstep::engine::autograd {

namespace {

/// Owns the name before the base class takes a pointer to it.
struct Named {
  std::string own_name;
};

class FunctionNode final : private Named, public Node {
 public:
  FunctionNode(const Function& function, FunctionContext context, std::vector<Edge> edges, std::size_t outputs)
      : Named{function.name}, Node(own_name.c_str(), std::move(edges), outputs), backward_(function.backward), context_(std::move(context)) {}

  void run(std::span<const Tensor> gradients, GradientSink& sink) override {
    std::vector<Tensor> results = backward_(context_, gradients);
    if (results.size() != edges().size()) {
      throw AutogradError(plain_message("autograd.function", fmt::format("backward of {} gave {} gradients for {} inputs", own_name, results.size(), edges().size())));
    }
    for (std::size_t i = 0; i < results.size(); ++i) sink.give(i, std::move(results[i]));
  }
  void release() noexcept override {
    backward_ = nullptr;
    context_ = {};
  }

 private:
  std::function<std::vector<Tensor>(const FunctionContext&, std::span<const Tensor>)> backward_;
  FunctionContext context_;
};

}  // namespace

std::vector<Tensor> apply(const Function& function, const std::vector<Tensor>& inputs) {
  FunctionContext context;
  std::vector<Tensor> outputs;
  {
    const NoGrad no_grad;
    outputs = function.forward(context, inputs);
  }
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  const bool records = grad_enabled() && detail::any_requires_grad(pointers);
  std::shared_ptr<Node> node;
  if (records) node = std::make_shared<FunctionNode>(function, std::move(context), detail::edges_of(pointers), outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    // An input that is passed through gets a handle of its own, so that it keeps its place in the graph.
    Tensor& output = outputs[i];
    output = output.alias(output.shape(), output.strides());
    if (records) {
      output.impl().grad_fn = node;
      output.impl().output_index = static_cast<std::uint32_t>(i);
      output.impl().requires_grad = true;
    } else {
      detail::note_cut(function.name.c_str(), output, pointers);
    }
    if (Watch* watch = current_watch(); watch != nullptr && grad_enabled()) watch->value(function.name.c_str(), current_module().get(), output);
  }
  return outputs;
}

}  // namespace lockstep::engine::autograd

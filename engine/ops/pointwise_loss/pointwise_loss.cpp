#include "engine/ops/pointwise_loss/pointwise_loss.h"

#include "engine/autograd/record.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/reduce/reduce.h"
#include "engine/ops/views/views.h"

namespace lockstep::engine::ops {

namespace {

using autograd::Saved;
using kernels::pointwise_loss::Call;
using kernels::pointwise_loss::Loss;

void check(std::string_view name, const Tensor& x, const Tensor& target, const Tensor& weight, Loss loss) {
  check_same_kind(name, x, target);
  check_real(name, x);
  if (x.shape() != target.shape()) {
    throw_shape(name, "expected a target of the prediction's shape {}, received {}", x.shape().to_string(), target.shape().to_string());
  }
  if (weight.defined()) {
    check_same_kind(name, x, weight);
    if (broadcast_shapes(x.shape(), weight.shape(), name) != x.shape()) {
      throw_shape(name, "expected a weight that broadcasts to {}, received {}", x.shape().to_string(), weight.shape().to_string());
    }
  }
  if (loss == Loss::bce_with_logits && target.requires_grad()) {
    throw AutogradError(plain_message("autograd.target", fmt::format("[{}] no gradient is computed for the target; use target.detach()", name)));
  }
}

Tensor elements_gradient(const Call& call, const Tensor& gradient, const Tensor& x, const Tensor& target, const Tensor& weight) {
  Tensor result = empty_like(x);
  x.backend().launch(x.backend().kernels().pointwise_loss.backward, call, result.view(), expand(gradient, x.shape()).view(), x.view(), target.view(),
                     expand(weight, x.shape()).view());
  return result;
}

}  // namespace

Tensor pointwise_loss(std::string_view name, const char* node, const Call& call, const Tensor& x, const Tensor& target, const Tensor& weight,
                      Reduction reduction) {
  check(name, x, target, weight, call.loss);
  Call scaled = call;
  if (reduction == Reduction::mean) scaled.scale /= static_cast<double>(x.numel());
  const Tensor factor = weight.defined() ? weight : Tensor::full({}, 1.0, x.dtype(), x.device());
  Tensor output;
  {
    const autograd::NoGrad no_grad;
    // The mean's division comes after the sum: dividing first would round each element once more.
    Tensor elements = empty_like(x);
    x.backend().launch(x.backend().kernels().pointwise_loss.forward, call, elements.view(), x.view(), target.view(), expand(factor, x.shape()).view());
    if (reduction == Reduction::none) output = elements;
    else if (reduction == Reduction::sum) output = sum(elements);
    else output = mean(elements);
  }
  return autograd::record(node, output, {&x, &target}, [&] {
    return [scaled, prediction = Saved::input(x), wanted = Saved::input(target), w = Saved::input(factor)](const Tensor& gradient, autograd::GradientSink& sink) {
      if (sink.needs(0)) sink.give(0, elements_gradient(scaled, gradient, prediction.get(), wanted.get(), w.get()));
      // These losses depend on x - target alone.
      if (sink.needs(1)) {
        Call negated = scaled;
        negated.scale = -scaled.scale;
        sink.give(1, elements_gradient(negated, gradient, prediction.get(), wanted.get(), w.get()));
      }
    };
  });
}

}  // namespace lockstep::engine::ops

#include "engine/ops/unary/unary.h"

#include "engine/autograd/record.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::ops {

namespace {

using kernels::unary::Call;
using kernels::unary::Function;

Tensor apply(std::string_view name, const char* node, const Call& call, const Tensor& x) {
  check_real(name, x);
  Tensor output = empty_like(x);
  x.backend().launch(x.backend().kernels().unary.forward, call, output.view(), x.view());
  return autograd::record(node, output, {&x}, [&] {
    const bool from_output = kernels::unary::saves_output(call.function);
    return [call, saved = from_output ? autograd::Saved::output(output) : autograd::Saved::input(x)](const Tensor& gradient, autograd::GradientSink& sink) {
      const Tensor& kept = saved.get();
      Tensor result = empty_like(kept);
      kept.backend().launch(kept.backend().kernels().unary.backward, call, result.view(), gradient.view(), kept.view());
      sink.give(0, std::move(result));
    };
  });
}

}  // namespace

Tensor relu(const Tensor& x) { return apply("relu", "ReluBackward", {Function::relu}, x); }
Tensor leaky_relu(const Tensor& x, double negative_slope) { return apply("leaky_relu", "LeakyReluBackward", {Function::leaky_relu, negative_slope}, x); }
Tensor elu(const Tensor& x, double alpha) { return apply("elu", "EluBackward", {Function::elu, alpha}, x); }
Tensor gelu(const Tensor& x, bool tanh_approximation) {
  return apply("gelu", "GeluBackward", {tanh_approximation ? Function::gelu_tanh : Function::gelu}, x);
}
Tensor silu(const Tensor& x) { return apply("silu", "SiluBackward", {Function::silu}, x); }
Tensor sigmoid(const Tensor& x) { return apply("sigmoid", "SigmoidBackward", {Function::sigmoid}, x); }
Tensor tanh(const Tensor& x) { return apply("tanh", "TanhBackward", {Function::tanh}, x); }
Tensor softplus(const Tensor& x, double beta, double threshold) {
  if (!(beta > 0.0)) throw ValueError(plain_message("op.value", fmt::format("[softplus] expected beta > 0, received {}", beta)));
  return apply("softplus", "SoftplusBackward", {Function::softplus, beta, threshold}, x);
}
Tensor hardswish(const Tensor& x) { return apply("hardswish", "HardswishBackward", {Function::hardswish}, x); }
Tensor exp(const Tensor& x) { return apply("exp", "ExpBackward", {Function::exp}, x); }
Tensor log(const Tensor& x) { return apply("log", "LogBackward", {Function::log}, x); }
Tensor sqrt(const Tensor& x) { return apply("sqrt", "SqrtBackward", {Function::sqrt}, x); }
Tensor square(const Tensor& x) { return apply("square", "SquareBackward", {Function::square}, x); }
Tensor abs(const Tensor& x) { return apply("abs", "AbsBackward", {Function::abs}, x); }
Tensor neg(const Tensor& x) { return apply("neg", "NegBackward", {Function::neg}, x); }

}  // namespace lockstep::engine::ops

#include "engine/ops/sgd_step/sgd_step.h"

#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

SgdFactors sgd_factors(const SgdStep& step) {
  return {step.learning_rate, step.momentum, 1.0 - step.dampening, step.weight_decay, step.nesterov ? 1.0 : 0.0, step.first_step ? 1.0 : 0.0};
}

void sgd_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> momentum_buffers, const SgdStep& step) {
  if (parameters.empty()) return;
  const SgdFactors values = sgd_factors(step);
  const Tensor factors = Tensor::from_vector(std::vector<double>(values.begin(), values.end()), {kernels::sgd_step::factor_count}, parameters[0].device());
  sgd_step(parameters, gradients, step.momentum != 0.0 ? momentum_buffers : std::span<const Tensor>(), factors);
}

void sgd_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> momentum_buffers, const Tensor& factors,
              const Tensor& gate) {
  if (parameters.empty()) return;
  check_values("sgd_step", factors, parameters[0], DType::f64, kernels::sgd_step::factor_count);
  if (gate.defined()) check_values("sgd_step", gate, parameters[0], DType::i64, 1);
  static thread_local std::vector<View> views;  // kept: a step should allocate nothing
  std::vector<Tensor> copies;
  views.clear();
  const bool buffered = !momentum_buffers.empty();
  append_views("sgd_step", parameters, parameters, views, nullptr);
  append_views("sgd_step", gradients, parameters, views, &copies);
  if (buffered) append_views("sgd_step", momentum_buffers, parameters, views, nullptr);
  Backend& backend = parameters[0].backend();
  backend.launch(backend.kernels().sgd_step.step, static_cast<const View*>(views.data()), static_cast<std::int64_t>(parameters.size()), buffered, factors.view(),
                 gate.defined() ? gate.view() : View{});
  for (const std::span<const Tensor> list : {parameters, momentum_buffers}) {
    for (const Tensor& tensor : list) tensor.bump_version();
  }
}

}  // namespace lockstep::engine::ops

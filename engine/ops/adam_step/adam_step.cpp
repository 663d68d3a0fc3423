#include "engine/ops/adam_step/adam_step.h"

#include <cmath>

#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

AdamFactors adam_factors(const AdamStep& step) {
  const double t = static_cast<double>(step.step);
  const kernels::adam_step::Factors f{
      .beta1 = step.beta1,
      .beta2 = step.beta2,
      .eps = step.eps,
      .decay = step.decoupled ? 1.0 - step.learning_rate * step.weight_decay : 1.0,
      .l2 = step.decoupled ? 0.0 : step.weight_decay,
      .step_size = step.learning_rate / (1.0 - std::pow(step.beta1, t)),
      .inverse_root = 1.0 / std::sqrt(1.0 - std::pow(step.beta2, t)),
  };
  return {f.beta1, f.beta2, f.eps, f.decay, f.l2, f.step_size, f.inverse_root};
}

void adam_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> exp_avg,
               std::span<const Tensor> exp_avg_sq, const AdamStep& step) {
  if (parameters.empty()) return;
  const AdamFactors values = adam_factors(step);
  const Tensor factors = Tensor::from_vector(std::vector<double>(values.begin(), values.end()), {kernels::adam_step::factor_count}, parameters[0].device());
  adam_step(parameters, gradients, exp_avg, exp_avg_sq, factors);
}

void adam_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> exp_avg,
               std::span<const Tensor> exp_avg_sq, const Tensor& factors, const Tensor& gate) {
  if (parameters.empty()) return;
  check_values("adam_step", factors, parameters[0], DType::f64, kernels::adam_step::factor_count);
  if (gate.defined()) check_values("adam_step", gate, parameters[0], DType::i64, 1);
  static thread_local std::vector<View> views;  // kept: a step should allocate nothing
  std::vector<Tensor> copies;
  views.clear();
  append_views("adam_step", parameters, parameters, views, nullptr);
  append_views("adam_step", gradients, parameters, views, &copies);
  append_views("adam_step", exp_avg, parameters, views, nullptr);
  append_views("adam_step", exp_avg_sq, parameters, views, nullptr);
  Backend& backend = parameters[0].backend();
  backend.launch(backend.kernels().adam_step.step, static_cast<const View*>(views.data()), static_cast<std::int64_t>(parameters.size()), factors.view(),
                 gate.defined() ? gate.view() : View{});
  for (const std::span<const Tensor> list : {parameters, exp_avg, exp_avg_sq}) {
    for (const Tensor& tensor : list) tensor.bump_version();
  }
}

}  // namespace lockstep::engine::ops

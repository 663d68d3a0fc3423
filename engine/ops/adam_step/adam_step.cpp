#include "engine/ops/adam_step/adam_step.h"

#include <cmath>

#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

void adam_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> exp_avg,
               std::span<const Tensor> exp_avg_sq, const AdamStep& step) {
  if (parameters.empty()) return;
  static thread_local std::vector<View> views;  // kept: a step should allocate nothing
  std::vector<Tensor> copies;
  views.clear();
  append_views("adam_step", parameters, parameters, views, nullptr);
  append_views("adam_step", gradients, parameters, views, &copies);
  append_views("adam_step", exp_avg, parameters, views, nullptr);
  append_views("adam_step", exp_avg_sq, parameters, views, nullptr);

  const double t = static_cast<double>(step.step);
  kernels::adam_step::Factors factors{};
  factors.beta1 = step.beta1;
  factors.beta2 = step.beta2;
  factors.eps = step.eps;
  factors.decay = step.decoupled ? 1.0 - step.learning_rate * step.weight_decay : 1.0;
  factors.l2 = step.decoupled ? 0.0 : step.weight_decay;
  factors.step_size = step.learning_rate / (1.0 - std::pow(step.beta1, t));
  factors.inverse_root = 1.0 / std::sqrt(1.0 - std::pow(step.beta2, t));
  Backend& backend = parameters[0].backend();
  backend.launch(backend.kernels().adam_step.step, static_cast<const View*>(views.data()), static_cast<std::int64_t>(parameters.size()), factors);
  for (const std::span<const Tensor> list : {parameters, exp_avg, exp_avg_sq}) {
    for (const Tensor& tensor : list) tensor.bump_version();
  }
}

}  // namespace lockstep::engine::ops

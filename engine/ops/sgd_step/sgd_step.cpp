#include "engine/ops/sgd_step/sgd_step.h"

#include "engine/ops/kernel_table.h"
#include "engine/ops/tensor_list.h"

namespace lockstep::engine::ops {

void sgd_step(std::span<const Tensor> parameters, std::span<const Tensor> gradients, std::span<const Tensor> momentum_buffers, const SgdStep& step) {
  if (parameters.empty()) return;
  static thread_local std::vector<View> views;  // kept: a step should allocate nothing
  std::vector<Tensor> copies;
  views.clear();
  const bool buffered = step.momentum != 0.0;
  append_views("sgd_step", parameters, parameters, views, nullptr);
  append_views("sgd_step", gradients, parameters, views, &copies);
  if (buffered) append_views("sgd_step", momentum_buffers, parameters, views, nullptr);
  const kernels::sgd_step::Factors factors{step.learning_rate, step.momentum, 1.0 - step.dampening, step.weight_decay, step.nesterov, step.first_step};
  Backend& backend = parameters[0].backend();
  backend.launch(backend.kernels().sgd_step.step, static_cast<const View*>(views.data()), static_cast<std::int64_t>(parameters.size()), factors);
  for (const Tensor& tensor : parameters) tensor.bump_version();
  if (buffered) {
    for (const Tensor& tensor : momentum_buffers) tensor.bump_version();
  }
}

}  // namespace lockstep::engine::ops

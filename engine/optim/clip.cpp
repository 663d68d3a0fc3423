// Gradient clipping, as torch.nn.utils.clip_grad_norm_ and clip_grad_value_.
#include "engine/ops/gradient_norm/gradient_norm.h"
#include "engine/optim/optimizer.h"

namespace lockstep::engine::optim {

namespace {

std::vector<Tensor> gradients_of(const NamedTensors& parameters) {
  std::vector<Tensor> gradients;
  gradients.reserve(parameters.size());
  for (const auto& [name, parameter] : parameters) {
    if (Tensor gradient = parameter.grad(); gradient.defined()) gradients.push_back(std::move(gradient));
  }
  return gradients;
}

}  // namespace

double gradient_norm(const NamedTensors& parameters) { return ops::gradient_norm(gradients_of(parameters)); }

double clip_gradient_norm(const NamedTensors& parameters, double max_norm) {
  const std::vector<Tensor> gradients = gradients_of(parameters);
  const double norm = ops::gradient_norm(gradients);
  // PyTorch's: the 1e-6 keeps a norm of 0 apart; min() alone would turn NaN into 1.
  const double factor = max_norm / (norm + 1e-6);
  if (!(factor >= 1.0)) ops::scale_in_place(gradients, factor);
  return norm;
}

void clip_gradient_value(const NamedTensors& parameters, double limit) { ops::clamp_in_place(gradients_of(parameters), limit); }

}  // namespace lockstep::engine::optim

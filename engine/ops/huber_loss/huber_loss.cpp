#include "engine/ops/huber_loss/huber_loss.h"

#include "engine/ops/check.h"
#include "engine/ops/l1_loss/l1_loss.h"
#include "engine/ops/pointwise_loss/pointwise_loss.h"

namespace lockstep::engine::ops {

Tensor huber_loss(const Tensor& x, const Tensor& target, double delta, Reduction reduction) {
  if (!(delta > 0.0)) throw ValueError(plain_message("op.value", fmt::format("[huber_loss] expected delta > 0, received {}", delta)));
  return pointwise_loss("huber_loss", "HuberLossBackward", {kernels::pointwise_loss::Loss::huber, delta}, x, target, {}, reduction);
}

Tensor smooth_l1_loss(const Tensor& x, const Tensor& target, double beta, Reduction reduction) {
  if (!(beta >= 0.0)) throw ValueError(plain_message("op.value", fmt::format("[smooth_l1_loss] expected beta >= 0, received {}", beta)));
  if (beta == 0.0) return l1_loss(x, target, reduction);
  return pointwise_loss("smooth_l1_loss", "SmoothL1LossBackward", {kernels::pointwise_loss::Loss::huber, beta, 1.0 / beta}, x, target, {}, reduction);
}

}  // namespace lockstep::engine::ops

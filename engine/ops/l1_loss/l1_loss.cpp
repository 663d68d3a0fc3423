#include "engine/ops/l1_loss/l1_loss.h"

#include "engine/ops/pointwise_loss/pointwise_loss.h"

namespace lockstep::engine::ops {

Tensor l1_loss(const Tensor& x, const Tensor& target, Reduction reduction) {
  return pointwise_loss("l1_loss", "L1LossBackward", {kernels::pointwise_loss::Loss::absolute}, x, target, {}, reduction);
}

}  // namespace lockstep::engine::ops

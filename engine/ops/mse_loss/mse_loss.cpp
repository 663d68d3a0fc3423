#include "engine/ops/mse_loss/mse_loss.h"

#include "engine/ops/pointwise_loss/pointwise_loss.h"

namespace lockstep::engine::ops {

Tensor mse_loss(const Tensor& x, const Tensor& target, Reduction reduction) {
  return pointwise_loss("mse_loss", "MseLossBackward", {kernels::pointwise_loss::Loss::squared}, x, target, {}, reduction);
}

}  // namespace lockstep::engine::ops

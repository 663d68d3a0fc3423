#include "engine/ops/bce_with_logits/bce_with_logits.h"

#include "engine/ops/pointwise_loss/pointwise_loss.h"

namespace lockstep::engine::ops {

Tensor bce_with_logits(const Tensor& x, const Tensor& target, const Tensor& pos_weight, Reduction reduction) {
  return pointwise_loss("bce_with_logits", "BceWithLogitsBackward", {kernels::pointwise_loss::Loss::bce_with_logits}, x, target, pos_weight, reduction);
}

}  // namespace lockstep::engine::ops

// Kernels of Adam.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::adam_step {

/// A step's constants, bias corrections included.
struct Factors {
  double beta1;
  double beta2;
  double eps;
  double decay;             ///< AdamW: the parameter is multiplied by it first; 1 otherwise
  double l2;                ///< Adam: this times the parameter is added to the gradient; 0 otherwise
  double step_size;         ///< learning rate / (1 - beta1^t)
  double inverse_root;      ///< 1 / sqrt(1 - beta2^t)
};

struct Table {
  /// `views` holds 4 lists of `count` dense views of equal layouts, one after the other: parameters, gradients, exp_avg,
  /// exp_avg_sq; f32 or f64.
  void (*step)(const KernelContext&, const View* views, std::int64_t count, const Factors& factors) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::adam_step

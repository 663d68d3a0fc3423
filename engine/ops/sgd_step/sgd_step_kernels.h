// Kernels of stochastic gradient descent.
#pragma once

#include "engine/core/view.h"

namespace lockstep::engine::kernels::sgd_step {

struct Factors {
  double learning_rate;
  double momentum;
  double gradient_share;  ///< 1 - dampening, or 1 on the first step
  double weight_decay;
  bool nesterov;
  bool first_step;
};

struct Table {
  /// `views` holds 3 lists of `count` dense views of equal layouts, one after the other: parameters, gradients, momentum
  /// buffers (2 lists where momentum is 0); f32 or f64.
  void (*step)(const KernelContext&, const View* views, std::int64_t count, const Factors& factors) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::sgd_step

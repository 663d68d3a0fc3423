// Kernels of stochastic gradient descent.
#pragma once

#include "engine/core/host_device.h"
#include "engine/core/view.h"

namespace lockstep::engine::kernels::sgd_step {

struct Factors {
  double learning_rate;
  double momentum;
  double gradient_share;  ///< 1 - dampening
  double weight_decay;
  bool nesterov;
  bool first_step;  ///< the momentum buffers become the gradient
};
/// They lie in the backend's memory as `factor_count` f64 values in this order (true is 1), since some change from step to step.
inline constexpr std::int64_t factor_count = 6;

[[nodiscard]] LOCKSTEP_HOST_DEVICE inline Factors read_factors(const double* values) {
  return {values[0], values[1], values[2], values[3], values[4] != 0.0, values[5] != 0.0};
}

struct Table {
  /// `views` holds 3 lists of `count` dense views of equal layouts, one after the other: parameters, gradients, momentum
  /// buffers (2 lists where not `buffered`: momentum is 0); f32 or f64. `factors` f64 [factor_count], dense. `gate` i64 [1] or
  /// not given: where it holds 0 nothing is done.
  void (*step)(const KernelContext&, const View* views, std::int64_t count, bool buffered, const View& factors, const View& gate) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::sgd_step

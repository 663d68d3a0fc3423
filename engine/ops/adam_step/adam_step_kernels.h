// Kernels of Adam.
#pragma once

#include "engine/core/host_device.h"
#include "engine/core/view.h"

namespace lockstep::engine::kernels::adam_step {

/// A step's constants, bias corrections included. They lie in the backend's memory as `factor_count` f64 values in this
/// order, since some change from step to step.
struct Factors {
  double beta1;
  double beta2;
  double eps;
  double decay;             ///< AdamW: the parameter is multiplied by it first; 1 otherwise
  double l2;                ///< Adam: this times the parameter is added to the gradient; 0 otherwise
  double step_size;         ///< learning rate / (1 - beta1^t)
  double inverse_root;      ///< 1 / sqrt(1 - beta2^t)
};
inline constexpr std::int64_t factor_count = 7;

[[nodiscard]] LOCKSTEP_HOST_DEVICE inline Factors read_factors(const double* values) {
  return {values[0], values[1], values[2], values[3], values[4], values[5], values[6]};
}

struct Table {
  /// `views` holds 4 lists of `count` dense views of equal layouts, one after the other: parameters, gradients, exp_avg,
  /// exp_avg_sq; f32 or f64. `factors` f64 [factor_count], dense. `gate` i64 [1] or not given: where it holds 0 nothing is done.
  void (*step)(const KernelContext&, const View* views, std::int64_t count, const View& factors, const View& gate) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::adam_step

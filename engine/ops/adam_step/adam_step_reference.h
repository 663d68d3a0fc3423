// Adam in plain loops.
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/ops/adam_step/adam_step_kernels.h"

namespace lockstep::engine::kernels::adam_step {

template <class T>
LOCKSTEP_HOST_DEVICE void reference_step(const Factors& factors, T* parameter, const T* gradient, T* exp_avg, T* exp_avg_sq, std::int64_t count) {
  const auto beta1 = static_cast<T>(factors.beta1);
  const auto one_less_beta1 = static_cast<T>(1.0 - factors.beta1);
  const auto beta2 = static_cast<T>(factors.beta2);
  const auto one_less_beta2 = static_cast<T>(1.0 - factors.beta2);
  const bool near = factors.beta1 > 0.5;  // as torch's lerp, from the nearer end
  for (std::int64_t i = 0; i < count; ++i) {
    T p = parameter[i] * static_cast<T>(factors.decay);
    const T g = gradient[i] + static_cast<T>(factors.l2) * p;
    const T m = near ? exp_avg[i] + one_less_beta1 * (g - exp_avg[i]) : g - (g - exp_avg[i]) * beta1;
    const T v = exp_avg_sq[i] * beta2 + one_less_beta2 * g * g;
    p -= static_cast<T>(factors.step_size) * m / (std::sqrt(v) * static_cast<T>(factors.inverse_root) + static_cast<T>(factors.eps));
    exp_avg[i] = m;
    exp_avg_sq[i] = v;
    parameter[i] = p;
  }
}

}  // namespace lockstep::engine::kernels::adam_step

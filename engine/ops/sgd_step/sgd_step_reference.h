// Stochastic gradient descent in plain loops without branches on elements: vectorised as they are.
#pragma once

#include <cstdint>

#include "engine/ops/sgd_step/sgd_step_kernels.h"

namespace lockstep::engine::kernels::sgd_step {

/// `buffer` may be null where momentum is 0.
template <class T>
[[gnu::always_inline]] LOCKSTEP_HOST_DEVICE inline void step_loop(const Factors& factors, T* __restrict parameter, const T* __restrict gradient, T* __restrict buffer,
                                             std::int64_t count) {
  const auto rate = static_cast<T>(factors.learning_rate);
  const auto decay = static_cast<T>(factors.weight_decay);
  const auto momentum = static_cast<T>(factors.momentum);
  const auto share = static_cast<T>(factors.gradient_share);
  if (buffer == nullptr) {
    for (std::int64_t i = 0; i < count; ++i) parameter[i] -= rate * (gradient[i] + decay * parameter[i]);
  } else if (factors.first_step) {
    for (std::int64_t i = 0; i < count; ++i) {
      const T g = gradient[i] + decay * parameter[i];
      buffer[i] = g;
      parameter[i] -= rate * (factors.nesterov ? g + momentum * g : g);
    }
  } else if (factors.nesterov) {
    for (std::int64_t i = 0; i < count; ++i) {
      const T g = gradient[i] + decay * parameter[i];
      const T velocity = buffer[i] * momentum + share * g;
      buffer[i] = velocity;
      parameter[i] -= rate * (g + momentum * velocity);
    }
  } else {
    for (std::int64_t i = 0; i < count; ++i) {
      const T velocity = buffer[i] * momentum + share * (gradient[i] + decay * parameter[i]);
      buffer[i] = velocity;
      parameter[i] -= rate * velocity;
    }
  }
}

}  // namespace lockstep::engine::kernels::sgd_step

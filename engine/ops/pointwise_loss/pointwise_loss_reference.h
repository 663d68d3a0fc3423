// The element-wise losses and their derivatives, over a choice of elementary functions: with StandardMath the reference.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "engine/core/host_device.h"
#include "engine/ops/pointwise_loss/pointwise_loss_kernels.h"
#include "engine/ops/unary/fast_math.h"

namespace lockstep::engine::kernels::pointwise_loss {

template <Loss loss, class Math, class T>
struct Definition {
  T delta;
  T scale;

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE T value(T x, T target, T weight) const {
    const T d = x - target;
    const T size = std::fabs(d);
    if constexpr (loss == Loss::squared) return scale * (d * d);
    if constexpr (loss == Loss::absolute) return scale * size;
    if constexpr (loss == Loss::huber) {
      const T far = delta * (size - T(0.5) * delta);
      return scale * (size <= delta ? T(0.5) * d * d : far);
    }
    if constexpr (loss == Loss::bce_with_logits) {
      // -w t log σ(x) - (1 - t) log σ(-x) = (1 - t) x + (1 + (w - 1) t) log(1 + e^-x), the logarithm without overflow; and
      // where an infinite logit is multiplied by exactly 0, nothing: a sure prediction that is right costs nothing.
      const T tail = Math::log1p(Math::exp(-std::fabs(x)));
      const T negative = x < T(0) ? -x : T(0);
      const T positive = x > T(0) ? x : T(0);
      const T on = weight * target;
      const T off = T(1) - target;
      const T on_cost = on * (negative + tail);
      const T off_cost = off * (positive + tail);
      const T cost = (on == T(0) ? T(0) : on_cost) + (off == T(0) ? T(0) : off_cost);
      return scale * (x == x ? cost : x);
    }
  }

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE T gradient(T g, T x, T target, T weight) const {
    const T d = x - target;
    const T sign = d > T(0) ? T(1) : (d < T(0) ? T(-1) : d);
    if constexpr (loss == Loss::squared) return g * (scale * (d + d));
    if constexpr (loss == Loss::absolute) return g * (scale * sign);
    if constexpr (loss == Loss::huber) {
      const T far = delta * sign;
      return g * (scale * (std::fabs(d) <= delta ? d : far));
    }
    if constexpr (loss == Loss::bce_with_logits) {
      return g * (scale * ((T(1) - target) * logistic<Math>(x) - weight * target * logistic<Math>(-x)));
    }
  }
};

/// Calls f.template operator()<loss>().
template <class F>
void visit_loss(Loss loss, F&& f) {
  switch (loss) {
    case Loss::squared: return f.template operator()<Loss::squared>();
    case Loss::absolute: return f.template operator()<Loss::absolute>();
    case Loss::huber: return f.template operator()<Loss::huber>();
    case Loss::bce_with_logits: return f.template operator()<Loss::bce_with_logits>();
  }
}

template <class Math, class T>
[[gnu::always_inline]] inline void forward_loop(const Call& call, T* output, const T* x, const T* target, const T* weight,
                                                const std::array<std::int64_t, 4>& strides, std::int64_t count) {
  visit_loss(call.loss, [&]<Loss loss>() {
    const Definition<loss, Math, T> f{static_cast<T>(call.delta), static_cast<T>(call.scale)};
    for (std::int64_t i = 0; i < count; ++i) output[i * strides[0]] = f.value(x[i * strides[1]], target[i * strides[2]], weight[i * strides[3]]);
  });
}

template <class Math, class T>
[[gnu::always_inline]] inline void backward_loop(const Call& call, T* output, const T* gradient, const T* x, const T* target, const T* weight,
                                                 const std::array<std::int64_t, 5>& strides, std::int64_t count) {
  visit_loss(call.loss, [&]<Loss loss>() {
    const Definition<loss, Math, T> f{static_cast<T>(call.delta), static_cast<T>(call.scale)};
    for (std::int64_t i = 0; i < count; ++i) {
      output[i * strides[0]] = f.gradient(gradient[i * strides[1]], x[i * strides[2]], target[i * strides[3]], weight[i * strides[4]]);
    }
  });
}

}  // namespace lockstep::engine::kernels::pointwise_loss

// The element-wise functions and their derivatives, written once over a choice of elementary functions.
#pragma once

#include <cmath>

#include "engine/core/host_device.h"
#include "engine/ops/unary/fast_math.h"
#include "engine/ops/unary/unary_kernels.h"

namespace lockstep::engine::kernels::unary {

/// value(x), and derivative(s) where s is the input, or the output where `saves_output(function)`.
template <Function function, class Math, class T>
struct Definition {
  T a;
  T b;

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE T value(T x) const {
    if constexpr (function == Function::relu) return x <= T(0) ? T(0) : x;
    if constexpr (function == Function::leaky_relu) return x > T(0) ? x : x * a;
    if constexpr (function == Function::elu) {
      const T negative = a * Math::expm1(x <= T(0) ? x : T(0));
      return x <= T(0) ? negative : x;
    }
    if constexpr (function == Function::gelu) return T(0.5) * x * (T(1) + Math::erf(x * T(M_SQRT1_2)));
    if constexpr (function == Function::gelu_tanh) return T(0.5) * x * (T(1) + Math::tanh(tanh_argument(x)));
    if constexpr (function == Function::silu) return x * logistic<Math>(x);
    if constexpr (function == Function::sigmoid) return logistic<Math>(x);
    if constexpr (function == Function::tanh) return Math::tanh(x);
    if constexpr (function == Function::softplus) {
      const T scaled = x * a;
      const T positive = scaled > T(0) ? scaled : T(0);
      const T smooth = (positive + Math::log1p(Math::exp(-std::fabs(scaled)))) / a;
      return scaled > b ? x : smooth;
    }
    if constexpr (function == Function::hardswish) {
      const T up = x + T(3);
      const T limited = up < T(0) ? T(0) : (up > T(6) ? T(6) : up);
      return x * limited / T(6);
    }
    if constexpr (function == Function::exp) return Math::exp(x);
    if constexpr (function == Function::log) return Math::log(x);
    if constexpr (function == Function::sqrt) return std::sqrt(x);
    if constexpr (function == Function::square) return x * x;
    if constexpr (function == Function::abs) return std::fabs(x);
    if constexpr (function == Function::neg) return -x;
  }

  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE T gradient(T g, T s) const {
    if constexpr (function == Function::relu) return s <= T(0) ? T(0) : g;
    if constexpr (function == Function::leaky_relu) return s > T(0) ? g : g * a;
    if constexpr (function == Function::elu) {
      const T slope = a * Math::exp(s <= T(0) ? s : T(0));
      return s <= T(0) ? g * slope : g;
    }
    if constexpr (function == Function::gelu) {
      const T cdf = T(0.5) * (T(1) + Math::erf(s * T(M_SQRT1_2)));
      const T pdf = Math::exp(T(-0.5) * s * s) * T(M_2_SQRTPI * M_SQRT1_2 * 0.5);
      return g * (cdf + s * pdf);
    }
    if constexpr (function == Function::gelu_tanh) {
      const T t = Math::tanh(tanh_argument(s));
      const T inner = T(M_2_SQRTPI * M_SQRT1_2) * (T(1) + T(3 * 0.044715) * s * s);
      return g * (T(0.5) * (T(1) + t) + T(0.5) * s * (T(1) - t * t) * inner);
    }
    if constexpr (function == Function::silu) {
      const T sigma = logistic<Math>(s);
      return g * (sigma * (T(1) + s * (T(1) - sigma)));
    }
    if constexpr (function == Function::sigmoid) return g * (s * (T(1) - s));
    if constexpr (function == Function::tanh) return g * (T(1) - s * s);
    if constexpr (function == Function::softplus) {
      const T scaled = s * a;
      const T slope = logistic<Math>(scaled);
      return scaled > b ? g : g * slope;
    }
    if constexpr (function == Function::hardswish) {
      const T middle = g * (s / T(3) + T(0.5));
      return s <= T(-3) ? T(0) : (s < T(3) ? middle : g);
    }
    if constexpr (function == Function::exp) return g * s;
    if constexpr (function == Function::log) return g / s;
    if constexpr (function == Function::sqrt) return g / (s + s);
    if constexpr (function == Function::square) return g * (s + s);
    if constexpr (function == Function::abs) {
      const T sign = s > T(0) ? T(1) : (s < T(0) ? T(-1) : T(0));
      return g * sign;
    }
    if constexpr (function == Function::neg) return -g;
  }

 private:
  [[gnu::always_inline]] LOCKSTEP_HOST_DEVICE static T tanh_argument(T x) { return T(M_2_SQRTPI * M_SQRT1_2) * (x + T(0.044715) * x * x * x); }
};

/// Calls f.template operator()<function>().
template <class F>
void visit_function(Function function, F&& f) {
  switch (function) {
    case Function::relu: return f.template operator()<Function::relu>();
    case Function::leaky_relu: return f.template operator()<Function::leaky_relu>();
    case Function::elu: return f.template operator()<Function::elu>();
    case Function::gelu: return f.template operator()<Function::gelu>();
    case Function::gelu_tanh: return f.template operator()<Function::gelu_tanh>();
    case Function::silu: return f.template operator()<Function::silu>();
    case Function::sigmoid: return f.template operator()<Function::sigmoid>();
    case Function::tanh: return f.template operator()<Function::tanh>();
    case Function::softplus: return f.template operator()<Function::softplus>();
    case Function::hardswish: return f.template operator()<Function::hardswish>();
    case Function::exp: return f.template operator()<Function::exp>();
    case Function::log: return f.template operator()<Function::log>();
    case Function::sqrt: return f.template operator()<Function::sqrt>();
    case Function::square: return f.template operator()<Function::square>();
    case Function::abs: return f.template operator()<Function::abs>();
    case Function::neg: return f.template operator()<Function::neg>();
  }
}

}  // namespace lockstep::engine::kernels::unary

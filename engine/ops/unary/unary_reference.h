// The element-wise functions in plain loops with the C++ library's functions: what f64 tensors use, and what the fast f32
// kernels are tested against.
#pragma once

#include <cstdint>

#include "engine/ops/unary/unary_functions.h"

namespace lockstep::engine::kernels::unary {

template <class T>
void reference_forward(const Call& call, T* output, std::int64_t output_stride, const T* x, std::int64_t x_stride, std::int64_t count) {
  visit_function(call.function, [&]<Function function>() {
    const Definition<function, StandardMath, T> f{static_cast<T>(call.a), static_cast<T>(call.b)};
    for (std::int64_t i = 0; i < count; ++i) output[i * output_stride] = f.value(x[i * x_stride]);
  });
}

template <class T>
void reference_backward(const Call& call, T* output, std::int64_t output_stride, const T* gradient, std::int64_t gradient_stride, const T* saved,
                        std::int64_t saved_stride, std::int64_t count) {
  visit_function(call.function, [&]<Function function>() {
    const Definition<function, StandardMath, T> f{static_cast<T>(call.a), static_cast<T>(call.b)};
    for (std::int64_t i = 0; i < count; ++i) output[i * output_stride] = f.gradient(gradient[i * gradient_stride], saved[i * saved_stride]);
  });
}

}  // namespace lockstep::engine::kernels::unary

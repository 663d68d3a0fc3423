// What the front of every operator checks, in one wording: "[conv2d] expected …, received …".
#pragma once

#include <string_view>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

template <class... A>
[[noreturn]] void throw_shape(std::string_view operation, fmt::format_string<A...> text, A&&... arguments) {
  throw ShapeError(plain_message("op.shape", fmt::format("[{}] {}", operation, fmt::format(text, std::forward<A>(arguments)...))));
}

inline void check_same_device(std::string_view operation, const Tensor& a, const Tensor& b) {
  if (a.device() != b.device()) throw_shape(operation, "expected one device, received {} and {}", device_name(a.device()), device_name(b.device()));
}

inline void check_same_kind(std::string_view operation, const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype()) throw_shape(operation, "expected one dtype, received {} and {}", dtype_name(a.dtype()), dtype_name(b.dtype()));
  check_same_device(operation, a, b);
}

/// Kernels of layers and losses compute in f32, and in f64 as the reference.
inline void check_real(std::string_view operation, const Tensor& x) {
  if (x.dtype() != DType::f32 && x.dtype() != DType::f64) throw_shape(operation, "expected float32 or float64, received {}", dtype_name(x.dtype()));
}

}  // namespace lockstep::engine::ops

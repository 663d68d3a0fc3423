// Kernels of the element-wise functions.
#pragma once

#include <cstdint>

#include "engine/core/view.h"

namespace lockstep::engine::kernels::unary {

enum class Function : std::uint8_t {
  relu, leaky_relu, elu, gelu, gelu_tanh, silu, sigmoid, tanh, softplus, hardswish, exp, log, sqrt, square, abs, neg
};

/// Whether backward reads the function's output, or its input.
[[nodiscard]] constexpr bool saves_output(Function function) noexcept {
  return function == Function::relu || function == Function::sigmoid || function == Function::tanh || function == Function::exp || function == Function::sqrt;
}

/// A function with its constants: leaky_relu a = slope; elu a = alpha; softplus a = beta, b = threshold.
struct Call {
  Function function;
  double a = 0.0;
  double b = 0.0;
};

struct Table {
  /// output = f(x). Same sizes and dtype (f32, f64), any strides.
  void (*forward)(const KernelContext&, const Call& call, const View& output, const View& x) = nullptr;
  /// output = gradient * f'(…) from what was saved: the input or, by saves_output, the output.
  void (*backward)(const KernelContext&, const Call& call, const View& output, const View& gradient, const View& saved) = nullptr;
};

void fill_cpu(Table& table);
void fill_cuda(Table& table);

}  // namespace lockstep::engine::kernels::unary

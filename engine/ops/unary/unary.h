// Element-wise functions of one tensor: activations and elementary functions, with PyTorch's definitions and defaults.
// f32 or f64, any strides; the result keeps the memory format.
#pragma once

#include "engine/tensor/tensor.h"

namespace lockstep::engine::ops {

[[nodiscard]] Tensor relu(const Tensor& x);
[[nodiscard]] Tensor leaky_relu(const Tensor& x, double negative_slope = 0.01);
[[nodiscard]] Tensor elu(const Tensor& x, double alpha = 1.0);
/// x Φ(x); with `tanh_approximation` Hendrycks & Gimpel's (arXiv 1606.08415) formula.
[[nodiscard]] Tensor gelu(const Tensor& x, bool tanh_approximation = false);
[[nodiscard]] Tensor silu(const Tensor& x);
[[nodiscard]] Tensor sigmoid(const Tensor& x);
[[nodiscard]] Tensor tanh(const Tensor& x);
/// ln(1 + e^(beta x)) / beta, and x where beta x > threshold.
[[nodiscard]] Tensor softplus(const Tensor& x, double beta = 1.0, double threshold = 20.0);
[[nodiscard]] Tensor hardswish(const Tensor& x);
[[nodiscard]] Tensor exp(const Tensor& x);
[[nodiscard]] Tensor log(const Tensor& x);
[[nodiscard]] Tensor sqrt(const Tensor& x);
[[nodiscard]] Tensor square(const Tensor& x);
/// The gradient at 0 is 0.
[[nodiscard]] Tensor abs(const Tensor& x);
[[nodiscard]] Tensor neg(const Tensor& x);

}  // namespace lockstep::engine::ops

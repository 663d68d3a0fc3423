// The passes of batch normalisation over rows of [rows, channels], and what they are told of each channel.
#pragma once

#include <cstdint>

namespace lockstep::engine::kernels::batch_norm {

/// Where the ReLU's mask comes from in backward: nowhere, the output's sign, or x · scale + shift computed again.
enum class Mask : std::uint8_t { none, output, input };

/// forward: y = x · scale + shift (+ residual, ReLU).
template <class T>
struct Normalise {
  const T* scale;
  const T* shift;
  const T* residual;  ///< null: none
  bool relu;
};

/// Backward's two passes. gradient' is the gradient behind the ReLU.
template <class T>
struct Flow {
  Mask mask;
  const T* scale;   ///< of the forward, for Mask::input
  const T* shift;
  const T* output;  ///< for Mask::output
  T* masked;        ///< null, or where gradient' is written by the first pass and read by the second
  // x_gradient = gradient' · of_gradient + (x − mean) · of_x + constant
  const T* of_gradient;
  const T* of_x;
  const T* mean;
  const T* constant;
};

// Each adds to, or writes, what belongs to rows [0, rows); pointers are at the first of them.
// f32 runs in SIMD over channels; sums are f64, channel by channel in the order of rows, the same on every target.

/// sum += x − pivot, square += (x − pivot)²
void sums_f32(const float* x, const double* pivot, std::int64_t rows, std::int64_t channels, double* sum, double* square);
void normalise_f32(const Normalise<float>& n, const float* x, std::int64_t rows, std::int64_t channels, float* y);
/// sum += gradient', dot += gradient' (x − mean)
void gradient_sums_f32(const Flow<float>& f, const double* mean, const float* gradient, const float* x, std::int64_t rows, std::int64_t channels,
                       double* sum, double* dot);
void gradient_f32(const Flow<float>& f, const float* gradient, const float* x, std::int64_t rows, std::int64_t channels, float* x_gradient);

}  // namespace lockstep::engine::kernels::batch_norm

// The passes in plain loops: the definition that the fast ones are tested against, and what f64 runs on.
#pragma once

#include "engine/ops/batch_norm/batch_norm_rows.h"

namespace lockstep::engine::kernels::batch_norm {

template <class T>
void sums_reference(const T* x, const double* pivot, std::int64_t rows, std::int64_t channels, double* sum, double* square) {
  for (std::int64_t i = 0; i < rows * channels; ++i) {
    const double value = static_cast<double>(x[i]) - pivot[i % channels];
    sum[i % channels] += value;
    square[i % channels] += value * value;
  }
}

template <class T>
void normalise_reference(const Normalise<T>& n, const T* x, std::int64_t rows, std::int64_t channels, T* y) {
  for (std::int64_t i = 0; i < rows * channels; ++i) {
    T value = x[i] * n.scale[i % channels] + n.shift[i % channels];
    if (n.residual != nullptr) value += n.residual[i];
    y[i] = n.relu && value <= T(0) ? T(0) : value;
  }
}

/// gradient' of element i.
template <class T>
T behind_relu(const Flow<T>& f, const T* gradient, const T* x, std::int64_t i, std::int64_t channels) {
  const T y = f.mask == Mask::none     ? T(1)
              : f.mask == Mask::output ? f.output[i]
                                       : x[i] * f.scale[i % channels] + f.shift[i % channels];
  return y <= T(0) ? T(0) : gradient[i];
}

template <class T>
void gradient_sums_reference(const Flow<T>& f, const double* mean, const T* gradient, const T* x, std::int64_t rows, std::int64_t channels, double* sum,
                             double* dot) {
  for (std::int64_t i = 0; i < rows * channels; ++i) {
    const T g = behind_relu(f, gradient, x, i, channels);
    if (f.masked != nullptr) f.masked[i] = g;
    sum[i % channels] += static_cast<double>(g);
    dot[i % channels] += static_cast<double>(g) * (static_cast<double>(x[i]) - mean[i % channels]);
  }
}

template <class T>
void gradient_reference(const Flow<T>& f, const T* gradient, const T* x, std::int64_t rows, std::int64_t channels, T* x_gradient) {
  for (std::int64_t i = 0; i < rows * channels; ++i) {
    const std::int64_t c = i % channels;
    const T g = f.masked != nullptr ? f.masked[i] : behind_relu(f, gradient, x, i, channels);
    x_gradient[i] = g * f.of_gradient[c] + ((x[i] - f.mean[c]) * f.of_x[c] + f.constant[c]);
  }
}

}  // namespace lockstep::engine::kernels::batch_norm

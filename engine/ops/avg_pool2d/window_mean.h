// Means over windows of channels_last images, for avg_pool2d and adaptive_avg_pool2d, in plain loops for f32 and f64.
// Channels are innermost, so that the compiler makes SIMD lanes of them; each channel's sum runs over the window row by
// row, the same for every width of vector.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backend/cpu/chunks.h"
#include "engine/ops/avg_pool2d/windows.h"

namespace lockstep::engine::kernels {

template <class T>
void mean_of_window(const MeanWindow& w, std::int64_t width, std::int64_t channels, const T* image, T* output) {
  for (std::int64_t c = 0; c < channels; ++c) output[c] = T(0);
  for (std::int64_t i = w.top; i < w.bottom; ++i) {
    for (std::int64_t j = w.left; j < w.right; ++j) {
      const T* const pixel = image + (i * width + j) * channels;
      for (std::int64_t c = 0; c < channels; ++c) output[c] += pixel[c];
    }
  }
  for (std::int64_t c = 0; c < channels; ++c) output[c] /= static_cast<T>(w.divisor);
}

template <class T>
void spread_over_window(const MeanWindow& w, std::int64_t width, std::int64_t channels, T* image_gradient, const T* gradient) {
  for (std::int64_t i = w.top; i < w.bottom; ++i) {
    for (std::int64_t j = w.left; j < w.right; ++j) {
      T* const pixel = image_gradient + (i * width + j) * channels;
      for (std::int64_t c = 0; c < channels; ++c) pixel[c] += gradient[c] / static_cast<T>(w.divisor);
    }
  }
}

/// output = the mean of window_of(row, column) for every output pixel. channels_last, of T.
template <class T, class WindowOf>
void means(const KernelContext& context, const View& output, const View& x, WindowOf&& window_of) {
  const std::int64_t channels = x.sizes[1];
  const std::int64_t image = channels * x.sizes[2] * x.sizes[3];
  const std::int64_t pooled = channels * output.sizes[2] * output.sizes[3];
  cpu::parallel_slices(context, x.sizes[0], std::max<std::int64_t>(1, (1 << 14) / std::max<std::int64_t>(image, 1)), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t n = begin; n < end; ++n) {
      T* to = output.as<T>() + n * pooled;
      for (std::int64_t row = 0; row < output.sizes[2]; ++row) {
        for (std::int64_t column = 0; column < output.sizes[3]; ++column, to += channels) {
          mean_of_window(window_of(row, column), x.sizes[3], channels, x.as<T>() + n * image, to);
        }
      }
    }
  });
}

/// The backward of means().
template <class T, class WindowOf>
void spread(const KernelContext& context, const View& x_gradient, const View& gradient, WindowOf&& window_of) {
  const std::int64_t channels = x_gradient.sizes[1];
  const std::int64_t image = channels * x_gradient.sizes[2] * x_gradient.sizes[3];
  const std::int64_t pooled = channels * gradient.sizes[2] * gradient.sizes[3];
  cpu::parallel_slices(context, gradient.sizes[0], std::max<std::int64_t>(1, (1 << 14) / std::max<std::int64_t>(image, 1)), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t n = begin; n < end; ++n) {
      T* const to = x_gradient.as<T>() + n * image;
      std::fill_n(to, image, T(0));
      const T* from = gradient.as<T>() + n * pooled;
      for (std::int64_t row = 0; row < gradient.sizes[2]; ++row) {
        for (std::int64_t column = 0; column < gradient.sizes[3]; ++column, from += channels) {
          spread_over_window(window_of(row, column), x_gradient.sizes[3], channels, to, from);
        }
      }
    }
  });
}

}  // namespace lockstep::engine::kernels

// Maximum pooling in plain loops: the definition that fast kernels are tested against.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/ops/max_pool2d/max_pool2d_images.h"

namespace lockstep::engine::kernels::max_pool2d {

template <class T, class Index>
void pool_image_reference(const ImageWindow& w, const T* x, T* y, Index* index) {
  for (std::int64_t row = 0; row < w.output_height; ++row) {
    for (std::int64_t column = 0; column < w.output_width; ++column) {
      for (std::int64_t c = 0; c < w.channels; ++c) {
        T best = -std::numeric_limits<T>::infinity();
        std::int64_t place = -1;
        for (std::int64_t k = 0; k < w.kernel[0] * w.kernel[1]; ++k) {
          const std::int64_t i = row * w.stride[0] - w.padding[0] + k / w.kernel[1];
          const std::int64_t j = column * w.stride[1] - w.padding[1] + k % w.kernel[1];
          if (i < 0 || i >= w.height || j < 0 || j >= w.width) continue;
          const T value = x[(i * w.width + j) * w.pixel + c];
          if (place < 0 || value > best || value != value) {
            best = value;
            place = k;
          }
        }
        const std::int64_t at = (row * w.output_width + column) * w.output_pixel + c;
        y[at] = best;
        index[at] = static_cast<Index>(place);
      }
    }
  }
}

template <class T, class Index>
void unpool_image_reference(const ImageWindow& w, T* x_gradient, const T* gradient, const Index* index) {
  for (std::int64_t p = 0; p < w.height * w.width; ++p) {
    for (std::int64_t c = 0; c < w.channels; ++c) x_gradient[p * w.pixel + c] = T(0);
  }
  for (std::int64_t row = 0; row < w.output_height; ++row) {
    for (std::int64_t column = 0; column < w.output_width; ++column) {
      for (std::int64_t c = 0; c < w.channels; ++c) {
        const std::int64_t at = (row * w.output_width + column) * w.output_pixel + c;
        const auto k = static_cast<std::int64_t>(index[at]);
        const std::int64_t i = row * w.stride[0] - w.padding[0] + k / w.kernel[1];
        const std::int64_t j = column * w.stride[1] - w.padding[1] + k % w.kernel[1];
        x_gradient[(i * w.width + j) * w.pixel + c] += gradient[at];
      }
    }
  }
}

}  // namespace lockstep::engine::kernels::max_pool2d

// Means over windows of channels_last images on a GPU: a thread an output, and backward a thread a pixel of the image, which gathers
// from the windows that hold it in the order in which the CPU adds them.
#pragma once

#include "engine/backend/cuda/elements.cuh"
#include "engine/ops/avg_pool2d/windows.h"

namespace lockstep::engine::kernels {

/// Dense [N, H, W, C] sizes, and where an element of them lies.
struct Images {
  std::int64_t height, width, channels;
  LOCKSTEP_HOST_DEVICE void place(std::int64_t i, std::int64_t& n, std::int64_t& row, std::int64_t& column, std::int64_t& c) const {
    c = i % channels;
    i /= channels;
    column = i % width;
    i /= width;
    row = i % height;
    n = i / height;
  }
  [[nodiscard]] LOCKSTEP_HOST_DEVICE std::int64_t at(std::int64_t n, std::int64_t row, std::int64_t column, std::int64_t c) const {
    return ((n * height + row) * width + column) * channels + c;
  }
};

[[nodiscard]] inline Images images_of(const View& v) { return {v.sizes[2], v.sizes[3], v.sizes[1]}; }

template <class T, class Windows>
struct Mean {
  Windows window_of;
  Images image;
  Images pooled;
  const T* x;
  T* output;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    std::int64_t n, row, column, c;
    pooled.place(at[0], n, row, column, c);
    const MeanWindow w = window_of(row, column);
    T sum{};
    for (std::int64_t i = w.top; i < w.bottom; ++i)
      for (std::int64_t j = w.left; j < w.right; ++j) sum += x[image.at(n, i, j, c)];
    output[at[0]] = sum / static_cast<T>(w.divisor);
  }
};

template <class T, class Windows>
struct Spread {
  Windows window_of;
  Images image;
  Images pooled;
  T* x_gradient;
  const T* gradient;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    std::int64_t n, i, j, c;
    image.place(at[0], n, i, j, c);
    const PooledRange rows = window_of.around(0, i, pooled.height);
    const PooledRange columns = window_of.around(1, j, pooled.width);
    T sum{};
    for (std::int64_t row = rows.first; row <= rows.last; ++row) {
      for (std::int64_t column = columns.first; column <= columns.last; ++column) {
        const MeanWindow w = window_of(row, column);
        if (i < w.top || i >= w.bottom || j < w.left || j >= w.right) continue;
        sum += gradient[pooled.at(n, row, column, c)] / static_cast<T>(w.divisor);
      }
    }
    x_gradient[at[0]] = sum;
  }
};

/// Of dense channels_last views, element i lies at i.
[[nodiscard]] inline View flat(const View& v) {
  View out = v;
  out.rank = 1;
  out.sizes[0] = v.numel();
  out.strides[0] = 1;
  return out;
}

template <class T, class Windows>
void means_on_gpu(const cuda::Where& where, const KernelContext& context, const View& output, const View& x, const Windows& windows) {
  const View elements = flat(output);
  cuda::for_elements<1>(where, context, {&elements}, Mean<T, Windows>{windows, images_of(x), images_of(output), x.as<const T>(), output.as<T>()});
}

template <class T, class Windows>
void spread_on_gpu(const cuda::Where& where, const KernelContext& context, const View& x_gradient, const View& gradient, const Windows& windows) {
  const View elements = flat(x_gradient);
  cuda::for_elements<1>(where, context, {&elements}, Spread<T, Windows>{windows, images_of(x_gradient), images_of(gradient), x_gradient.as<T>(), gradient.as<const T>()});
}

}  // namespace lockstep::engine::kernels

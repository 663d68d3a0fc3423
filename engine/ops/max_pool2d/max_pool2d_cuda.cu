// Maximum pooling on a GPU: backward gathers, so that no two threads add to one place, in the order in which the CPU adds.
#include <limits>

#include "engine/ops/avg_pool2d/window_mean.cuh"
#include "engine/ops/max_pool2d/max_pool2d_kernels.h"

namespace lockstep::engine::kernels::max_pool2d {

namespace {

template <class T, class Index>
struct Maximum {
  Geometry g;
  Images image;
  Images pooled;
  const T* x;
  T* output;
  Index* index;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    std::int64_t n, row, column, c;
    pooled.place(at[0], n, row, column, c);
    T best = -std::numeric_limits<T>::infinity();
    std::int64_t place = -1;
    for (std::int64_t r = 0; r < g.kernel[0]; ++r) {
      const std::int64_t i = row * g.stride[0] - g.padding[0] + r;
      if (i < 0 || i >= image.height) continue;
      for (std::int64_t s = 0; s < g.kernel[1]; ++s) {
        const std::int64_t j = column * g.stride[1] - g.padding[1] + s;
        if (j < 0 || j >= image.width) continue;
        const T value = x[image.at(n, i, j, c)];
        if (place < 0 || value > best || value != value) {
          best = value;
          place = r * g.kernel[1] + s;
        }
      }
    }
    output[at[0]] = best;
    index[at[0]] = static_cast<Index>(place);
  }
};

template <class T, class Index>
struct Gather {
  Geometry g;
  Images image;
  Images pooled;
  T* x_gradient;
  const T* gradient;
  const Index* index;
  __device__ void operator()(const std::int64_t (&at)[1]) const {
    std::int64_t n, i, j, c;
    image.place(at[0], n, i, j, c);
    T sum{};
    // Windows from the uppermost that can hold the pixel: the one in which it lies lowest.
    for (std::int64_t r = g.kernel[0] - 1; r >= 0; --r) {
      const std::int64_t below = i + g.padding[0] - r;
      if (below < 0 || below % g.stride[0] != 0 || below / g.stride[0] >= pooled.height) continue;
      for (std::int64_t s = g.kernel[1] - 1; s >= 0; --s) {
        const std::int64_t right = j + g.padding[1] - s;
        if (right < 0 || right % g.stride[1] != 0 || right / g.stride[1] >= pooled.width) continue;
        const std::int64_t from = pooled.at(n, below / g.stride[0], right / g.stride[1], c);
        if (static_cast<std::int64_t>(index[from]) == r * g.kernel[1] + s) sum += gradient[from];
      }
    }
    x_gradient[at[0]] = sum;
  }
};

template <class T, class Index>
void forward_as(const KernelContext& context, const Geometry& g, const View& output, const View& index, const View& x) {
  const View elements = flat(output);
  cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements}, Maximum<T, Index>{g, images_of(x), images_of(output), x.as<const T>(), output.as<T>(), index.as<Index>()});
}

template <class T, class Index>
void backward_as(const KernelContext& context, const Geometry& g, const View& x_gradient, const View& gradient, const View& index) {
  const View elements = flat(x_gradient);
  cuda::for_elements<1>(LOCKSTEP_HERE, context, {&elements},
                        Gather<T, Index>{g, images_of(x_gradient), images_of(gradient), x_gradient.as<T>(), gradient.as<const T>(), index.as<const Index>()});
}

/// Calls f.template operator()<T, Index>() for the views' types.
template <class F>
void visit(DType dtype, DType index, F&& f) {
  const bool small = index == DType::u8;
  if (dtype == DType::f64) return small ? f.template operator()<double, std::uint8_t>() : f.template operator()<double, std::int64_t>();
  return small ? f.template operator()<float, std::uint8_t>() : f.template operator()<float, std::int64_t>();
}

void forward(const KernelContext& context, const Geometry& g, const View& output, const View& index, const View& x) {
  visit(x.dtype, index.dtype, [&]<class T, class Index>() { forward_as<T, Index>(context, g, output, index, x); });
}

void backward(const KernelContext& context, const Geometry& g, const View& x_gradient, const View& gradient, const View& index) {
  visit(gradient.dtype, index.dtype, [&]<class T, class Index>() { backward_as<T, Index>(context, g, x_gradient, gradient, index); });
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::max_pool2d

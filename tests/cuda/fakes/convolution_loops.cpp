// Convolutions as products of packed windows, in one fixed order. Compiled with -O3: whole trainings go through it.
#include <bit>
#include <cmath>
#include <vector>

#include "tests/cuda/fakes/cudnn_descriptors.h"
#include "tests/cuda/fakes/gemm.h"

namespace lockstep::fakes {

float to_tf32(float value) noexcept {
  if (!std::isfinite(value)) return value;
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) + 0x1000U) & ~0x1FFFU);
}

namespace dnn {

namespace {

std::size_t z(int value) { return static_cast<std::size_t>(value); }

/// One group of one convolution, in plain sizes.
struct Sizes {
  std::size_t pixels;    ///< of an output image
  std::size_t taps;      ///< r · s · channels of the input of a group
  std::size_t channels;  ///< of the input of a group
  std::size_t outputs;   ///< channels of the output of a group
  int out[2];
};

Sizes sizes_of(const Problem& p) {
  const std::size_t channels = z(p.w.dims[1]);
  const int out[2] = {output_size(p, 0), output_size(p, 1)};
  return {z(out[0]) * z(out[1]), z(p.w.dims[2]) * z(p.w.dims[3]) * channels, channels, z(p.w.dims[0] / p.convolution.groups), {out[0], out[1]}};
}

std::ptrdiff_t offset(const Tensor& tensor, int image, std::size_t channel) {
  return static_cast<std::ptrdiff_t>(image) * tensor.strides[0] + static_cast<std::ptrdiff_t>(channel) * tensor.strides[1];
}

template <class T>
T rounded(T value, bool tf32) {
  if constexpr (sizeof(T) == 4) return tf32 ? to_tf32(value) : value;
  else return value;
}

bool uses_tf32(const Problem& p) { return p.x.type == CUDNN_DATA_FLOAT && p.convolution.math != CUDNN_FMA_MATH; }

/// Calls `visit(row of the window matrix, first tap, y, x)` for each tap's place; y or x outside the image are padding.
template <class Visit>
void for_each_tap(const Problem& p, const Sizes& s, const Visit& visit) {
  const Convolution& c = p.convolution;
  for (int oy = 0; oy < s.out[0]; ++oy) {
    for (int ox = 0; ox < s.out[1]; ++ox) {
      for (int r = 0; r < p.w.dims[2]; ++r) {
        for (int q = 0; q < p.w.dims[3]; ++q) {
          const int y = oy * c.stride[0] - c.padding[0] + r * c.dilation[0], x = ox * c.stride[1] - c.padding[1] + q * c.dilation[1];
          const bool inside = y >= 0 && y < p.x.dims[2] && x >= 0 && x < p.x.dims[3];
          visit(z(oy * s.out[1] + ox), (z(r) * z(p.w.dims[3]) + z(q)) * s.channels, inside, static_cast<std::ptrdiff_t>(y) * p.x.strides[2] + static_cast<std::ptrdiff_t>(x) * p.x.strides[3]);
        }
      }
    }
  }
}

/// [pixels, taps] of one image and group.
template <class T>
void windows(const Problem& p, const Sizes& s, const T* image, std::vector<T>& out) {
  const bool tf32 = uses_tf32(p);
  out.assign(s.pixels * s.taps, T{0});
  for_each_tap(p, s, [&](std::size_t row, std::size_t tap, bool inside, std::ptrdiff_t place) {
    if (!inside) return;
    T* const to = out.data() + row * s.taps + tap;
    for (std::size_t c = 0; c < s.channels; ++c) to[c] = rounded(image[place + static_cast<std::ptrdiff_t>(c) * p.x.strides[1]], tf32);
  });
}

/// Index in the filter's memory of [output, tap].
std::size_t filter_index(const Problem& p, const Sizes& s, std::size_t output, std::size_t tap) {
  const std::size_t c = tap % s.channels, width = z(p.w.dims[3]), height = z(p.w.dims[2]);
  std::size_t place = tap / s.channels;  // r · width + q
  if (p.convolution.mode == CUDNN_CONVOLUTION) place = height * width - 1 - place;
  if (p.w.format == CUDNN_TENSOR_NHWC) return (output * height * width + place) * s.channels + c;
  return (output * s.channels + c) * height * width + place;
}

/// [outputs, taps] of a group, or [taps, outputs].
template <class T>
std::vector<T> packed_filter(const Problem& p, const Sizes& s, const T* w, std::size_t group, bool taps_first) {
  std::vector<T> out(s.outputs * s.taps);
  const bool tf32 = uses_tf32(p);
  for (std::size_t o = 0; o < s.outputs; ++o) {
    for (std::size_t t = 0; t < s.taps; ++t) {
      out[taps_first ? t * s.outputs + o : o * s.taps + t] = rounded(w[filter_index(p, s, group * s.outputs + o, t)], tf32);
    }
  }
  return out;
}

std::ptrdiff_t output_place(const Problem& p, const Sizes& s, std::size_t pixel, std::size_t channel) {
  return static_cast<std::ptrdiff_t>(pixel / z(s.out[1])) * p.y.strides[2] + static_cast<std::ptrdiff_t>(pixel % z(s.out[1])) * p.y.strides[3] +
         static_cast<std::ptrdiff_t>(channel) * p.y.strides[1];
}

/// [pixels, outputs] of the gradient of one image and group.
template <class T>
std::vector<T> packed_gradient(const Problem& p, const Sizes& s, const T* dy, bool outputs_first) {
  std::vector<T> out(s.pixels * s.outputs);
  const bool tf32 = uses_tf32(p);
  for (std::size_t i = 0; i < s.pixels; ++i) {
    for (std::size_t o = 0; o < s.outputs; ++o) out[outputs_first ? o * s.pixels + i : i * s.outputs + o] = rounded(dy[output_place(p, s, i, o)], tf32);
  }
  return out;
}

template <class T>
T blend(T alpha, T value, T beta, T before) {
  return beta == 0 ? alpha * value : alpha * value + beta * before;
}

template <class T>
void forward_of(const Problem& p, const T* x, const T* w, T* y, T alpha, T beta) {
  const Sizes s = sizes_of(p);
  std::vector<T> columns;
  std::vector<T> result(s.pixels * s.outputs);
  for (std::size_t group = 0; group < z(p.convolution.groups); ++group) {
    const std::vector<T> filter = packed_filter(p, s, w, group, true);
    for (int image = 0; image < p.x.dims[0]; ++image) {
      windows(p, s, x + offset(p.x, image, group * s.channels), columns);
      multiply(result.data(), columns.data(), filter.data(), s.pixels, s.taps, s.outputs, false);
      T* const to = y + offset(p.y, image, group * s.outputs);
      for (std::size_t i = 0; i < s.pixels; ++i) {
        for (std::size_t o = 0; o < s.outputs; ++o) {
          T& value = to[output_place(p, s, i, o)];
          value = blend(alpha, result[i * s.outputs + o], beta, value);
        }
      }
    }
  }
}

template <class T>
void scale(const Tensor& tensor, T* data, T factor) {
  for (int n = 0; n < tensor.dims[0]; ++n) {
    for (int c = 0; c < tensor.dims[1]; ++c) {
      for (int h = 0; h < tensor.dims[2]; ++h) {
        for (int w = 0; w < tensor.dims[3]; ++w) {
          T& value = data[offset(tensor, n, z(c)) + static_cast<std::ptrdiff_t>(h) * tensor.strides[2] + static_cast<std::ptrdiff_t>(w) * tensor.strides[3]];
          value = factor == 0 ? T{0} : factor * value;
        }
      }
    }
  }
}

template <class T>
void backward_data_of(const Problem& p, const T* w, const T* dy, T* dx, T alpha, T beta) {
  const Sizes s = sizes_of(p);
  std::vector<T> columns(s.pixels * s.taps);
  scale(p.x, dx, beta);
  for (std::size_t group = 0; group < z(p.convolution.groups); ++group) {
    const std::vector<T> filter = packed_filter(p, s, w, group, false);
    for (int image = 0; image < p.x.dims[0]; ++image) {
      const std::vector<T> gradient = packed_gradient(p, s, dy + offset(p.y, image, group * s.outputs), false);
      multiply(columns.data(), gradient.data(), filter.data(), s.pixels, s.outputs, s.taps, false);
      T* const to = dx + offset(p.x, image, group * s.channels);
      for_each_tap(p, s, [&](std::size_t row, std::size_t tap, bool inside, std::ptrdiff_t place) {
        if (!inside) return;
        const T* const from = columns.data() + row * s.taps + tap;
        for (std::size_t c = 0; c < s.channels; ++c) to[place + static_cast<std::ptrdiff_t>(c) * p.x.strides[1]] += alpha * from[c];
      });
    }
  }
}

template <class T>
void backward_filter_of(const Problem& p, const T* x, const T* dy, T* dw, T alpha, T beta) {
  const Sizes s = sizes_of(p);
  std::vector<T> columns;
  std::vector<T> sums(s.outputs * s.taps);
  for (std::size_t group = 0; group < z(p.convolution.groups); ++group) {
    for (int image = 0; image < p.x.dims[0]; ++image) {
      windows(p, s, x + offset(p.x, image, group * s.channels), columns);
      const std::vector<T> gradient = packed_gradient(p, s, dy + offset(p.y, image, group * s.outputs), true);
      multiply(sums.data(), gradient.data(), columns.data(), s.outputs, s.pixels, s.taps, image != 0);
    }
    for (std::size_t o = 0; o < s.outputs; ++o) {
      for (std::size_t t = 0; t < s.taps; ++t) {
        T& value = dw[filter_index(p, s, group * s.outputs + o, t)];
        value = blend(alpha, sums[o * s.taps + t], beta, value);
      }
    }
  }
}

template <class Visit>
void for_each_element(const Tensor& tensor, const Visit& visit) {
  for (int n = 0; n < tensor.dims[0]; ++n) {
    for (int h = 0; h < tensor.dims[2]; ++h) {
      for (int w = 0; w < tensor.dims[3]; ++w) {
        for (int c = 0; c < tensor.dims[1]; ++c) visit(n, c, h, w);
      }
    }
  }
}

std::ptrdiff_t element(const Tensor& tensor, int n, int c, int h, int w) {
  return offset(tensor, n, z(c)) + static_cast<std::ptrdiff_t>(h) * tensor.strides[2] + static_cast<std::ptrdiff_t>(w) * tensor.strides[3];
}

template <class T>
void activate_of(const Tensor& y_tensor, T* y, const Tensor& z_tensor, const T* added, T alpha, const T* bias, bool relu) {
  for_each_element(y_tensor, [&](int n, int c, int h, int w) {
    T& value = y[element(y_tensor, n, c, h, w)];
    if (alpha != 0) value += alpha * added[element(z_tensor, n, c, h, w)];
    value += bias[c];
    if (relu && value < 0) value = 0;
  });
}

template <class T>
void backward_bias_of(const Tensor& tensor, const T* dy, T* db, T alpha, T beta) {
  std::vector<T> sums(z(tensor.dims[1]), T{0});
  for_each_element(tensor, [&](int n, int c, int h, int w) { sums[z(c)] += dy[element(tensor, n, c, h, w)]; });
  for (std::size_t c = 0; c < sums.size(); ++c) db[c] = blend(alpha, sums[c], beta, db[c]);
}

/// Calls `work` with a value of the tensor's element type.
template <class Work>
void with_type(cudnnDataType_t type, const Work& work) {
  if (type == CUDNN_DATA_DOUBLE) work(double{});
  else work(float{});
}

}  // namespace

int output_size(const Problem& p, int axis) {
  const Convolution& c = p.convolution;
  const int window = (p.w.dims[2 + axis] - 1) * c.dilation[axis] + 1;
  return (p.x.dims[2 + axis] + 2 * c.padding[axis] - window) / c.stride[axis] + 1;
}

void forward(const Problem& p, const void* x, const void* w, void* y, double alpha, double beta) {
  with_type(p.x.type, [&](auto type) {
    using T = decltype(type);
    forward_of(p, static_cast<const T*>(x), static_cast<const T*>(w), static_cast<T*>(y), static_cast<T>(alpha), static_cast<T>(beta));
  });
}

void backward_data(const Problem& p, const void* w, const void* dy, void* dx, double alpha, double beta) {
  with_type(p.x.type, [&](auto type) {
    using T = decltype(type);
    backward_data_of(p, static_cast<const T*>(w), static_cast<const T*>(dy), static_cast<T*>(dx), static_cast<T>(alpha), static_cast<T>(beta));
  });
}

void backward_filter(const Problem& p, const void* x, const void* dy, void* dw, double alpha, double beta) {
  with_type(p.x.type, [&](auto type) {
    using T = decltype(type);
    backward_filter_of(p, static_cast<const T*>(x), static_cast<const T*>(dy), static_cast<T*>(dw), static_cast<T>(alpha), static_cast<T>(beta));
  });
}

void add_bias_and_activate(const Tensor& y_tensor, void* y, const Tensor& z_tensor, const void* added, double alpha, const void* bias, bool relu) {
  with_type(y_tensor.type, [&](auto type) {
    using T = decltype(type);
    activate_of(y_tensor, static_cast<T*>(y), z_tensor, static_cast<const T*>(added), static_cast<T>(alpha), static_cast<const T*>(bias), relu);
  });
}

void backward_bias(const Tensor& dy_tensor, const void* dy, void* db, double alpha, double beta) {
  with_type(dy_tensor.type, [&](auto type) {
    using T = decltype(type);
    backward_bias_of(dy_tensor, static_cast<const T*>(dy), static_cast<T*>(db), static_cast<T>(alpha), static_cast<T>(beta));
  });
}

}  // namespace dnn

}  // namespace lockstep::fakes

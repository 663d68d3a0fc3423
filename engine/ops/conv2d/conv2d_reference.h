// Convolution in plain loops: the definition that fast kernels are tested against, what f64 runs on, and what is left
// where oneDNN has nothing fast. Views of any strides; x [N, C, H, W], weight [O, C / groups, kH, kW].
#pragma once

#include "engine/ops/conv2d/conv2d_kernels.h"

namespace lockstep::engine::kernels::conv2d {

template <class T>
T& at(const View& v, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return v.as<T>()[a * v.strides[0] + b * v.strides[1] + c * v.strides[2] + d * v.strides[3]];
}

/// f(input channel within the group, kernel row, kernel column, input row, input column) for all that meets output pixel
/// (row, column) inside the image.
template <class F>
void for_taps(const Geometry& g, const View& x, const View& weight, std::int64_t row, std::int64_t column, F&& f) {
  for (std::int64_t c = 0; c < weight.sizes[1]; ++c) {
    for (std::int64_t r = 0; r < weight.sizes[2]; ++r) {
      const std::int64_t i = row * g.stride[0] - g.padding[0] + r * g.dilation[0];
      if (i < 0 || i >= x.sizes[2]) continue;
      for (std::int64_t s = 0; s < weight.sizes[3]; ++s) {
        const std::int64_t j = column * g.stride[1] - g.padding[1] + s * g.dilation[1];
        if (j >= 0 && j < x.sizes[3]) f(c, r, s, i, j);
      }
    }
  }
}

/// One image.
template <class T>
void forward_reference(const Geometry& g, const View& output, const View& x, const View& weight, const View& bias, std::int64_t n) {
  const std::int64_t group_outputs = weight.sizes[0] / g.groups;
  for (std::int64_t o = 0; o < weight.sizes[0]; ++o) {
    const std::int64_t first = o / group_outputs * weight.sizes[1];
    for (std::int64_t row = 0; row < output.sizes[2]; ++row) {
      for (std::int64_t column = 0; column < output.sizes[3]; ++column) {
        T sum = bias.defined() ? bias.as<T>()[o] : T(0);
        for_taps(g, x, weight, row, column, [&](auto c, auto r, auto s, auto i, auto j) {
          sum += at<T>(x, n, first + c, i, j) * at<T>(weight, o, c, r, s);
        });
        if (g.relu && sum <= T(0)) sum = T(0);
        at<T>(output, n, o, row, column) = sum;
      }
    }
  }
}

/// The gradient behind the ReLU: zero where the output was cut off.
template <class T>
T behind_relu(const Geometry& g, const Received& in, std::int64_t n, std::int64_t o, std::int64_t row, std::int64_t column) {
  if (g.relu && at<T>(in.output, n, o, row, column) <= T(0)) return T(0);
  return at<T>(in.gradient, n, o, row, column);
}

/// One image.
template <class T>
void backward_data_reference(const Geometry& g, const View& x_gradient, const Received& in, std::int64_t n) {
  const std::int64_t group_outputs = in.weight.sizes[0] / g.groups;
  for (std::int64_t c = 0; c < x_gradient.sizes[1]; ++c) {
    for (std::int64_t i = 0; i < x_gradient.sizes[2]; ++i) {
      for (std::int64_t j = 0; j < x_gradient.sizes[3]; ++j) at<T>(x_gradient, n, c, i, j) = T(0);
    }
  }
  for (std::int64_t o = 0; o < in.weight.sizes[0]; ++o) {
    const std::int64_t first = o / group_outputs * in.weight.sizes[1];
    for (std::int64_t row = 0; row < in.gradient.sizes[2]; ++row) {
      for (std::int64_t column = 0; column < in.gradient.sizes[3]; ++column) {
        const T gradient = behind_relu<T>(g, in, n, o, row, column);
        for_taps(g, x_gradient, in.weight, row, column, [&](auto c, auto r, auto s, auto i, auto j) {
          at<T>(x_gradient, n, first + c, i, j) += gradient * at<T>(in.weight, o, c, r, s);
        });
      }
    }
  }
}

/// One output channel's weights and bias. Either may be null.
template <class T>
void backward_weights_reference(const Geometry& g, const View& weight_gradient, const View& bias_gradient, const Received& in, std::int64_t o) {
  const std::int64_t first = o / (in.weight.sizes[0] / g.groups) * in.weight.sizes[1];
  T bias = T(0);
  if (weight_gradient.defined()) {
    for (std::int64_t k = 0; k < weight_gradient.strides[0]; ++k) weight_gradient.as<T>()[o * weight_gradient.strides[0] + k] = T(0);
  }
  for (std::int64_t n = 0; n < in.x.sizes[0]; ++n) {
    for (std::int64_t row = 0; row < in.gradient.sizes[2]; ++row) {
      for (std::int64_t column = 0; column < in.gradient.sizes[3]; ++column) {
        const T gradient = behind_relu<T>(g, in, n, o, row, column);
        bias += gradient;
        if (!weight_gradient.defined()) continue;
        for_taps(g, in.x, in.weight, row, column, [&](auto c, auto r, auto s, auto i, auto j) {
          at<T>(weight_gradient, o, c, r, s) += gradient * at<T>(in.x, n, first + c, i, j);
        });
      }
    }
  }
  if (bias_gradient.defined()) bias_gradient.as<T>()[o] = bias;
}

}  // namespace lockstep::engine::kernels::conv2d

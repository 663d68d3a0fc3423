// What max_pool2d and avg_pool2d check, and the size of what they give.
#pragma once

#include <string_view>

#include "engine/ops/check.h"
#include "engine/ops/pool2d_options.h"

namespace lockstep::engine::ops {

/// PyTorch's rule: with ceil_mode a last window counts only if it begins inside the input or the padding before it.
[[nodiscard]] inline std::int64_t pooled_size(std::int64_t size, std::int64_t kernel, std::int64_t stride, std::int64_t padding, bool ceil_mode) {
  const std::int64_t room = size + 2 * padding - kernel;
  if (room < 0 && !(ceil_mode && room + stride > 0)) return 0;
  std::int64_t out = (room + (ceil_mode ? stride - 1 : 0)) / stride + 1;
  if (ceil_mode && (out - 1) * stride >= size + padding) --out;
  return out;
}

inline void check_image(std::string_view operation, const Tensor& x) {
  if (x.dim() != 4) throw_shape(operation, "expected an input of [N, C, H, W], received {}", x.shape().to_string());
  if (x.dtype() != DType::f32 && x.dtype() != DType::f64) throw_shape(operation, "expected float32 or float64, received {}", dtype_name(x.dtype()));
}

/// The shape of what a pool of images of `shape` gives.
[[nodiscard]] inline Shape check_pool(std::string_view operation, const Shape& shape, const Pool2dOptions& o) {
  Shape out = shape;
  for (const std::size_t i : {0U, 1U}) {
    if (o.kernel_size[i] < 1 || o.stride[i] < 1) {
      throw_shape(operation, "expected kernel_size and stride of at least 1, received [{}, {}] and [{}, {}]", o.kernel_size[0], o.kernel_size[1], o.stride[0], o.stride[1]);
    }
    if (o.padding[i] < 0 || 2 * o.padding[i] > o.kernel_size[i]) {
      throw_shape(operation, "expected padding of 0 to half of the kernel_size [{}, {}], received [{}, {}]", o.kernel_size[0], o.kernel_size[1], o.padding[0], o.padding[1]);
    }
    out[2 + i] = pooled_size(shape[2 + i], o.kernel_size[i], o.stride[i], o.padding[i], o.ceil_mode);
  }
  if (out[2] < 1 || out[3] < 1) {
    throw_shape(operation, "expected an input at least as large as the kernel [{}, {}], received {}", o.kernel_size[0], o.kernel_size[1], shape.to_string());
  }
  return out;
}

}  // namespace lockstep::engine::ops

#include "engine/ops/conv2d/conv2d.h"

#include "engine/autograd/record.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/max_pool2d/max_pool2d.h"
#include "engine/ops/pool2d_check.h"

namespace lockstep::engine::ops {

namespace {

using autograd::GradientSink;
using autograd::Saved;
using kernels::conv2d::Geometry;

void check_options(const Conv2dOptions& o) {
  for (const std::size_t i : {0U, 1U}) {
    if (o.stride[i] < 1 || o.dilation[i] < 1 || o.padding[i] < 0) {
      throw_shape("conv2d", "expected stride and dilation of at least 1 and padding of at least 0, received stride [{}, {}], dilation [{}, {}], padding [{}, {}]",
                  o.stride[0], o.stride[1], o.dilation[0], o.dilation[1], o.padding[0], o.padding[1]);
    }
  }
}

/// The shape of the result.
Shape check(const Tensor& x, const Tensor& weight, const Tensor& bias, const Conv2dOptions& o) {
  check_image("conv2d", x);
  check_same_kind("conv2d", x, weight);
  check_options(o);
  if (weight.dim() != 4 || weight.numel() == 0) throw_shape("conv2d", "expected weights of [out, in / groups, height, width], received {}", weight.shape().to_string());
  if (o.groups < 1 || weight.size(0) % o.groups != 0 || weight.size(1) * o.groups != x.size(1)) {
    throw_shape("conv2d", "expected {} input channels for weights {} in {} groups, received an input of {}", weight.size(1) * std::max<std::int64_t>(o.groups, 1),
                weight.shape().to_string(), o.groups, x.shape().to_string());
  }
  if (bias.defined()) {
    check_same_kind("conv2d", x, bias);
    if (bias.shape() != Shape{weight.size(0)}) throw_shape("conv2d", "expected a bias of [{}], received {}", weight.size(0), bias.shape().to_string());
  }
  Shape out{x.size(0), weight.size(0), 0, 0};
  for (const std::size_t i : {0U, 1U}) {
    const std::int64_t extent = o.dilation[i] * (weight.size(2 + i) - 1) + 1;
    const std::int64_t room = x.size(2 + i) + 2 * o.padding[i] - extent;
    if (room < 0) {
      throw_shape("conv2d", "expected an input at least as large as the kernel: a kernel of [{}, {}] with dilation [{}, {}] and padding [{}, {}] does not fit {}",
                  weight.size(2), weight.size(3), o.dilation[0], o.dilation[1], o.padding[0], o.padding[1], x.shape().to_string());
    }
    out[2 + i] = room / o.stride[i] + 1;
  }
  return out;
}

Geometry geometry_of(const Conv2dOptions& o, bool relu) {
  Geometry g{};
  for (const int i : {0, 1}) {
    const auto axis = static_cast<std::size_t>(i);
    g.stride[i] = o.stride[axis];
    g.padding[i] = o.padding[axis];
    g.dilation[i] = o.dilation[axis];
  }
  g.groups = o.groups;
  g.relu = relu;
  return g;
}

View view_or_null(const Tensor& tensor) { return tensor.defined() ? tensor.view() : View{}; }

/// Runs backward for the inputs (x, weight, bias) that want it.
void run_backward(const Geometry& geometry, const Tensor& gradient, const Tensor& output, const Tensor& index, const Tensor& x, const Tensor& weight,
                  GradientSink& sink) {
  Tensor gx;
  Tensor gw;
  Tensor gb;
  if (sink.needs(0)) gx = Tensor::empty(x.shape(), x.dtype(), x.device(), MemoryFormat::channels_last);
  if (sink.needs(1)) gw = Tensor::empty(weight.shape(), x.dtype(), x.device());
  if (sink.needs(2)) gb = Tensor::empty({weight.size(0)}, x.dtype(), x.device());
  const Tensor images = gradient.contiguous(MemoryFormat::channels_last);
  const kernels::conv2d::Gradients out{view_or_null(gx), view_or_null(gw), view_or_null(gb)};
  const kernels::conv2d::Received in{images.view(), view_or_null(output), view_or_null(index), x.view(), weight.view()};
  x.backend().launch(x.backend().kernels().conv2d.backward, geometry, out, in);
  if (gx.defined()) sink.give(0, gx);
  if (gw.defined()) sink.give(1, gw);
  if (gb.defined()) sink.give(2, gb);
}

}  // namespace

Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias, const Conv2dOptions& options, bool relu) {
  const Shape shape = check(x, weight, bias, options);
  const Geometry geometry = geometry_of(options, relu);
  const Tensor images = x.contiguous(MemoryFormat::channels_last);
  const Tensor weights = weight.contiguous();
  const Tensor biases = bias.defined() ? bias.contiguous() : Tensor();
  Tensor output = Tensor::empty(shape, x.dtype(), x.device(), MemoryFormat::channels_last);
  x.backend().launch(x.backend().kernels().conv2d.forward, geometry, output.view(), View{}, images.view(), weights.view(), view_or_null(biases));
  return autograd::record("Conv2dBackward", output, {&x, &weight, &bias}, [&] {
    return [geometry, sx = Saved::input(images), sw = Saved::input(weights), sy = relu ? Saved::output(output) : Saved()](
               const Tensor& gradient, GradientSink& sink) { run_backward(geometry, gradient, sy.get(), {}, sx.get(), sw.get(), sink); };
  });
}

Tensor conv2d_relu_max_pool2d(const Tensor& x, const Tensor& weight, const Tensor& bias, const Conv2dOptions& options, const Pool2dOptions& pool) {
  const Shape conv_shape = check(x, weight, bias, options);
  const bool plain_windows = pool.padding[0] == 0 && pool.padding[1] == 0 && !pool.ceil_mode && pool.kernel_size[0] * pool.kernel_size[1] <= 256;
  if (x.dtype() != DType::f32 || x.numel() == 0 || !plain_windows || !x.backend().kernels().conv2d.pools) {
    return max_pool2d(conv2d(x, weight, bias, options, true), pool);
  }
  const Shape shape = check_pool("conv2d_relu_max_pool2d", conv_shape, pool);
  Geometry geometry = geometry_of(options, true);
  geometry.pooled = true;
  for (const int i : {0, 1}) {
    geometry.pool_kernel[i] = pool.kernel_size[static_cast<std::size_t>(i)];
    geometry.pool_stride[i] = pool.stride[static_cast<std::size_t>(i)];
  }
  const Tensor images = x.contiguous(MemoryFormat::channels_last);
  const Tensor weights = weight.contiguous();
  const Tensor biases = bias.defined() ? bias.contiguous() : Tensor();
  Tensor output = Tensor::empty(shape, x.dtype(), x.device(), MemoryFormat::channels_last);
  const Tensor index = Tensor::empty(shape, DType::u8, x.device(), MemoryFormat::channels_last);
  x.backend().launch(x.backend().kernels().conv2d.forward, geometry, output.view(), index.view(), images.view(), weights.view(), view_or_null(biases));
  return autograd::record("Conv2dReluMaxPool2dBackward", output, {&x, &weight, &bias}, [&] {
    return [geometry, index, sx = Saved::input(images), sw = Saved::input(weights), sy = Saved::output(output)](
               const Tensor& gradient, GradientSink& sink) { run_backward(geometry, gradient, sy.get(), index, sx.get(), sw.get(), sink); };
  });
}

}  // namespace lockstep::engine::ops

#include "engine/ops/avg_pool2d/avg_pool2d_kernels.h"
#include "engine/ops/avg_pool2d/window_mean.h"

namespace lockstep::engine::kernels::avg_pool2d {

namespace {

/// PyTorch's windows: with padding counted, the divisor ends where the padding does.
auto windows(const Geometry& g, std::int64_t height, std::int64_t width) {
  return [=](std::int64_t row, std::int64_t column) {
    const std::int64_t top = row * g.stride[0] - g.padding[0];
    const std::int64_t left = column * g.stride[1] - g.padding[1];
    const std::int64_t bottom = std::min(top + g.kernel[0], height + g.padding[0]);
    const std::int64_t right = std::min(left + g.kernel[1], width + g.padding[1]);
    MeanWindow w{std::max<std::int64_t>(top, 0), std::min(bottom, height), std::max<std::int64_t>(left, 0), std::min(right, width), 0};
    w.divisor = g.count_include_pad ? (bottom - top) * (right - left) : (w.bottom - w.top) * (w.right - w.left);
    return w;
  };
}

void forward(const KernelContext& context, const Geometry& g, const View& output, const View& x) {
  const auto window_of = windows(g, x.sizes[2], x.sizes[3]);
  if (x.dtype == DType::f64) means<double>(context, output, x, window_of);
  else means<float>(context, output, x, window_of);
}

void backward(const KernelContext& context, const Geometry& g, const View& x_gradient, const View& gradient) {
  const auto window_of = windows(g, x_gradient.sizes[2], x_gradient.sizes[3]);
  if (gradient.dtype == DType::f64) spread<double>(context, x_gradient, gradient, window_of);
  else spread<float>(context, x_gradient, gradient, window_of);
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::avg_pool2d

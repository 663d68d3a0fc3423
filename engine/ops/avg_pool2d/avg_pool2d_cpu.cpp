#include "engine/ops/avg_pool2d/avg_pool2d_kernels.h"
#include "engine/ops/avg_pool2d/window_mean.h"

namespace lockstep::engine::kernels::avg_pool2d {

namespace {

void forward(const KernelContext& context, const Geometry& g, const View& output, const View& x) {
  const StridedWindows window_of{g, x.sizes[2], x.sizes[3]};
  if (x.dtype == DType::f64) means<double>(context, output, x, window_of);
  else means<float>(context, output, x, window_of);
}

void backward(const KernelContext& context, const Geometry& g, const View& x_gradient, const View& gradient) {
  const StridedWindows window_of{g, x_gradient.sizes[2], x_gradient.sizes[3]};
  if (gradient.dtype == DType::f64) spread<double>(context, x_gradient, gradient, window_of);
  else spread<float>(context, x_gradient, gradient, window_of);
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::avg_pool2d

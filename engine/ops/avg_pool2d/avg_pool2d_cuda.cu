// Mean pooling on a GPU.
#include "engine/ops/avg_pool2d/avg_pool2d_kernels.h"
#include "engine/ops/avg_pool2d/window_mean.cuh"

namespace lockstep::engine::kernels::avg_pool2d {

namespace {

void forward(const KernelContext& context, const Geometry& g, const View& output, const View& x) {
  const StridedWindows windows{g, x.sizes[2], x.sizes[3]};
  if (x.dtype == DType::f64) means_on_gpu<double>(LOCKSTEP_HERE, context, output, x, windows);
  else means_on_gpu<float>(LOCKSTEP_HERE, context, output, x, windows);
}

void backward(const KernelContext& context, const Geometry& g, const View& x_gradient, const View& gradient) {
  const StridedWindows windows{g, x_gradient.sizes[2], x_gradient.sizes[3]};
  if (gradient.dtype == DType::f64) spread_on_gpu<double>(LOCKSTEP_HERE, context, x_gradient, gradient, windows);
  else spread_on_gpu<float>(LOCKSTEP_HERE, context, x_gradient, gradient, windows);
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::avg_pool2d

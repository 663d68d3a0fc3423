// Mean pooling to a given size on a GPU.
#include "engine/ops/adaptive_avg_pool2d/adaptive_avg_pool2d_kernels.h"
#include "engine/ops/avg_pool2d/window_mean.cuh"

namespace lockstep::engine::kernels::adaptive_avg_pool2d {

namespace {

AdaptiveWindows windows(const View& image, const View& pooled) { return {image.sizes[2], image.sizes[3], pooled.sizes[2], pooled.sizes[3]}; }

void forward(const KernelContext& context, const View& output, const View& x) {
  if (x.dtype == DType::f64) means_on_gpu<double>(LOCKSTEP_HERE, context, output, x, windows(x, output));
  else means_on_gpu<float>(LOCKSTEP_HERE, context, output, x, windows(x, output));
}

void backward(const KernelContext& context, const View& x_gradient, const View& gradient) {
  if (gradient.dtype == DType::f64) spread_on_gpu<double>(LOCKSTEP_HERE, context, x_gradient, gradient, windows(x_gradient, gradient));
  else spread_on_gpu<float>(LOCKSTEP_HERE, context, x_gradient, gradient, windows(x_gradient, gradient));
}

}  // namespace

void fill_cuda(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::adaptive_avg_pool2d

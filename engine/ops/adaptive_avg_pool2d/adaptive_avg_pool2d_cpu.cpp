#include "engine/ops/adaptive_avg_pool2d/adaptive_avg_pool2d_kernels.h"
#include "engine/ops/avg_pool2d/window_mean.h"

namespace lockstep::engine::kernels::adaptive_avg_pool2d {

namespace {

auto windows(const View& image, const View& pooled) {
  return [height = image.sizes[2], width = image.sizes[3], rows = pooled.sizes[2], columns = pooled.sizes[3]](std::int64_t row, std::int64_t column) {
    MeanWindow w{row * height / rows, ((row + 1) * height + rows - 1) / rows, column * width / columns, ((column + 1) * width + columns - 1) / columns, 0};
    w.divisor = (w.bottom - w.top) * (w.right - w.left);
    return w;
  };
}

void forward(const KernelContext& context, const View& output, const View& x) {
  if (x.dtype == DType::f64) means<double>(context, output, x, windows(x, output));
  else means<float>(context, output, x, windows(x, output));
}

void backward(const KernelContext& context, const View& x_gradient, const View& gradient) {
  if (gradient.dtype == DType::f64) spread<double>(context, x_gradient, gradient, windows(x_gradient, gradient));
  else spread<float>(context, x_gradient, gradient, windows(x_gradient, gradient));
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::adaptive_avg_pool2d

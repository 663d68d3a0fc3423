#include "engine/ops/adaptive_avg_pool2d/adaptive_avg_pool2d.h"

#include "engine/autograd/record.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/pool2d_check.h"

namespace lockstep::engine::ops {

Tensor adaptive_avg_pool2d(const Tensor& x, std::array<std::int64_t, 2> output_size) {
  check_image("adaptive_avg_pool2d", x);
  if (output_size[0] < 1 || output_size[1] < 1) throw_shape("adaptive_avg_pool2d", "expected an output_size of at least 1, received [{}, {}]", output_size[0], output_size[1]);
  if (x.size(2) < 1 || x.size(3) < 1) throw_shape("adaptive_avg_pool2d", "expected an image of at least one pixel, received {}", x.shape().to_string());
  Tensor output = Tensor::empty({x.size(0), x.size(1), output_size[0], output_size[1]}, x.dtype(), x.device(), MemoryFormat::channels_last);
  x.backend().launch(x.backend().kernels().adaptive_avg_pool2d.forward, output.view(), x.contiguous(MemoryFormat::channels_last).view());
  return autograd::record("AdaptiveAvgPool2dBackward", output, {&x}, [&] {
    return [from = x.shape()](const Tensor& gradient, autograd::GradientSink& sink) {
      Tensor x_gradient = Tensor::empty(from, gradient.dtype(), gradient.device(), MemoryFormat::channels_last);
      gradient.backend().launch(gradient.backend().kernels().adaptive_avg_pool2d.backward, x_gradient.view(),
                                gradient.contiguous(MemoryFormat::channels_last).view());
      sink.give(0, x_gradient);
    };
  });
}

}  // namespace lockstep::engine::ops

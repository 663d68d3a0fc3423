#include "engine/ops/avg_pool2d/avg_pool2d.h"

#include "engine/autograd/record.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/pool2d_check.h"

namespace lockstep::engine::ops {

Tensor avg_pool2d(const Tensor& x, const Pool2dOptions& options) {
  check_image("avg_pool2d", x);
  const Shape shape = check_pool("avg_pool2d", x.shape(), options);
  const kernels::avg_pool2d::Geometry geometry{{options.kernel_size[0], options.kernel_size[1]},
                                               {options.stride[0], options.stride[1]},
                                               {options.padding[0], options.padding[1]},
                                               options.count_include_pad};
  Tensor output = Tensor::empty(shape, x.dtype(), x.device(), MemoryFormat::channels_last);
  x.backend().launch(x.backend().kernels().avg_pool2d.forward, geometry, output.view(), x.contiguous(MemoryFormat::channels_last).view());
  return autograd::record("AvgPool2dBackward", output, {&x}, [&] {
    return [geometry, from = x.shape()](const Tensor& gradient, autograd::GradientSink& sink) {
      Tensor x_gradient = Tensor::empty(from, gradient.dtype(), gradient.device(), MemoryFormat::channels_last);
      gradient.backend().launch(gradient.backend().kernels().avg_pool2d.backward, geometry, x_gradient.view(),
                                gradient.contiguous(MemoryFormat::channels_last).view());
      sink.give(0, x_gradient);
    };
  });
}

}  // namespace lockstep::engine::ops

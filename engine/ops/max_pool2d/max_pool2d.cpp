#include "engine/ops/max_pool2d/max_pool2d.h"

#include "engine/autograd/record.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/pool2d_check.h"

namespace lockstep::engine::ops {

Tensor max_pool2d(const Tensor& x, const Pool2dOptions& options) {
  check_image("max_pool2d", x);
  const Shape shape = check_pool("max_pool2d", x.shape(), options);
  const kernels::max_pool2d::Geometry geometry{{options.kernel_size[0], options.kernel_size[1]},
                                               {options.stride[0], options.stride[1]},
                                               {options.padding[0], options.padding[1]}};
  const Tensor images = x.contiguous(MemoryFormat::channels_last);
  Tensor output = Tensor::empty(shape, x.dtype(), x.device(), MemoryFormat::channels_last);
  const DType index_type = options.kernel_size[0] * options.kernel_size[1] <= 256 ? DType::u8 : DType::i64;
  const Tensor index = Tensor::empty(shape, index_type, x.device(), MemoryFormat::channels_last);
  x.backend().launch(x.backend().kernels().max_pool2d.forward, geometry, output.view(), index.view(), images.view());
  return autograd::record("MaxPool2dBackward", output, {&x}, [&] {
    return [geometry, index, from = x.shape()](const Tensor& gradient, autograd::GradientSink& sink) {
      Tensor x_gradient = Tensor::empty(from, gradient.dtype(), gradient.device(), MemoryFormat::channels_last);
      gradient.backend().launch(gradient.backend().kernels().max_pool2d.backward, geometry, x_gradient.view(),
                                gradient.contiguous(MemoryFormat::channels_last).view(), index.view());
      sink.give(0, x_gradient);
    };
  });
}

}  // namespace lockstep::engine::ops

#include "engine/ops/reduce/reduce.h"

#include "engine/autograd/record.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/views/views.h"

namespace lockstep::engine::ops {

Tensor sum(const Tensor& x, const Dims& axes, bool keepdim) {
  if (x.dtype() != DType::f64 && x.dtype() != DType::f32 && x.dtype() != DType::i64) {
    throw_shape("sum", "expected float64, float32 or int64, received {}", dtype_name(x.dtype()));
  }
  Shape kept = x.shape();
  for (const std::int64_t axis : axes) {
    if (axis < 0 || axis >= static_cast<std::int64_t>(x.dim())) throw_shape("sum", "expected axes below {}, received {}", x.dim(), axis);
    kept[static_cast<std::size_t>(axis)] = 1;
  }
  Tensor output = Tensor::empty(kept, x.dtype(), x.device());
  x.backend().launch(x.backend().kernels().reduce.sum, output.view(), x.view());
  if (!keepdim) {
    Shape squeezed;
    for (std::size_t i = 0; i < x.dim(); ++i) {
      bool reduced = false;
      for (const std::int64_t axis : axes) reduced = reduced || static_cast<std::size_t>(axis) == i;
      if (!reduced) squeezed.push_back(x.size(i));
    }
    output = output.alias(squeezed, contiguous_strides(squeezed));
  }
  return autograd::record("SumBackward", output, {&x}, [&] {
    return [kept, shape = x.shape()](const Tensor& gradient, autograd::GradientSink& sink) {
      sink.give(0, expand(reshape(gradient, kept), shape));
    };
  });
}

Tensor sum(const Tensor& x) {
  Dims axes;
  for (std::size_t i = 0; i < x.dim(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  return sum(x, axes);
}

Tensor mean(const Tensor& x) { return affine(sum(x), 1.0 / static_cast<double>(x.numel())); }

}  // namespace lockstep::engine::ops

#include "engine/ops/softmax/softmax.h"

#include "engine/autograd/record.h"
#include "engine/ops/axis.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::ops {

namespace {

Tensor apply(const char* name, const char* node, const Tensor& x, std::int64_t axis, bool logarithm) {
  check_real(name, x);
  const std::size_t along = resolve_axis(name, x, axis);
  const Tensor rows = swap_with_last(x, along).contiguous();
  const Tensor result = Tensor::empty(rows.shape(), x.dtype(), x.device());
  x.backend().launch(x.backend().kernels().softmax.forward, as_dense_rows(result), as_dense_rows(rows), logarithm);
  const Tensor output = swap_with_last(result, along);
  return autograd::record(node, output, {&x}, [&] {
    return [along, logarithm, saved = autograd::Saved::output(result)](const Tensor& gradient, autograd::GradientSink& sink) {
      const Tensor& y = saved.get();
      const Tensor g = swap_with_last(gradient, along).contiguous();
      const Tensor to_x = Tensor::empty(y.shape(), y.dtype(), y.device());
      y.backend().launch(y.backend().kernels().softmax.backward, as_dense_rows(to_x), as_dense_rows(g), as_dense_rows(y), logarithm);
      sink.give(0, swap_with_last(to_x, along));
    };
  });
}

}  // namespace

Tensor softmax(const Tensor& x, std::int64_t axis) { return apply("softmax", "SoftmaxBackward", x, axis, false); }
Tensor log_softmax(const Tensor& x, std::int64_t axis) { return apply("log_softmax", "LogSoftmaxBackward", x, axis, true); }

}  // namespace lockstep::engine::ops

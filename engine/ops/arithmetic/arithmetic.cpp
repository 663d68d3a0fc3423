#include "engine/ops/arithmetic/arithmetic.h"

#include "engine/autograd/record.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/reduce/reduce.h"
#include "engine/ops/views/views.h"

namespace lockstep::engine::ops {

namespace {

using autograd::GradientSink;
using autograd::Saved;
using kernels::arithmetic::Operation;

Tensor broadcast_to(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  const autograd::NoGrad no_grad;
  return expand(x, shape);
}

Tensor binary(std::string_view name, Operation operation, const Tensor& a, const Tensor& b) {
  check_same_kind(name, a, b);
  if (a.dtype() == DType::boolean) throw_shape(name, "expected numbers, received bool");
  const Shape shape = broadcast_shapes(a.shape(), b.shape(), name);
  const Tensor& like = a.shape() == shape ? a : b;
  const MemoryFormat format = like.shape() == shape ? like.suggested_format() : MemoryFormat::contiguous;
  Tensor output = Tensor::empty(shape, a.dtype(), a.device(), format);
  a.backend().launch(a.backend().kernels().arithmetic.binary, operation, output.view(), broadcast_to(a, shape).view(), broadcast_to(b, shape).view());
  return output;
}

}  // namespace

Tensor sum_to(const Tensor& gradient, const Shape& shape) {
  if (gradient.shape() == shape) return gradient;
  Dims axes;
  const std::size_t extra = gradient.dim() - shape.size();
  for (std::size_t i = 0; i < gradient.dim(); ++i) {
    if (i < extra || (shape[i - extra] == 1 && gradient.size(i) != 1)) axes.push_back(static_cast<std::int64_t>(i));
  }
  return reshape(sum(gradient, axes, true), shape);
}

Tensor add(const Tensor& a, const Tensor& b) {
  return autograd::record("AddBackward", binary("add", Operation::add, a, b), {&a, &b}, [&] {
    return [as = a.shape(), bs = b.shape()](const Tensor& gradient, GradientSink& sink) {
      if (sink.needs(0)) sink.give(0, sum_to(gradient, as));
      if (sink.needs(1)) sink.give(1, sum_to(gradient, bs));
    };
  });
}

Tensor subtract(const Tensor& a, const Tensor& b) {
  return autograd::record("SubtractBackward", binary("subtract", Operation::subtract, a, b), {&a, &b}, [&] {
    return [as = a.shape(), bs = b.shape()](const Tensor& gradient, GradientSink& sink) {
      if (sink.needs(0)) sink.give(0, sum_to(gradient, as));
      if (sink.needs(1)) sink.give(1, sum_to(affine(gradient, -1.0), bs));
    };
  });
}

Tensor multiply(const Tensor& a, const Tensor& b) {
  return autograd::record("MultiplyBackward", binary("multiply", Operation::multiply, a, b), {&a, &b}, [&] {
    return [x = Saved::input(a), y = Saved::input(b)](const Tensor& gradient, GradientSink& sink) {
      if (sink.needs(0)) sink.give(0, sum_to(multiply(gradient, y.get()), x.get().shape()));
      if (sink.needs(1)) sink.give(1, sum_to(multiply(gradient, x.get()), y.get().shape()));
    };
  });
}

Tensor divide(const Tensor& a, const Tensor& b) {
  return autograd::record("DivideBackward", binary("divide", Operation::divide, a, b), {&a, &b}, [&] {
    return [x = Saved::input(a), y = Saved::input(b)](const Tensor& gradient, GradientSink& sink) {
      const Tensor by_x = divide(gradient, y.get());
      if (sink.needs(0)) sink.give(0, sum_to(by_x, x.get().shape()));
      if (sink.needs(1)) sink.give(1, sum_to(affine(multiply(by_x, divide(x.get(), y.get())), -1.0), y.get().shape()));
    };
  });
}

Tensor affine(const Tensor& a, double scale, double shift) {
  Tensor output = empty_like(a);
  a.backend().launch(a.backend().kernels().arithmetic.affine, output.view(), a.view(), scale, shift);
  return autograd::record("AffineBackward", output, {&a}, [&] {
    return [scale](const Tensor& gradient, GradientSink& sink) { sink.give(0, affine(gradient, scale)); };
  });
}

void add_in_place(Tensor& target, const Tensor& source) {
  check_same_kind("add_in_place", target, source);
  if (autograd::grad_enabled() && target.requires_grad()) {
    throw AutogradError(plain_message("autograd.in_place", "a tensor that requires a gradient can't be changed in place while operations are recorded"));
  }
  target.backend().launch(target.backend().kernels().arithmetic.binary, Operation::add, target.view(), target.view(),
                          broadcast_to(source, target.shape()).view());
  target.bump_version();
}

}  // namespace lockstep::engine::ops

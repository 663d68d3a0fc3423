#include "engine/ops/matmul/matmul.h"

#include "engine/autograd/record.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::ops {

namespace {

Tensor transposed(const Tensor& x) { return x.alias({x.size(1), x.size(0)}, {x.strides()[1], x.strides()[0]}); }

}  // namespace

Tensor matmul(const Tensor& a, const Tensor& b) {
  check_same_kind("matmul", a, b);
  check_real("matmul", a);
  if (a.dim() != 2 || b.dim() != 2 || a.size(1) != b.size(0)) {
    throw_shape("matmul", "expected [M, K] and [K, N], received {} and {}", a.shape().to_string(), b.shape().to_string());
  }
  Tensor output = Tensor::empty({a.size(0), b.size(1)}, a.dtype(), a.device());
  a.backend().launch(a.backend().kernels().matmul.product, output.view(), a.view(), b.view());
  return autograd::record("MatmulBackward", output, {&a, &b}, [&] {
    return [x = autograd::Saved::input(a), y = autograd::Saved::input(b)](const Tensor& gradient, autograd::GradientSink& sink) {
      if (sink.needs(0)) sink.give(0, matmul(gradient, transposed(y.get())));
      if (sink.needs(1)) sink.give(1, matmul(transposed(x.get()), gradient));
    };
  });
}

}  // namespace lockstep::engine::ops

#include "engine/ops/linear/linear.h"

#include "engine/autograd/record.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"
#include "engine/ops/views/views.h"

namespace lockstep::engine::ops {

namespace {

using autograd::GradientSink;
using autograd::Saved;

void check(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  check_same_kind("linear", x, weight);
  check_real("linear", x);
  if (weight.dim() != 2) throw_shape("linear", "expected a weight [out, in], received {}", weight.shape().to_string());
  if (x.dim() == 0 || x.shape().back() != weight.size(1)) {
    throw_shape("linear", "expected an input [..., {}] for a weight of {}, received {}", weight.size(1), weight.shape().to_string(), x.shape().to_string());
  }
  if (!bias.defined()) return;
  check_same_kind("linear", x, bias);
  if (bias.dim() != 1 || bias.size(0) != weight.size(0)) {
    throw_shape("linear", "expected a bias [{}], received {}", weight.size(0), bias.shape().to_string());
  }
}

/// [rows, columns] over all axes but the last.
Tensor as_rows(const Tensor& x, std::int64_t columns) {
  if (x.dim() == 2) return x;
  const autograd::NoGrad no_grad;
  return reshape(x, {columns == 0 ? 0 : x.numel() / columns, columns});
}

View view_of(const Tensor& x) { return x.defined() ? x.view() : View{}; }

}  // namespace

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, bool relu) {
  check(x, weight, bias);
  const Tensor rows = as_rows(x, weight.size(1));
  const Tensor dense_bias = bias.defined() ? bias.contiguous() : bias;
  Shape shape = x.shape();
  shape[shape.size() - 1] = weight.size(0);
  Tensor output = Tensor::empty(shape, x.dtype(), x.device());
  View y = output.view();
  y.rank = 2;
  y.sizes[0] = rows.size(0);
  y.sizes[1] = weight.size(0);
  y.strides[0] = weight.size(0);
  y.strides[1] = 1;
  x.backend().launch(x.backend().kernels().linear.forward, y, rows.view(), weight.view(), view_of(dense_bias), relu);

  return autograd::record(relu ? "LinearReluBackward" : "LinearBackward", output, {&x, &weight, &bias}, [&] {
    return [input = Saved::input(rows), w = Saved::input(weight), result = relu ? Saved::output(output) : Saved(),
            input_shape = x.shape()](const Tensor& gradient, GradientSink& sink) {
      const Tensor& in = input.get();
      const Tensor& matrix = w.get();
      const Tensor g = as_rows(gradient.contiguous(), matrix.size(0));
      Tensor to_input;
      Tensor to_weight;
      Tensor to_bias;
      if (sink.needs(0)) to_input = Tensor::empty(input_shape, in.dtype(), in.device());
      if (sink.needs(1)) to_weight = Tensor::empty(matrix.shape(), in.dtype(), in.device());
      if (sink.needs(2)) to_bias = Tensor::empty({matrix.size(0)}, in.dtype(), in.device());
      in.backend().launch(in.backend().kernels().linear.backward, kernels::linear::Gradients{view_of(to_input), view_of(to_weight), view_of(to_bias)}, g.view(),
                          in.view(), matrix.view(), view_of(result.get()));
      if (sink.needs(0)) sink.give(0, std::move(to_input));
      if (sink.needs(1)) sink.give(1, std::move(to_weight));
      if (sink.needs(2)) sink.give(2, std::move(to_bias));
    };
  });
}

}  // namespace lockstep::engine::ops

#include "engine/ops/batch_norm/batch_norm.h"

#include "engine/autograd/record.h"
#include "engine/ops/check.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::ops {

namespace {

using autograd::GradientSink;
using autograd::Saved;
using kernels::batch_norm::Options;

void check_channels(const Tensor& x, const Tensor& parameter, std::string_view name) {
  if (!parameter.defined()) return;
  check_same_kind("batch_norm", x, parameter);
  if (parameter.shape() != Shape{x.size(1)} || !parameter.is_contiguous()) {
    throw_shape("batch_norm", "expected a dense {} of [{}] for an input of {}, received {}", name, x.size(1), x.shape().to_string(), parameter.shape().to_string());
  }
}

void check(const Tensor& x, const Tensor& weight, const Tensor& bias, const BatchNormState& state, const Tensor& residual, bool batch_statistics) {
  if (x.dim() < 2 || x.dim() > 4 || x.size(1) < 1) throw_shape("batch_norm", "expected an input of [N, C], [N, C, L] or [N, C, H, W], received {}", x.shape().to_string());
  if (x.dtype() != DType::f32 && x.dtype() != DType::f64) throw_shape("batch_norm", "expected float32 or float64, received {}", dtype_name(x.dtype()));
  check_channels(x, weight, "weight");
  check_channels(x, bias, "bias");
  check_channels(x, state.running_mean, "running_mean");
  check_channels(x, state.running_var, "running_var");
  if (state.running_mean.defined() != state.running_var.defined()) throw_shape("batch_norm", "expected both running_mean and running_var, or neither");
  if (residual.defined()) {
    check_same_kind("batch_norm", x, residual);
    if (residual.shape() != x.shape()) throw_shape("batch_norm", "expected a residual of {}, received {}", x.shape().to_string(), residual.shape().to_string());
  }
  if (batch_statistics && x.numel() / x.size(1) == 1) {
    throw_shape("batch_norm", "expected more than one value a channel in training, received {}: one value has no variance. Use drop_last, or another batch_size, "
                "so that no batch has a single sample", x.shape().to_string());
  }
}

/// [N, C] and [N, C, L] as [N, C, L, 1], dense as [N, L, C].
Tensor as_images(const Tensor& x) {
  if (x.dim() == 4) return x.contiguous(MemoryFormat::channels_last);
  const Shape shape{x.size(0), x.size(1), x.dim() == 3 ? x.size(2) : 1, 1};
  return x.alias(shape, {x.strides()[0], x.strides()[1], x.dim() == 3 ? x.strides()[2] : 1, 1}).contiguous(MemoryFormat::channels_last);
}

/// The reverse; row-major for fewer than four dimensions.
Tensor from_images(const Tensor& images, const Shape& shape) {
  if (shape.size() == 4) return images;
  Strides strides{images.strides()[0], images.strides()[1]};
  if (shape.size() == 3) strides.push_back(images.strides()[2]);
  return images.alias(shape, strides).contiguous();
}

View view_or_null(const Tensor& tensor) { return tensor.defined() ? tensor.view() : View{}; }

Tensor images_like(const Tensor& x) { return Tensor::empty(x.shape(), x.dtype(), x.device(), MemoryFormat::channels_last); }

struct BatchNormBackward {
  Options options;
  Shape shape;
  bool residual;
  Tensor statistics;
  Saved x;
  Saved output;  ///< only with a residual behind a ReLU
  Saved weight;
  Saved bias;

  void operator()(const Tensor& gradient, GradientSink& sink) const {
    const Tensor images = as_images(gradient);
    const Tensor& input = x.get();
    const Shape channels{input.size(1)};
    Tensor gx;
    Tensor gw;
    Tensor gb;
    Tensor gr;
    if (sink.needs(0)) gx = images_like(input);
    if (sink.needs(1)) gw = Tensor::empty(channels, input.dtype(), input.device());
    if (sink.needs(2)) gb = Tensor::empty(channels, input.dtype(), input.device());
    if (residual && options.relu && sink.needs(3)) gr = images_like(input);
    if (input.numel() > 0) {
      const kernels::batch_norm::Backward all{view_or_null(gx), view_or_null(gw), view_or_null(gb), view_or_null(gr), images.view(), input.view(),
                                              view_or_null(output.get()), statistics.view(), view_or_null(weight.get()), view_or_null(bias.get())};
      input.backend().launch(input.backend().kernels().batch_norm.backward, options, all);
    } else {
      if (gw.defined()) gw.fill(0.0);
      if (gb.defined()) gb.fill(0.0);
    }
    if (gx.defined()) sink.give(0, from_images(gx, shape));
    if (gw.defined()) sink.give(1, gw);
    if (gb.defined()) sink.give(2, gb);
    if (gr.defined()) sink.give(3, from_images(gr, shape));
    else if (residual && sink.needs(3)) sink.give(3, gradient);
  }
};

}  // namespace

Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, const BatchNormState& state, bool training, double momentum, double eps,
                  const Tensor& residual, bool relu) {
  const bool batch_statistics = training || !state.running_mean.defined();
  check(x, weight, bias, state, residual, batch_statistics);
  const Options options{momentum, eps, relu, batch_statistics};
  const Tensor input = as_images(x);
  const Tensor added = residual.defined() ? as_images(residual) : Tensor();
  Tensor output = images_like(input);
  const Tensor statistics = Tensor::empty({2, x.size(1)}, DType::f64, x.device());
  if (x.numel() > 0) {
    const bool running = state.running_mean.defined();
    const kernels::batch_norm::Forward all{output.view(), statistics.view(), input.view(), view_or_null(weight), view_or_null(bias), view_or_null(added),
                                           running ? state.running_mean.view() : View{}, running ? state.running_var.view() : View{}};
    x.backend().launch(x.backend().kernels().batch_norm.forward, options, all);
    if (running && training) {
      state.running_mean.bump_version();
      state.running_var.bump_version();
    }
  }
  return autograd::record("BatchNormBackward", from_images(output, x.shape()), {&x, &weight, &bias, &residual}, [&] {
    return BatchNormBackward{options, x.shape(), residual.defined(), statistics, Saved::input(input),
                             relu && residual.defined() ? Saved::output(output) : Saved(), Saved::input(weight), Saved::input(bias)};
  });
}

}  // namespace lockstep::engine::ops

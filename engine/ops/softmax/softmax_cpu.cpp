// Softmax on the CPU: a row is one thread's.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/softmax/softmax_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/chunks.h"
#include "engine/ops/softmax/row_softmax.h"
#include "engine/ops/softmax/softmax_kernels.h"
#include "engine/ops/softmax/softmax_reference.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::softmax::HWY_NAMESPACE {

void forward_row(float* HWY_RESTRICT output, const float* HWY_RESTRICT x, std::int64_t count, bool logarithm) {
  const float maximum = row_max(x, count);
  const float shift = row_shift(maximum);
  const float sum = row_exp<FastMath>(output, x, count, shift);
  if (logarithm) {
    const float log_sum = FastMath::log(sum);
    // All -inf: -inf - (-inf) would be NaN.
    const float less = sum == 0.0F ? 0.0F : log_sum;
    for (std::int64_t i = 0; i < count; ++i) output[i] = (x[i] - shift) - less;
  } else {
    const float scale = sum == 0.0F ? 0.0F : 1.0F / sum;
    for (std::int64_t i = 0; i < count; ++i) output[i] *= scale;
  }
}

void backward_row(float* HWY_RESTRICT x_gradient, const float* HWY_RESTRICT gradient, const float* HWY_RESTRICT output, std::int64_t count,
                  bool logarithm) {
  if (!logarithm) {
    const float sum = row_dot(gradient, output, count);
    for (std::int64_t i = 0; i < count; ++i) x_gradient[i] = output[i] * (gradient[i] - sum);
    return;
  }
  const float sum = row_sum(gradient, count);
  const bool masked = row_max(output, count) == -INFINITY;
  for (std::int64_t i = 0; i < count; ++i) {
    const float value = gradient[i] - FastMath::exp(output[i]) * sum;
    x_gradient[i] = masked ? 0.0F : value;
  }
}

}  // namespace lockstep::engine::kernels::softmax::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::softmax {

HWY_EXPORT(forward_row);
HWY_EXPORT(backward_row);

namespace {

template <class F>
void for_each_row(const KernelContext& context, const View& view, F&& f) {
  const std::int64_t count = view.sizes[1];
  cpu::parallel_slices(context, view.sizes[0], (1 << 13) / std::max<std::int64_t>(1, count) + 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) f(row * count, count);
  });
}

void forward(const KernelContext& context, const View& output, const View& x, bool logarithm) {
  for_each_row(context, output, [&](std::int64_t at, std::int64_t count) {
    if (output.dtype == DType::f64) reference_forward(output.as<double>() + at, x.as<double>() + at, count, logarithm);
    else HWY_DYNAMIC_DISPATCH(forward_row)(output.as<float>() + at, x.as<float>() + at, count, logarithm);
  });
}

void backward(const KernelContext& context, const View& x_gradient, const View& gradient, const View& output, bool logarithm) {
  for_each_row(context, x_gradient, [&](std::int64_t at, std::int64_t count) {
    if (output.dtype == DType::f64) {
      reference_backward(x_gradient.as<double>() + at, gradient.as<double>() + at, output.as<double>() + at, count, logarithm);
    } else {
      HWY_DYNAMIC_DISPATCH(backward_row)(x_gradient.as<float>() + at, gradient.as<float>() + at, output.as<float>() + at, count, logarithm);
    }
  });
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::softmax
#endif  // HWY_ONCE

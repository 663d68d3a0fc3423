// The element-wise losses on the CPU.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/pointwise_loss/pointwise_loss_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/rows.h"
#include "engine/ops/pointwise_loss/pointwise_loss_kernels.h"
#include "engine/ops/pointwise_loss/pointwise_loss_reference.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::pointwise_loss::HWY_NAMESPACE {

void forward_f32(const Call& call, float* output, const float* x, const float* target, const float* weight, const std::array<std::int64_t, 4>& strides,
                 std::int64_t count) {
  visit_loss(call.loss, [&]<Loss loss>() {
    const Definition<loss, FastMath, float> f{static_cast<float>(call.delta), static_cast<float>(call.scale)};
    if (strides[0] == 1 && strides[1] == 1 && strides[2] == 1 && strides[3] == 0) {
      const float w = *weight;
      for (std::int64_t i = 0; i < count; ++i) output[i] = f.value(x[i], target[i], w);
    } else {
      for (std::int64_t i = 0; i < count; ++i) output[i * strides[0]] = f.value(x[i * strides[1]], target[i * strides[2]], weight[i * strides[3]]);
    }
  });
}

void backward_f32(const Call& call, float* output, const float* gradient, const float* x, const float* target, const float* weight,
                  const std::array<std::int64_t, 5>& strides, std::int64_t count) {
  visit_loss(call.loss, [&]<Loss loss>() {
    const Definition<loss, FastMath, float> f{static_cast<float>(call.delta), static_cast<float>(call.scale)};
    if (strides == std::array<std::int64_t, 5>{1, 0, 1, 1, 0}) {
      const float g = *gradient;
      const float w = *weight;
      for (std::int64_t i = 0; i < count; ++i) output[i] = f.gradient(g, x[i], target[i], w);
    } else {
      for (std::int64_t i = 0; i < count; ++i) {
        output[i * strides[0]] = f.gradient(gradient[i * strides[1]], x[i * strides[2]], target[i * strides[3]], weight[i * strides[4]]);
      }
    }
  });
}

}  // namespace lockstep::engine::kernels::pointwise_loss::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::pointwise_loss {

HWY_EXPORT(forward_f32);
HWY_EXPORT(backward_f32);

namespace {

void forward(const KernelContext& context, const Call& call, const View& output, const View& x, const View& target, const View& weight) {
  cpu::for_rows<4>(context, {&output, &x, &target, &weight}, [&](const auto& at, const auto& strides, std::int64_t count) {
    if (output.dtype == DType::f64) {
      forward_loop<StandardMath>(call, output.as<double>() + at[0], x.as<double>() + at[1], target.as<double>() + at[2], weight.as<double>() + at[3],
                                 strides, count);
    } else {
      HWY_DYNAMIC_DISPATCH(forward_f32)
      (call, output.as<float>() + at[0], x.as<float>() + at[1], target.as<float>() + at[2], weight.as<float>() + at[3], strides, count);
    }
  });
}

void backward(const KernelContext& context, const Call& call, const View& output, const View& gradient, const View& x, const View& target,
              const View& weight) {
  cpu::for_rows<5>(context, {&output, &gradient, &x, &target, &weight}, [&](const auto& at, const auto& strides, std::int64_t count) {
    if (output.dtype == DType::f64) {
      backward_loop<StandardMath>(call, output.as<double>() + at[0], gradient.as<double>() + at[1], x.as<double>() + at[2], target.as<double>() + at[3],
                                  weight.as<double>() + at[4], strides, count);
    } else {
      HWY_DYNAMIC_DISPATCH(backward_f32)
      (call, output.as<float>() + at[0], gradient.as<float>() + at[1], x.as<float>() + at[2], target.as<float>() + at[3], weight.as<float>() + at[4],
       strides, count);
    }
  });
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::pointwise_loss
#endif  // HWY_ONCE

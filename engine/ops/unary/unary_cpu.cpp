// Element-wise functions on the CPU: plain loops over branch-free definitions, vectorised for each of Highway's targets.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/unary/unary_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/rows.h"
#include "engine/ops/unary/unary_functions.h"
#include "engine/ops/unary/unary_reference.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::unary::HWY_NAMESPACE {

template <Function function>
HWY_NOINLINE void forward_row(const Call& call, float* output, const float* x, const std::array<std::int64_t, 2>& strides, std::int64_t count) {
  const Definition<function, FastMath, float> f{static_cast<float>(call.a), static_cast<float>(call.b)};
  if (strides[0] == 1 && strides[1] == 1) {
    for (std::int64_t i = 0; i < count; ++i) output[i] = f.value(x[i]);
  } else {
    for (std::int64_t i = 0; i < count; ++i) output[i * strides[0]] = f.value(x[i * strides[1]]);
  }
}

template <Function function>
HWY_NOINLINE void backward_row(const Call& call, float* output, const float* gradient, const float* saved, const std::array<std::int64_t, 3>& strides,
                               std::int64_t count) {
  const Definition<function, FastMath, float> f{static_cast<float>(call.a), static_cast<float>(call.b)};
  if (strides[0] == 1 && strides[1] == 1 && strides[2] == 1) {
    for (std::int64_t i = 0; i < count; ++i) output[i] = f.gradient(gradient[i], saved[i]);
  } else {
    for (std::int64_t i = 0; i < count; ++i) output[i * strides[0]] = f.gradient(gradient[i * strides[1]], saved[i * strides[2]]);
  }
}

void forward_f32(const Call& call, float* output, const float* x, const std::array<std::int64_t, 2>& strides, std::int64_t count) {
  visit_function(call.function, [&]<Function function>() { forward_row<function>(call, output, x, strides, count); });
}

void backward_f32(const Call& call, float* output, const float* gradient, const float* saved, const std::array<std::int64_t, 3>& strides,
                  std::int64_t count) {
  visit_function(call.function, [&]<Function function>() { backward_row<function>(call, output, gradient, saved, strides, count); });
}

}  // namespace lockstep::engine::kernels::unary::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::unary {

HWY_EXPORT(forward_f32);
HWY_EXPORT(backward_f32);

namespace {

void forward(const KernelContext& context, const Call& call, const View& output, const View& x) {
  cpu::for_rows<2>(context, {&output, &x}, [&](const auto& offsets, const auto& strides, std::int64_t count) {
    if (output.dtype == DType::f64) {
      reference_forward(call, output.as<double>() + offsets[0], strides[0], x.as<double>() + offsets[1], strides[1], count);
    } else {
      HWY_DYNAMIC_DISPATCH(forward_f32)(call, output.as<float>() + offsets[0], x.as<float>() + offsets[1], strides, count);
    }
  });
}

void backward(const KernelContext& context, const Call& call, const View& output, const View& gradient, const View& saved) {
  cpu::for_rows<3>(context, {&output, &gradient, &saved}, [&](const auto& offsets, const auto& strides, std::int64_t count) {
    if (output.dtype == DType::f64) {
      reference_backward(call, output.as<double>() + offsets[0], strides[0], gradient.as<double>() + offsets[1], strides[1],
                         saved.as<double>() + offsets[2], strides[2], count);
    } else {
      HWY_DYNAMIC_DISPATCH(backward_f32)
      (call, output.as<float>() + offsets[0], gradient.as<float>() + offsets[1], saved.as<float>() + offsets[2], strides, count);
    }
  });
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::unary
#endif  // HWY_ONCE

// Stochastic gradient descent on the CPU: one pass over all tensors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/sgd_step/sgd_step_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/pieces.h"
#include "engine/ops/sgd_step/sgd_step_kernels.h"
#include "engine/ops/sgd_step/sgd_step_reference.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::sgd_step::HWY_NAMESPACE {

void step_f32(const Factors& factors, float* parameter, const float* gradient, float* buffer, std::int64_t count) {
  step_loop(factors, parameter, gradient, buffer, count);
}

}  // namespace lockstep::engine::kernels::sgd_step::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::sgd_step {

HWY_EXPORT(step_f32);

namespace {

template <class T>
T* from(const View& view, std::int64_t begin) {
  return view.as<T>() + begin;
}

void step(const KernelContext& context, const View* views, std::int64_t count, bool buffered, const View& factor_values, const View& gate) {
  if (gate.defined() && *gate.as<std::int64_t>() == 0) return;
  const Factors factors = read_factors(factor_values.as<double>());
  cpu::for_pieces(context, views, count, [&](std::int64_t i, std::int64_t begin, std::int64_t end, std::int64_t) {
    const View* const v = views + i;
    if (v->dtype == DType::f64) {
      step_loop(factors, from<double>(v[0], begin), from<double>(v[count], begin), buffered ? from<double>(v[2 * count], begin) : nullptr, end - begin);
    } else {
      HWY_DYNAMIC_DISPATCH(step_f32)
      (factors, from<float>(v[0], begin), from<float>(v[count], begin), buffered ? from<float>(v[2 * count], begin) : nullptr, end - begin);
    }
  });
}

}  // namespace

void fill_cpu(Table& table) { table.step = step; }

}  // namespace lockstep::engine::kernels::sgd_step
#endif  // HWY_ONCE

// Adam on the CPU: one pass over all tensors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/adam_step/adam_step_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

#include "engine/backend/cpu/pieces.h"
#include "engine/ops/adam_step/adam_step_kernels.h"
#include "engine/ops/adam_step/adam_step_reference.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::adam_step::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void step_f32(const Factors& factors, float* HWY_RESTRICT parameter, const float* HWY_RESTRICT gradient, float* HWY_RESTRICT exp_avg,
              float* HWY_RESTRICT exp_avg_sq, std::int64_t count) {
  const hn::CappedTag<float, 16> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto beta1 = hn::Set(d, static_cast<float>(factors.beta1));
  const auto one_less_beta1 = hn::Set(d, static_cast<float>(1.0 - factors.beta1));
  const auto beta2 = hn::Set(d, static_cast<float>(factors.beta2));
  const auto one_less_beta2 = hn::Set(d, static_cast<float>(1.0 - factors.beta2));
  const auto decay = hn::Set(d, static_cast<float>(factors.decay));
  const auto l2 = hn::Set(d, static_cast<float>(factors.l2));
  const auto step_size = hn::Set(d, static_cast<float>(factors.step_size));
  const auto inverse_root = hn::Set(d, static_cast<float>(factors.inverse_root));
  const auto eps = hn::Set(d, static_cast<float>(factors.eps));
  const bool near = factors.beta1 > 0.5;
  const auto whole = [&](float* p_at, const float* g_at, float* m_at, float* v_at) {
    const auto p = hn::Mul(hn::LoadU(d, p_at), decay);
    const auto g = hn::Add(hn::LoadU(d, g_at), hn::Mul(l2, p));
    const auto m_before = hn::LoadU(d, m_at);
    const auto change = hn::Sub(g, m_before);
    const auto m = near ? hn::Add(m_before, hn::Mul(one_less_beta1, change)) : hn::Sub(g, hn::Mul(change, beta1));
    const auto v = hn::Add(hn::Mul(hn::LoadU(d, v_at), beta2), hn::Mul(hn::Mul(one_less_beta2, g), g));
    const auto denominator = hn::Add(hn::Mul(hn::Sqrt(v), inverse_root), eps);
    hn::StoreU(m, d, m_at);
    hn::StoreU(v, d, v_at);
    hn::StoreU(hn::Sub(p, hn::Div(hn::Mul(step_size, m), denominator)), d, p_at);
  };
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) whole(parameter + i, gradient + i, exp_avg + i, exp_avg_sq + i);
  if (i < count) {
    HWY_ALIGN float rest[4][16] = {};
    const std::int64_t left = count - i;
    for (std::int64_t j = 0; j < left; ++j) {
      rest[0][j] = parameter[i + j];
      rest[1][j] = gradient[i + j];
      rest[2][j] = exp_avg[i + j];
      rest[3][j] = exp_avg_sq[i + j];
    }
    whole(rest[0], rest[1], rest[2], rest[3]);
    for (std::int64_t j = 0; j < left; ++j) {
      parameter[i + j] = rest[0][j];
      exp_avg[i + j] = rest[2][j];
      exp_avg_sq[i + j] = rest[3][j];
    }
  }
}

}  // namespace lockstep::engine::kernels::adam_step::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::adam_step {

HWY_EXPORT(step_f32);

namespace {

void step(const KernelContext& context, const View* views, std::int64_t count, const View& factor_values, const View& gate) {
  if (gate.defined() && *gate.as<std::int64_t>() == 0) return;
  const Factors factors = read_factors(factor_values.as<double>());
  cpu::for_pieces(context, views, count, [&](std::int64_t i, std::int64_t begin, std::int64_t end, std::int64_t) {
    const View* const v = views + i;
    if (v->dtype == DType::f64) {
      reference_step(factors, v[0].as<double>() + begin, v[count].as<double>() + begin, v[2 * count].as<double>() + begin,
                     v[3 * count].as<double>() + begin, end - begin);
    } else {
      HWY_DYNAMIC_DISPATCH(step_f32)
      (factors, v[0].as<float>() + begin, v[count].as<float>() + begin, v[2 * count].as<float>() + begin, v[3 * count].as<float>() + begin, end - begin);
    }
  });
}

}  // namespace

void fill_cpu(Table& table) { table.step = step; }

}  // namespace lockstep::engine::kernels::adam_step
#endif  // HWY_ONCE

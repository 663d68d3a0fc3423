// The norm of all gradients on the CPU: 32 running sums in f64 (the same on every vector width) a piece of 32 Ki elements,
// and the pieces' sums added in order.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/gradient_norm/gradient_norm_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/pieces.h"
#include "engine/backend/cpu/scratch.h"
#include "engine/ops/gradient_norm/gradient_norm_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::gradient_norm::HWY_NAMESPACE {

template <class T>
double sum_of_squares(const T* HWY_RESTRICT x, std::int64_t count) {
  constexpr std::int64_t width = 32;
  double sums[width] = {};
  std::int64_t i = 0;
  for (; i + width <= count; i += width) {
    for (std::int64_t lane = 0; lane < width; ++lane) {
      const auto value = static_cast<double>(x[i + lane]);
      sums[lane] += value * value;
    }
  }
  for (std::int64_t lane = 0; i < count; ++i, ++lane) sums[lane] += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  for (std::int64_t half = width / 2; half > 0; half /= 2) {
    for (std::int64_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

double squares_f32(const float* x, std::int64_t count) { return sum_of_squares(x, count); }
double squares_f64(const double* x, std::int64_t count) { return sum_of_squares(x, count); }

}  // namespace lockstep::engine::kernels::gradient_norm::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::gradient_norm {

HWY_EXPORT(squares_f32);
HWY_EXPORT(squares_f64);

namespace {

void sum_of_squares(const KernelContext& context, const View& sum, const View* views, std::int64_t count) {
  const std::int64_t pieces = cpu::pieces_of(views, count);
  double* const partial = cpu::scratch<double, cpu::ScratchSlot::kernel>(pieces);
  cpu::for_pieces(context, views, count, [&](std::int64_t i, std::int64_t begin, std::int64_t end, std::int64_t piece) {
    partial[piece] = views[i].dtype == DType::f64 ? HWY_DYNAMIC_DISPATCH(squares_f64)(views[i].as<double>() + begin, end - begin)
                                                  : HWY_DYNAMIC_DISPATCH(squares_f32)(views[i].as<float>() + begin, end - begin);
  });
  double total = 0.0;
  for (std::int64_t i = 0; i < pieces; ++i) total += partial[i];
  *sum.as<double>() = total;
}

/// x = f(x) for each element, in its dtype.
template <class F>
void for_elements(const KernelContext& context, const View* views, std::int64_t count, F&& f) {
  cpu::for_pieces(context, views, count, [&](std::int64_t i, std::int64_t begin, std::int64_t end, std::int64_t) {
    if (views[i].dtype == DType::f64) {
      double* const x = views[i].as<double>();
      for (std::int64_t j = begin; j < end; ++j) x[j] = f(x[j]);
    } else {
      float* const x = views[i].as<float>();
      for (std::int64_t j = begin; j < end; ++j) x[j] = f(x[j]);
    }
  });
}

void scale(const KernelContext& context, const View* views, std::int64_t count, double factor) {
  for_elements(context, views, count, [factor]<class T>(T x) { return x * static_cast<T>(factor); });
}

void clip_by_norm(const KernelContext& context, const View* views, std::int64_t count, const View& sum, double max_norm) {
  const double factor = clip_factor(*sum.as<double>(), max_norm);
  if (!(factor >= 1.0)) scale(context, views, count, factor);
}

void close_gate(const KernelContext& /*context*/, const View& gate, const View* values, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const bool finite = values[i].dtype == DType::f64 ? std::isfinite(*values[i].as<double>()) : std::isfinite(*values[i].as<float>());
    if (!finite) *gate.as<std::int64_t>() = 0;
  }
}

void clamp(const KernelContext& context, const View* views, std::int64_t count, double limit) {
  for_elements(context, views, count, [limit]<class T>(T x) {
    const auto most = static_cast<T>(limit);
    return x > most ? most : (x < -most ? -most : x);
  });
}

}  // namespace

void fill_cpu(Table& table) {
  table.sum_of_squares = sum_of_squares;
  table.scale = scale;
  table.clip_by_norm = clip_by_norm;
  table.close_gate = close_gate;
  table.clamp = clamp;
}

}  // namespace lockstep::engine::kernels::gradient_norm
#endif  // HWY_ONCE

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/batch_norm/batch_norm_rows_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/ops/batch_norm/batch_norm_rows.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::batch_norm::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// f(tag, first channel) over all channels: as many vectors as fit, then one channel at a time.
template <class T, class F>
HWY_INLINE void for_channels(std::int64_t channels, F&& f) {
  const hn::CappedTag<T, 16> d;
  const hn::CappedTag<T, 1> one;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t c = 0;
  for (; c + lanes <= channels; c += lanes) f(d, c);
  for (; c < channels; ++c) f(one, c);
}

/// Rows are taken in blocks that stay in the first-level cache while the channels are gone through.
template <class F>
HWY_INLINE void for_row_blocks(std::int64_t rows, std::int64_t channels, F&& f) {
  const std::int64_t block = channels >= 2048 ? 1 : 2048 / channels;
  for (std::int64_t row = 0; row < rows; row += block) f(row, row + block < rows ? row + block : rows);
}

/// Two vectors of sums, for each of two quantities: four chains hide most of an addition's latency.
template <class D, class Values>
HWY_INLINE void accumulate(D d, std::int64_t begin, std::int64_t end, double* first, double* second, Values&& values) {
  auto a = hn::LoadU(d, first);
  auto b = hn::LoadU(d, second);
  for (std::int64_t row = begin; row < end; ++row) values(row, a, b);
  hn::StoreU(a, d, first);
  hn::StoreU(b, d, second);
}

void sums(const float* x, const double* pivot, std::int64_t rows, std::int64_t channels, double* sum, double* square) {
  for_row_blocks(rows, channels, [&](std::int64_t begin, std::int64_t end) {
    for_channels<double>(channels, [&](auto d, std::int64_t c) {
      const hn::Rebind<float, decltype(d)> df;
      const auto p = hn::LoadU(d, pivot + c);
      accumulate(d, begin, end, sum + c, square + c, [&](std::int64_t row, auto& a, auto& b) {
        const auto value = hn::Sub(hn::PromoteTo(d, hn::LoadU(df, x + row * channels + c)), p);
        a = hn::Add(a, value);
        b = hn::Add(b, hn::Mul(value, value));
      });
    });
  });
}

void normalise(const Normalise<float>& n, const float* x, std::int64_t rows, std::int64_t channels, float* y) {
  for_row_blocks(rows, channels, [&](std::int64_t begin, std::int64_t end) {
    for_channels<float>(channels, [&](auto d, std::int64_t c) {
      const auto scale = hn::LoadU(d, n.scale + c);
      const auto shift = hn::LoadU(d, n.shift + c);
      for (std::int64_t i = begin * channels + c; i < end * channels; i += channels) {
        auto value = hn::Add(hn::Mul(hn::LoadU(d, x + i), scale), shift);
        if (n.residual != nullptr) value = hn::Add(value, hn::LoadU(d, n.residual + i));
        if (n.relu) value = hn::IfThenZeroElse(hn::Le(value, hn::Zero(d)), value);
        hn::StoreU(value, d, y + i);
      }
    });
  });
}

/// gradient' of the lanes at i, channels from c.
template <Mask mask, class D>
HWY_INLINE hn::Vec<D> behind_relu(D d, const Flow<float>& f, const float* gradient, const float* x, std::int64_t i, std::int64_t c) {
  const auto g = hn::LoadU(d, gradient + i);
  if constexpr (mask == Mask::output) {
    return hn::IfThenZeroElse(hn::Le(hn::LoadU(d, f.output + i), hn::Zero(d)), g);
  } else if constexpr (mask == Mask::input) {
    const auto y = hn::Add(hn::Mul(hn::LoadU(d, x + i), hn::LoadU(d, f.scale + c)), hn::LoadU(d, f.shift + c));
    return hn::IfThenZeroElse(hn::Le(y, hn::Zero(d)), g);
  } else {
    return g;
  }
}

template <Mask mask>
void gradient_sums_of(const Flow<float>& f, const double* mean, const float* gradient, const float* x, std::int64_t rows, std::int64_t channels, double* sum,
                      double* dot) {
  for_row_blocks(rows, channels, [&](std::int64_t begin, std::int64_t end) {
    for_channels<double>(channels, [&](auto d, std::int64_t c) {
      const hn::Rebind<float, decltype(d)> df;
      const auto m = hn::LoadU(d, mean + c);
      accumulate(d, begin, end, sum + c, dot + c, [&](std::int64_t row, auto& a, auto& b) {
        const std::int64_t i = row * channels + c;
        const auto narrow = behind_relu<mask>(df, f, gradient, x, i, c);
        if (f.masked != nullptr) hn::StoreU(narrow, df, f.masked + i);
        const auto g = hn::PromoteTo(d, narrow);
        a = hn::Add(a, g);
        b = hn::Add(b, hn::Mul(g, hn::Sub(hn::PromoteTo(d, hn::LoadU(df, x + i)), m)));
      });
    });
  });
}

template <Mask mask>
void gradient_of(const Flow<float>& f, const float* gradient, const float* x, std::int64_t rows, std::int64_t channels, float* x_gradient) {
  for_row_blocks(rows, channels, [&](std::int64_t begin, std::int64_t end) {
    for_channels<float>(channels, [&](auto d, std::int64_t c) {
      const auto of_gradient = hn::LoadU(d, f.of_gradient + c);
      const auto of_x = hn::LoadU(d, f.of_x + c);
      const auto mean = hn::LoadU(d, f.mean + c);
      const auto constant = hn::LoadU(d, f.constant + c);
      for (std::int64_t i = begin * channels + c; i < end * channels; i += channels) {
        const auto g = behind_relu<mask>(d, f, gradient, x, i, c);
        const auto centred = hn::Sub(hn::LoadU(d, x + i), mean);
        hn::StoreU(hn::Add(hn::Mul(g, of_gradient), hn::Add(hn::Mul(centred, of_x), constant)), d, x_gradient + i);
      }
    });
  });
}

void gradient_sums(const Flow<float>& f, const double* mean, const float* gradient, const float* x, std::int64_t rows, std::int64_t channels, double* sum,
                   double* dot) {
  if (f.mask == Mask::output) gradient_sums_of<Mask::output>(f, mean, gradient, x, rows, channels, sum, dot);
  else if (f.mask == Mask::input) gradient_sums_of<Mask::input>(f, mean, gradient, x, rows, channels, sum, dot);
  else gradient_sums_of<Mask::none>(f, mean, gradient, x, rows, channels, sum, dot);
}

void gradient(const Flow<float>& f, const float* gradient, const float* x, std::int64_t rows, std::int64_t channels, float* x_gradient) {
  if (f.masked != nullptr) gradient_of<Mask::none>(f, f.masked, x, rows, channels, x_gradient);
  else if (f.mask == Mask::output) gradient_of<Mask::output>(f, gradient, x, rows, channels, x_gradient);
  else if (f.mask == Mask::input) gradient_of<Mask::input>(f, gradient, x, rows, channels, x_gradient);
  else gradient_of<Mask::none>(f, gradient, x, rows, channels, x_gradient);
}

}  // namespace lockstep::engine::kernels::batch_norm::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::batch_norm {

HWY_EXPORT(sums);
HWY_EXPORT(normalise);
HWY_EXPORT(gradient_sums);
HWY_EXPORT(gradient);

void sums_f32(const float* x, const double* pivot, std::int64_t rows, std::int64_t channels, double* sum, double* square) {
  HWY_DYNAMIC_DISPATCH(sums)(x, pivot, rows, channels, sum, square);
}
void normalise_f32(const Normalise<float>& n, const float* x, std::int64_t rows, std::int64_t channels, float* y) {
  HWY_DYNAMIC_DISPATCH(normalise)(n, x, rows, channels, y);
}
void gradient_sums_f32(const Flow<float>& f, const double* mean, const float* gradient, const float* x, std::int64_t rows, std::int64_t channels, double* sum,
                       double* dot) {
  HWY_DYNAMIC_DISPATCH(gradient_sums)(f, mean, gradient, x, rows, channels, sum, dot);
}
void gradient_f32(const Flow<float>& f, const float* gradient_in, const float* x, std::int64_t rows, std::int64_t channels, float* x_gradient) {
  HWY_DYNAMIC_DISPATCH(gradient)(f, gradient_in, x, rows, channels, x_gradient);
}

}  // namespace lockstep::engine::kernels::batch_norm
#endif  // HWY_ONCE

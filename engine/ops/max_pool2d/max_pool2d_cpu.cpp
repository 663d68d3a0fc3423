// Maximum pooling on the CPU, over NHWC memory: channels are the SIMD lanes, so that every target gives the same bits.
#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/max_pool2d/max_pool2d_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/chunks.h"
#include "engine/ops/max_pool2d/max_pool2d_images.h"
#include "engine/ops/max_pool2d/max_pool2d_kernels.h"
#include "engine/ops/max_pool2d/max_pool2d_reference.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::max_pool2d::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// One output pixel: vectors of channels, then what is left of them one at a time (a scalar tag does the same).
template <class D>
HWY_INLINE void pool_lanes(D d, const ImageWindow& w, std::int64_t row, std::int64_t column, std::int64_t c, const float* x, float* y,
                           std::uint8_t* index, bool relu) {
  const hn::RebindToSigned<D> di;
  const hn::Rebind<std::uint8_t, D> d8;
  auto best = hn::Zero(d);
  auto place = hn::Zero(di);
  bool first = true;
  for (std::int64_t r = 0; r < w.kernel[0]; ++r) {
    const std::int64_t i = row * w.stride[0] - w.padding[0] + r;
    if (i < 0 || i >= w.height) continue;
    for (std::int64_t s = 0; s < w.kernel[1]; ++s) {
      const std::int64_t j = column * w.stride[1] - w.padding[1] + s;
      if (j < 0 || j >= w.width) continue;
      const auto value = hn::LoadU(d, x + (i * w.width + j) * w.pixel + c);
      const auto here = hn::Set(di, static_cast<std::int32_t>(r * w.kernel[1] + s));
      if (first) {
        best = value;
        place = here;
        first = false;
      } else {
        const auto wins = hn::Or(hn::Gt(value, best), hn::IsNaN(value));
        best = hn::IfThenElse(wins, value, best);
        place = hn::IfThenElse(hn::RebindMask(di, wins), here, place);
      }
    }
  }
  // NaN stays; -0 becomes +0, as in ops::relu.
  if (relu) best = hn::IfThenZeroElse(hn::Le(best, hn::Zero(d)), best);
  const std::int64_t at = (row * w.output_width + column) * w.output_pixel + c;
  hn::StoreU(best, d, y + at);
  hn::StoreU(hn::DemoteTo(d8, place), d8, index + at);
}

void pool_f32(const ImageWindow& w, const float* x, float* y, std::uint8_t* index, bool relu) {
  const hn::CappedTag<float, 16> d;
  const hn::CappedTag<float, 1> one;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  for (std::int64_t row = 0; row < w.output_height; ++row) {
    for (std::int64_t column = 0; column < w.output_width; ++column) {
      std::int64_t c = 0;
      for (; c + lanes <= w.channels; c += lanes) pool_lanes(d, w, row, column, c, x, y, index, relu);
      for (; c < w.channels; ++c) pool_lanes(one, w, row, column, c, x, y, index, relu);
    }
  }
}

template <class D>
HWY_INLINE void unpool_lanes(D d, const ImageWindow& w, std::int64_t row, std::int64_t column, std::int64_t c, float* x_gradient,
                             const float* gradient, const float* y, const std::uint8_t* index, bool adds) {
  const hn::RebindToSigned<D> di;
  const hn::Rebind<std::uint8_t, D> d8;
  const std::int64_t at = (row * w.output_width + column) * w.output_pixel + c;
  auto g = hn::LoadU(d, gradient + at);
  if (y != nullptr) g = hn::IfThenZeroElse(hn::Le(hn::LoadU(d, y + at), hn::Zero(d)), g);
  const auto place = hn::PromoteTo(di, hn::LoadU(d8, index + at));
  for (std::int64_t r = 0; r < w.kernel[0]; ++r) {
    const std::int64_t i = row * w.stride[0] - w.padding[0] + r;
    if (i < 0 || i >= w.height) continue;
    for (std::int64_t s = 0; s < w.kernel[1]; ++s) {
      const std::int64_t j = column * w.stride[1] - w.padding[1] + s;
      if (j < 0 || j >= w.width) continue;
      float* const to = x_gradient + (i * w.width + j) * w.pixel + c;
      const auto here = hn::RebindMask(d, hn::Eq(place, hn::Set(di, static_cast<std::int32_t>(r * w.kernel[1] + s))));
      const auto mine = hn::IfThenElseZero(here, g);
      hn::StoreU(adds ? hn::Add(hn::LoadU(d, to), mine) : mine, d, to);
    }
  }
}

void unpool_f32(const ImageWindow& w, float* x_gradient, const float* gradient, const float* y, const std::uint8_t* index) {
  const hn::CappedTag<float, 16> d;
  const hn::CappedTag<float, 1> one;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  // Windows that tile the image write each of its elements once.
  const bool tiles = w.kernel[0] == w.stride[0] && w.kernel[1] == w.stride[1] && w.padding[0] == 0 && w.padding[1] == 0 &&
                     w.output_height * w.stride[0] >= w.height && w.output_width * w.stride[1] >= w.width;
  if (!tiles) {
    for (std::int64_t p = 0; p < w.height * w.width; ++p) {
      for (std::int64_t c = 0; c < w.channels; ++c) x_gradient[p * w.pixel + c] = 0;
    }
  }
  for (std::int64_t row = 0; row < w.output_height; ++row) {
    for (std::int64_t column = 0; column < w.output_width; ++column) {
      std::int64_t c = 0;
      for (; c + lanes <= w.channels; c += lanes) unpool_lanes(d, w, row, column, c, x_gradient, gradient, y, index, !tiles);
      for (; c < w.channels; ++c) unpool_lanes(one, w, row, column, c, x_gradient, gradient, y, index, !tiles);
    }
  }
}

}  // namespace lockstep::engine::kernels::max_pool2d::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::max_pool2d {

HWY_EXPORT(pool_f32);
HWY_EXPORT(unpool_f32);

void pool_image_f32(const ImageWindow& window, const float* x, float* y, std::uint8_t* index, bool relu) {
  HWY_DYNAMIC_DISPATCH(pool_f32)(window, x, y, index, relu);
}

void unpool_image_f32(const ImageWindow& window, float* x_gradient, const float* gradient, const float* y, const std::uint8_t* index) {
  HWY_DYNAMIC_DISPATCH(unpool_f32)(window, x_gradient, gradient, y, index);
}

namespace {

ImageWindow window_of(const Geometry& g, const View& x, const View& output) {
  return {x.sizes[1],          x.sizes[2],          x.sizes[3], x.sizes[1], output.sizes[2], output.sizes[3], x.sizes[1],
          {g.kernel[0], g.kernel[1]}, {g.stride[0], g.stride[1]}, {g.padding[0], g.padding[1]}};
}

/// body(image, offset of its x, offset of its output), in parallel.
template <class F>
void for_images(const KernelContext& context, const ImageWindow& w, std::int64_t images, F&& body) {
  const std::int64_t size = w.height * w.width * w.channels;
  const std::int64_t output_size = w.output_height * w.output_width * w.channels;
  cpu::parallel_slices(context, images, std::max<std::int64_t>(1, (1 << 14) / std::max<std::int64_t>(size, 1)), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t n = begin; n < end; ++n) body(n * size, n * output_size);
  });
}

void forward(const KernelContext& context, const Geometry& g, const View& output, const View& index, const View& x) {
  const ImageWindow w = window_of(g, x, output);
  for_images(context, w, x.sizes[0], [&](std::int64_t from, std::int64_t to) {
    if (x.dtype == DType::f64) {
      if (index.dtype == DType::u8) pool_image_reference(w, x.as<double>() + from, output.as<double>() + to, index.as<std::uint8_t>() + to);
      else pool_image_reference(w, x.as<double>() + from, output.as<double>() + to, index.as<std::int64_t>() + to);
    } else if (index.dtype == DType::u8) {
      pool_image_f32(w, x.as<float>() + from, output.as<float>() + to, index.as<std::uint8_t>() + to, false);
    } else {
      pool_image_reference(w, x.as<float>() + from, output.as<float>() + to, index.as<std::int64_t>() + to);
    }
  });
}

void backward(const KernelContext& context, const Geometry& g, const View& x_gradient, const View& gradient, const View& index) {
  const ImageWindow w = window_of(g, x_gradient, gradient);
  for_images(context, w, gradient.sizes[0], [&](std::int64_t to, std::int64_t from) {
    if (gradient.dtype == DType::f64) {
      if (index.dtype == DType::u8) unpool_image_reference(w, x_gradient.as<double>() + to, gradient.as<double>() + from, index.as<std::uint8_t>() + from);
      else unpool_image_reference(w, x_gradient.as<double>() + to, gradient.as<double>() + from, index.as<std::int64_t>() + from);
    } else if (index.dtype == DType::u8) {
      unpool_image_f32(w, x_gradient.as<float>() + to, gradient.as<float>() + from, nullptr, index.as<std::uint8_t>() + from);
    } else {
      unpool_image_reference(w, x_gradient.as<float>() + to, gradient.as<float>() + from, index.as<std::int64_t>() + from);
    }
  });
}

}  // namespace

void fill_cpu(Table& table) {
  table.forward = forward;
  table.backward = backward;
}

}  // namespace lockstep::engine::kernels::max_pool2d
#endif  // HWY_ONCE

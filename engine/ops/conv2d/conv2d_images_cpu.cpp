#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/conv2d/conv2d_images_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/ops/conv2d/conv2d_images.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::conv2d::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Written so that the compiler makes a compare and a select of it: NaN <= 0 is false.
HWY_INLINE float positive(float value) { return value <= 0.0F ? 0.0F : value; }

void relu_f32(float* data, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) data[i] = positive(data[i]);
}

void mask_f32(float* output, const float* gradient, const float* y, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) output[i] = y[i] <= 0.0F ? 0.0F : gradient[i];
}

/// f(position in nChw16c, position in NHWC) for each run of 16 channels, in the order of the blocks.
template <class F>
HWY_INLINE void for_blocks(std::int64_t count, std::int64_t pixels, std::int64_t channels, F&& f) {
  for (std::int64_t n = 0; n < count; ++n) {
    for (std::int64_t c = 0; c < channels; c += 16) {
      for (std::int64_t p = 0; p < pixels; ++p) f(((n * channels + c) * pixels) + p * 16, (n * pixels + p) * channels + c);
    }
  }
}

/// The 16 channels of a block, in as many vectors as the target needs.
template <class F>
HWY_INLINE void for_lanes(F&& f) {
  const hn::CappedTag<float, 16> d;
  for (std::size_t i = 0; i < 16; i += hn::Lanes(d)) f(d, static_cast<std::int64_t>(i));
}

void to_blocks_f32(float* blocked, const float* images, std::int64_t count, std::int64_t pixels, std::int64_t channels) {
  for_blocks(count, pixels, channels, [&](std::int64_t b, std::int64_t i) {
    for_lanes([&](auto d, std::int64_t lane) { hn::StoreU(hn::LoadU(d, images + i + lane), d, blocked + b + lane); });
  });
}

void mask_to_blocks_f32(float* blocked, const float* gradient, const float* y, std::int64_t count, std::int64_t pixels, std::int64_t channels) {
  for_blocks(count, pixels, channels, [&](std::int64_t b, std::int64_t i) {
    for_lanes([&](auto d, std::int64_t lane) {
      const auto cut = hn::Le(hn::LoadU(d, y + i + lane), hn::Zero(d));
      hn::StoreU(hn::IfThenZeroElse(cut, hn::LoadU(d, gradient + i + lane)), d, blocked + b + lane);
    });
  });
}

void from_blocks_f32(float* images, const float* blocked, std::int64_t count, std::int64_t pixels, std::int64_t channels, bool relu) {
  for_blocks(count, pixels, channels, [&](std::int64_t b, std::int64_t i) {
    for_lanes([&](auto d, std::int64_t lane) {
      auto value = hn::LoadU(d, blocked + b + lane);
      if (relu) value = hn::IfThenZeroElse(hn::Le(value, hn::Zero(d)), value);
      hn::StoreU(value, d, images + i + lane);
    });
  });
}

void sum_rows_f32(float* data, std::int64_t rows, std::int64_t stride, std::int64_t begin, std::int64_t end) {
  for (std::int64_t step = 1; step < rows; step *= 2) {
    for (std::int64_t row = 0; row + step < rows; row += 2 * step) {
      float* const to = data + row * stride;
      const float* const from = data + (row + step) * stride;
      for (std::int64_t i = begin; i < end; ++i) to[i] += from[i];
    }
  }
}

}  // namespace lockstep::engine::kernels::conv2d::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::conv2d {

HWY_EXPORT(relu_f32);
HWY_EXPORT(mask_f32);
HWY_EXPORT(to_blocks_f32);
HWY_EXPORT(mask_to_blocks_f32);
HWY_EXPORT(from_blocks_f32);
HWY_EXPORT(sum_rows_f32);

void relu_in_place(float* data, std::int64_t count) { HWY_DYNAMIC_DISPATCH(relu_f32)(data, count); }
void mask(float* output, const float* gradient, const float* y, std::int64_t count) { HWY_DYNAMIC_DISPATCH(mask_f32)(output, gradient, y, count); }
void to_blocks(float* blocked, const float* images, std::int64_t count, std::int64_t pixels, std::int64_t channels) {
  HWY_DYNAMIC_DISPATCH(to_blocks_f32)(blocked, images, count, pixels, channels);
}
void mask_to_blocks(float* blocked, const float* gradient, const float* y, std::int64_t count, std::int64_t pixels, std::int64_t channels) {
  HWY_DYNAMIC_DISPATCH(mask_to_blocks_f32)(blocked, gradient, y, count, pixels, channels);
}
void from_blocks(float* images, const float* blocked, std::int64_t count, std::int64_t pixels, std::int64_t channels, bool relu) {
  HWY_DYNAMIC_DISPATCH(from_blocks_f32)(images, blocked, count, pixels, channels, relu);
}
void sum_rows(float* data, std::int64_t rows, std::int64_t stride, std::int64_t begin, std::int64_t end) {
  HWY_DYNAMIC_DISPATCH(sum_rows_f32)(data, rows, stride, begin, end);
}

}  // namespace lockstep::engine::kernels::conv2d
#endif  // HWY_ONCE

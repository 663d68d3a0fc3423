// Subtraction and multiplication round each on its own (no contraction), so that every instruction set gives the same bits.
#include "engine/data/normalize.h"

#include <algorithm>
#include <cstring>

namespace lockstep::engine::data {

namespace {

// Written for the compiler's vectoriser; the clones are chosen at run time and differ in speed only.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LOCKSTEP_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define LOCKSTEP_VECTOR_CLONES
#endif

LOCKSTEP_VECTOR_CLONES
void scale_bytes(const std::uint8_t* __restrict in, const float* __restrict shift, const float* __restrict scale, float* __restrict out,
                 std::int64_t n) noexcept {
  for (std::int64_t i = 0; i < n; ++i) out[i] = (static_cast<float>(in[i]) - shift[i]) * scale[i];
}

LOCKSTEP_VECTOR_CLONES
void scale_bytes_uniform(const std::uint8_t* __restrict in, float shift, float scale, float* __restrict out, std::int64_t n) noexcept {
  for (std::int64_t i = 0; i < n; ++i) out[i] = (static_cast<float>(in[i]) - shift) * scale;
}

LOCKSTEP_VECTOR_CLONES
void scale_floats(const float* __restrict in, const float* __restrict shift, const float* __restrict scale, float* __restrict out,
                  std::int64_t n) noexcept {
  for (std::int64_t i = 0; i < n; ++i) out[i] = (in[i] - shift[i]) * scale[i];
}

}  // namespace

Normalizer::Normalizer(const Preprocessing& p) : dtype_(p.sample_dtype), identity_(p.normalize == Normalize::none) {
  const std::int64_t channels = p.input_shape[0];
  rows_ = p.is_image() ? p.input_shape[1] : 1;
  width_ = p.is_image() ? p.input_shape[2] * channels : channels;
  if (channels == 1) {  // one value serves the whole sample
    width_ *= rows_;
    rows_ = 1;
  }
  if (identity_ && dtype_ == DType::f32) return;
  const bool uniform = channels == 1 && dtype_ == DType::u8;
  shift_.resize(static_cast<std::size_t>(uniform ? 1 : width_));
  scale_.resize(shift_.size());
  for (std::size_t i = 0; i < shift_.size(); ++i) {
    const std::size_t c = i % static_cast<std::size_t>(channels);
    shift_[i] = identity_ ? 0.0F : p.shift[c];
    scale_[i] = identity_ ? 1.0F : p.scale[c];
  }
}

void Normalizer::apply(const std::byte* sample, float* out) const noexcept {
  if (dtype_ == DType::f32) {
    const auto* in = reinterpret_cast<const float*>(sample);
    if (identity_) {
      std::memcpy(out, in, static_cast<std::size_t>(rows_ * width_) * sizeof(float));
      return;
    }
    for (std::int64_t row = 0; row < rows_; ++row) scale_floats(in + row * width_, shift_.data(), scale_.data(), out + row * width_, width_);
    return;
  }
  const auto* in = reinterpret_cast<const std::uint8_t*>(sample);
  if (shift_.size() == 1) {
    scale_bytes_uniform(in, shift_[0], scale_[0], out, rows_ * width_);
    return;
  }
  for (std::int64_t row = 0; row < rows_; ++row) scale_bytes(in + row * width_, shift_.data(), scale_.data(), out + row * width_, width_);
}

}  // namespace lockstep::engine::data

// Dropout on the CPU: Philox for 16 counters at a time, as plain loops that the compiler vectorises.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/dropout/dropout_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "engine/backend/cpu/rows.h"
#include "engine/core/rng.h"
#include "engine/ops/dropout/dropout_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::dropout::HWY_NAMESPACE {

constexpr std::int64_t blocks = 16;

/// kept[4 b + w] for blocks [block, block + 16): philox4x32_10 of core/rng.h, one block a lane.
void kept_of_blocks(const Draws& draws, std::uint64_t forward_index, std::uint64_t block, std::uint8_t* HWY_RESTRICT kept) {
  std::uint32_t c0[blocks];
  std::uint32_t c1[blocks];
  std::uint32_t c2[blocks];
  std::uint32_t c3[blocks];
  for (std::int64_t i = 0; i < blocks; ++i) {
    const std::uint64_t counter = block + static_cast<std::uint64_t>(i);
    c0[i] = static_cast<std::uint32_t>(counter);
    c1[i] = static_cast<std::uint32_t>(counter >> 32U);
    c2[i] = static_cast<std::uint32_t>(forward_index);
    c3[i] = static_cast<std::uint32_t>(forward_index >> 32U);
  }
  std::uint32_t key0 = draws.key0;
  std::uint32_t key1 = draws.key1;
  for (int round = 0; round < 10; ++round) {
    for (std::int64_t i = 0; i < blocks; ++i) {
      const std::uint64_t p0 = std::uint64_t{0xD2511F53U} * c0[i];
      const std::uint64_t p1 = std::uint64_t{0xCD9E8D57U} * c2[i];
      c0[i] = static_cast<std::uint32_t>(p1 >> 32U) ^ c1[i] ^ key0;
      c2[i] = static_cast<std::uint32_t>(p0 >> 32U) ^ c3[i] ^ key1;
      c1[i] = static_cast<std::uint32_t>(p1);
      c3[i] = static_cast<std::uint32_t>(p0);
    }
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  for (std::int64_t i = 0; i < blocks; ++i) {
    kept[4 * i] = (c0[i] >> 8U) >= draws.threshold ? 1 : 0;
    kept[4 * i + 1] = (c1[i] >> 8U) >= draws.threshold ? 1 : 0;
    kept[4 * i + 2] = (c2[i] >> 8U) >= draws.threshold ? 1 : 0;
    kept[4 * i + 3] = (c3[i] >> 8U) >= draws.threshold ? 1 : 0;
  }
}

void mask_range(const Draws& draws, std::uint8_t* mask, std::int64_t begin, std::int64_t end) {
  constexpr std::int64_t width = 4 * blocks;
  std::uint8_t kept[width];
  for (std::int64_t i = begin; i < end;) {
    const std::uint64_t index = draws.first + static_cast<std::uint64_t>(i);
    const auto within = static_cast<std::int64_t>(index % 4);
    const std::int64_t count = std::min(end - i, width - within);
    kept_of_blocks(draws, *draws.forward_index, index / 4, kept);
    std::copy(kept + within, kept + within + count, mask + i);
    i += count;
  }
}

template <class T>
void apply_row(T* output, const T* x, const std::uint8_t* mask, const std::array<std::int64_t, 3>& strides, std::int64_t count, T scale) {
  if (strides[0] == 1 && strides[1] == 1 && strides[2] == 1) {
    for (std::int64_t i = 0; i < count; ++i) output[i] = mask[i] != 0 ? x[i] * scale : T(0);
  } else {
    for (std::int64_t i = 0; i < count; ++i) output[i * strides[0]] = mask[i * strides[2]] != 0 ? x[i * strides[1]] * scale : T(0);
  }
}

void apply_f32(float* output, const float* x, const std::uint8_t* mask, const std::array<std::int64_t, 3>& strides, std::int64_t count, float scale) {
  apply_row(output, x, mask, strides, count, scale);
}
void apply_f64(double* output, const double* x, const std::uint8_t* mask, const std::array<std::int64_t, 3>& strides, std::int64_t count, double scale) {
  apply_row(output, x, mask, strides, count, scale);
}

}  // namespace lockstep::engine::kernels::dropout::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::dropout {

HWY_EXPORT(mask_range);
HWY_EXPORT(apply_f32);
HWY_EXPORT(apply_f64);

namespace {

void mask(const KernelContext& context, const View& mask, const Draws& draws) {
  cpu::parallel_slices(context, mask.numel(), 1 << 14, [&](std::int64_t begin, std::int64_t end) {
    HWY_DYNAMIC_DISPATCH(mask_range)(draws, mask.as<std::uint8_t>(), begin, end);
  });
}

void apply(const KernelContext& context, const View& output, const View& x, const View& mask, double scale) {
  cpu::for_rows<3>(context, {&output, &x, &mask}, [&](const auto& offsets, const auto& strides, std::int64_t count) {
    const std::uint8_t* const kept = mask.as<std::uint8_t>() + offsets[2];
    if (output.dtype == DType::f64) {
      HWY_DYNAMIC_DISPATCH(apply_f64)(output.as<double>() + offsets[0], x.as<double>() + offsets[1], kept, strides, count, scale);
    } else {
      HWY_DYNAMIC_DISPATCH(apply_f32)(output.as<float>() + offsets[0], x.as<float>() + offsets[1], kept, strides, count, static_cast<float>(scale));
    }
  });
}

}  // namespace

void fill_cpu(Table& table) {
  table.mask = mask;
  table.apply = apply;
}

}  // namespace lockstep::engine::kernels::dropout
#endif  // HWY_ONCE

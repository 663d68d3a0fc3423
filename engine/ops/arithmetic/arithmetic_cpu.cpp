// Element-wise arithmetic on the CPU. The loops are plain C++ compiled once for each SIMD target by Highway; without
// contraction each lane does what the scalar loop does, so that every target gives the same bits.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/arithmetic/arithmetic_cpu.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "engine/backend/cpu/rows.h"
#include "engine/ops/arithmetic/arithmetic_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace lockstep::engine::kernels::arithmetic::HWY_NAMESPACE {

template <class T, class F>
void rows3(T* output, const T* a, const T* b, const std::array<std::int64_t, 3>& strides, std::int64_t count, F f) {
  if (strides[0] == 1 && strides[1] == 1 && strides[2] == 1) {
    for (std::int64_t i = 0; i < count; ++i) output[i] = f(a[i], b[i]);
  } else if (strides[0] == 1 && strides[1] == 1 && strides[2] == 0) {
    const T second = *b;
    for (std::int64_t i = 0; i < count; ++i) output[i] = f(a[i], second);
  } else {
    for (std::int64_t i = 0; i < count; ++i) output[i * strides[0]] = f(a[i * strides[1]], b[i * strides[2]]);
  }
}

template <class T>
void binary_row(Operation operation, T* output, const T* a, const T* b, const std::array<std::int64_t, 3>& strides, std::int64_t count) {
  switch (operation) {
    case Operation::add: return rows3(output, a, b, strides, count, [](T x, T y) { return static_cast<T>(x + y); });
    case Operation::subtract: return rows3(output, a, b, strides, count, [](T x, T y) { return static_cast<T>(x - y); });
    case Operation::multiply: return rows3(output, a, b, strides, count, [](T x, T y) { return static_cast<T>(x * y); });
    case Operation::divide: return rows3(output, a, b, strides, count, [](T x, T y) { return static_cast<T>(x / y); });
    // As PyTorch's maximum and minimum: NaN in either gives NaN.
    case Operation::maximum: return rows3(output, a, b, strides, count, [](T x, T y) { return x != x || x > y ? x : y; });
    case Operation::minimum: return rows3(output, a, b, strides, count, [](T x, T y) { return x != x || x < y ? x : y; });
  }
}

void binary_f32(Operation operation, float* output, const float* a, const float* b, const std::array<std::int64_t, 3>& strides, std::int64_t count) {
  binary_row(operation, output, a, b, strides, count);
}

void affine_f32(float* output, const float* a, const std::array<std::int64_t, 2>& strides, std::int64_t count, float scale, float shift) {
  if (strides[0] == 1 && strides[1] == 1) {
    for (std::int64_t i = 0; i < count; ++i) output[i] = a[i] * scale + shift;
  } else {
    for (std::int64_t i = 0; i < count; ++i) output[i * strides[0]] = a[i * strides[1]] * scale + shift;
  }
}

}  // namespace lockstep::engine::kernels::arithmetic::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lockstep::engine::kernels::arithmetic {

HWY_EXPORT(binary_f32);
HWY_EXPORT(affine_f32);

namespace {

/// bf16 and f16 are computed in f32, an element at a time: only gradients of short precision come here, rarely.
template <class T>
void binary_short(Operation operation, T* output, const T* a, const T* b, const std::array<std::int64_t, 3>& strides, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(a[i * strides[1]]);
    const auto y = static_cast<float>(b[i * strides[2]]);
    float z = 0;
    HWY_STATIC_DISPATCH(binary_f32)(operation, &z, &x, &y, {1, 1, 1}, 1);
    output[i * strides[0]] = T(z);
  }
}

void binary(const KernelContext& context, Operation operation, const View& output, const View& a, const View& b) {
  visit_dtype(output.dtype, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) {
      T* const to = output.as<T>();
      const T* const x = a.as<T>();
      const T* const y = b.as<T>();
      cpu::for_rows<3>(context, {&output, &a, &b}, [&](const auto& offsets, const auto& strides, std::int64_t count) {
        if constexpr (std::is_same_v<T, float>) {
          HWY_DYNAMIC_DISPATCH(binary_f32)(operation, to + offsets[0], x + offsets[1], y + offsets[2], strides, count);
        } else if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>) {
          binary_short(operation, to + offsets[0], x + offsets[1], y + offsets[2], strides, count);
        } else {
          HWY_STATIC_DISPATCH(binary_row)(operation, to + offsets[0], x + offsets[1], y + offsets[2], strides, count);
        }
      });
    }
  });
}

void affine(const KernelContext& context, const View& output, const View& a, double scale, double shift) {
  visit_dtype(output.dtype, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) {
      T* const to = output.as<T>();
      const T* const x = a.as<T>();
      cpu::for_rows<2>(context, {&output, &a}, [&](const auto& offsets, const auto& strides, std::int64_t count) {
        T* const row = to + offsets[0];
        const T* const from = x + offsets[1];
        if constexpr (std::is_same_v<T, float>) {
          HWY_DYNAMIC_DISPATCH(affine_f32)(row, from, strides, count, static_cast<float>(scale), static_cast<float>(shift));
        } else if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>) {
          for (std::int64_t i = 0; i < count; ++i)
            row[i * strides[0]] = T(static_cast<float>(from[i * strides[1]]) * static_cast<float>(scale) + static_cast<float>(shift));
        } else {
          for (std::int64_t i = 0; i < count; ++i)
            row[i * strides[0]] = static_cast<T>(static_cast<double>(from[i * strides[1]]) * scale + shift);
        }
      });
    }
  });
}

}  // namespace

void fill_cpu(Table& table) {
  table.binary = binary;
  table.affine = affine;
}

}  // namespace lockstep::engine::kernels::arithmetic
#endif  // HWY_ONCE

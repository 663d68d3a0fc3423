// Element types of tensors and their conversions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "engine/core/host_device.h"

namespace lockstep::engine {

/// The values are part of the kernel table's ABI and of checkpoints: append only.
enum class DType : std::uint8_t { f64, f32, bf16, f16, i64, u8, boolean };

/// bfloat16: the upper half of an f32. Conversion rounds to nearest, ties to even; NaN stays NaN.
struct bfloat16 {
  std::uint16_t bits = 0;
  bfloat16() = default;
  LOCKSTEP_HOST_DEVICE explicit bfloat16(float value) noexcept;
  LOCKSTEP_HOST_DEVICE explicit operator float() const noexcept { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U); }
};

/// IEEE 754 binary16. Conversion rounds to nearest, ties to even; overflow gives infinity.
struct float16 {
  std::uint16_t bits = 0;
  float16() = default;
  LOCKSTEP_HOST_DEVICE explicit float16(float value) noexcept;
  LOCKSTEP_HOST_DEVICE explicit operator float() const noexcept;
};

LOCKSTEP_HOST_DEVICE inline bfloat16::bfloat16(float value) noexcept {
  const auto word = std::bit_cast<std::uint32_t>(value);
  if ((word & 0x7FFFFFFFU) > 0x7F800000U) {
    bits = static_cast<std::uint16_t>((word >> 16U) | 0x0040U);  // quiet, so that truncation cannot make it infinite
    return;
  }
  const std::uint32_t rounding = 0x7FFFU + ((word >> 16U) & 1U);
  bits = static_cast<std::uint16_t>((word + rounding) >> 16U);
}

LOCKSTEP_HOST_DEVICE inline float16::float16(float value) noexcept {
  const auto word = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (word >> 16U) & 0x8000U;
  const std::uint32_t magnitude = word & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) {
    bits = static_cast<std::uint16_t>(sign | 0x7E00U);
  } else if (magnitude >= 0x477FF000U) {  // 65520 and above round to infinity
    bits = static_cast<std::uint16_t>(sign | 0x7C00U);
  } else if (magnitude < 0x38800000U) {  // below 2^-14: subnormal, in units of 2^-24
    // Adding 0.5 aligns the units with the last mantissa bit, so that the FPU rounds to nearest even for us.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    bits = static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
  } else {
    const std::uint32_t rounding = 0x0FFFU + ((magnitude >> 13U) & 1U);
    bits = static_cast<std::uint16_t>(sign | ((magnitude + rounding - 0x38000000U) >> 13U));
  }
}

LOCKSTEP_HOST_DEVICE inline float16::operator float() const noexcept {
  const std::uint32_t sign = (static_cast<std::uint32_t>(bits) & 0x8000U) << 16U;
  const std::uint32_t magnitude = bits & 0x7FFFU;
  if (magnitude >= 0x7C00U) return std::bit_cast<float>(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13U));
  if (magnitude >= 0x0400U) return std::bit_cast<float>(sign | ((magnitude << 13U) + 0x38000000U));
  const float value = static_cast<float>(magnitude) * 0x1p-24F;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(value));
}

[[nodiscard]] constexpr std::size_t item_size(DType dtype) noexcept {
  switch (dtype) {
    case DType::f64:
    case DType::i64: return 8;
    case DType::f32: return 4;
    case DType::bf16:
    case DType::f16: return 2;
    case DType::u8:
    case DType::boolean: return 1;
  }
  return 0;
}

[[nodiscard]] constexpr bool is_floating_point(DType dtype) noexcept {
  return dtype == DType::f64 || dtype == DType::f32 || dtype == DType::bf16 || dtype == DType::f16;
}

/// "float32", "bfloat16", … as in PyTorch.
[[nodiscard]] std::string_view dtype_name(DType dtype) noexcept;

template <class T>
inline constexpr bool always_false = false;

/// The DType of a C++ element type.
template <class T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, double>) return DType::f64;
  else if constexpr (std::is_same_v<T, float>) return DType::f32;
  else if constexpr (std::is_same_v<T, bfloat16>) return DType::bf16;
  else if constexpr (std::is_same_v<T, float16>) return DType::f16;
  else if constexpr (std::is_same_v<T, std::int64_t>) return DType::i64;
  else if constexpr (std::is_same_v<T, std::uint8_t>) return DType::u8;
  else if constexpr (std::is_same_v<T, bool>) return DType::boolean;
  else static_assert(always_false<T>, "no DType for this type");
}

/// Calls f.template operator()<T>() with the element type of `dtype`.
template <class F>
decltype(auto) visit_dtype(DType dtype, F&& f) {
  switch (dtype) {
    case DType::f64: return f.template operator()<double>();
    case DType::bf16: return f.template operator()<bfloat16>();
    case DType::f16: return f.template operator()<float16>();
    case DType::i64: return f.template operator()<std::int64_t>();
    case DType::u8: return f.template operator()<std::uint8_t>();
    case DType::boolean: return f.template operator()<bool>();
    case DType::f32: break;
  }
  return f.template operator()<float>();
}

}  // namespace lockstep::engine

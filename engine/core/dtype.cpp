#include "engine/core/dtype.h"

namespace lockstep::engine {

bfloat16::bfloat16(float value) noexcept {
  const auto word = std::bit_cast<std::uint32_t>(value);
  if ((word & 0x7FFFFFFFU) > 0x7F800000U) {
    bits = static_cast<std::uint16_t>((word >> 16U) | 0x0040U);  // quiet, so that truncation cannot make it infinite
    return;
  }
  const std::uint32_t rounding = 0x7FFFU + ((word >> 16U) & 1U);
  bits = static_cast<std::uint16_t>((word + rounding) >> 16U);
}

float16::float16(float value) noexcept {
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

float16::operator float() const noexcept {
  const std::uint32_t sign = (static_cast<std::uint32_t>(bits) & 0x8000U) << 16U;
  const std::uint32_t magnitude = bits & 0x7FFFU;
  if (magnitude >= 0x7C00U) return std::bit_cast<float>(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13U));
  if (magnitude >= 0x0400U) return std::bit_cast<float>(sign | ((magnitude << 13U) + 0x38000000U));
  const float value = static_cast<float>(magnitude) * 0x1p-24F;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(value));
}

std::string_view dtype_name(DType dtype) noexcept {
  switch (dtype) {
    case DType::f64: return "float64";
    case DType::f32: return "float32";
    case DType::bf16: return "bfloat16";
    case DType::f16: return "float16";
    case DType::i64: return "int64";
    case DType::u8: return "uint8";
    case DType::boolean: return "bool";
  }
  return "?";
}

}  // namespace lockstep::engine

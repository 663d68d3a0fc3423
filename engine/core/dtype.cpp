#include "engine/core/dtype.h"

namespace lockstep::engine {

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

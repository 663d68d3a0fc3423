// What the fake keeps inside cuBLASLt's opaque descriptors, which a caller may also have on its stack.
#pragma once

#include <cublasLt.h>

#include <cstdint>
#include <cstring>

namespace lockstep::fakes::blas {

inline constexpr std::uint32_t layout_mark = 0x4C41594F, desc_mark = 0x44455343, preference_mark = 0x50524546, algorithm_mark = 0x414C474F;

struct Layout {
  std::uint32_t mark = layout_mark;
  std::uint32_t type = CUDA_R_32F;
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
  std::int64_t ld = 0;
  std::int64_t batch_stride = 0;  ///< elements
  std::int32_t batch_count = 1;
  std::int32_t order = CUBLASLT_ORDER_COL;
};

struct Desc {
  std::uint32_t mark = desc_mark;
  std::int32_t compute = CUBLAS_COMPUTE_32F;
  std::int32_t scale = CUDA_R_32F;
  std::int32_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
  std::int32_t transa = CUBLAS_OP_N;
  std::int32_t transb = CUBLAS_OP_N;
  std::int32_t transc = CUBLAS_OP_N;
  std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void* bias = nullptr;
  std::int64_t bias_batch_stride = 0;
  const void* aux = nullptr;
  std::int64_t aux_ld = 0;
  std::int64_t aux_batch_stride = 0;
  std::int32_t bias_type = -1;
  std::int32_t sm_count = 0;
};

struct Preference {
  std::uint32_t mark = preference_mark;
  std::uint32_t search_mode = 0;
  std::uint64_t max_workspace = 0;
  std::uint32_t reduction_mask = CUBLASLT_REDUCTION_SCHEME_MASK;
  std::uint32_t alignment[4] = {256, 256, 256, 256};  ///< A, B, C, D
  float max_waves = 0;
  std::uint64_t implementation_mask = ~std::uint64_t{0};
};

struct Algorithm {
  std::uint32_t mark = algorithm_mark;
  std::int32_t id = 0;
  std::uint32_t tile = 0;
  std::int32_t split_k = 1;
  std::uint32_t reduction = CUBLASLT_REDUCTION_SCHEME_NONE;
  std::uint16_t alignment[4] = {};  ///< A, B, C, D, in bytes
  std::uint64_t workspace = 0;
  std::uint64_t problem = 0;  ///< what it was made for
  std::uint32_t bias_alignment = 0;  ///< of the bias pointer that the descriptor had then
};

static_assert(sizeof(Layout) <= sizeof(cublasLtMatrixLayoutOpaque_t));
static_assert(sizeof(Desc) <= sizeof(cublasLtMatmulDescOpaque_t));
static_assert(sizeof(Preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t));
static_assert(sizeof(Algorithm) <= sizeof(cublasLtMatmulAlgo_t));

/// The content of an opaque object; false where it was never initialised (or destroyed).
template <class T, class Opaque>
bool read(const Opaque* opaque, T& out) {
  const std::uint32_t expected = T().mark;
  if (opaque == nullptr) return false;
  std::memcpy(static_cast<void*>(&out), opaque, sizeof out);
  return out.mark == expected;
}
template <class T, class Opaque>
void write(Opaque* opaque, const T& value) {
  std::memcpy(static_cast<void*>(opaque), &value, sizeof value);
}

/// One product, checked, with everything that its computation needs.
struct Problem {
  Desc desc;
  Layout a, b, c, d;
  std::uint64_t m = 0, n = 0, k = 0;
};

[[nodiscard]] bool has_bias(std::uint32_t epilogue) noexcept;
[[nodiscard]] bool writes_bias_gradient(std::uint32_t epilogue) noexcept;
[[nodiscard]] bool has_aux(std::uint32_t epilogue) noexcept;
[[nodiscard]] bool writes_aux(std::uint32_t epilogue) noexcept;
/// Length of the bias or of its gradient.
[[nodiscard]] std::uint64_t bias_length(const Problem& problem) noexcept;

struct Operands {
  const void* a;
  const void* b;
  const void* c;
  void* d;
  double alpha;
  double beta;
};
void compute(const Problem& problem, const Operands& operands);

}  // namespace lockstep::fakes::blas

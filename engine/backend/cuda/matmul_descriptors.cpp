#include "engine/backend/cuda/matmul_descriptors.h"

#include "engine/backend/cuda/check.h"

namespace lockstep::engine::cuda {

namespace {

using Layout = MatmulDescriptors::Layout;

constexpr std::size_t most_workspace = std::size_t{32} << 20U;

template <class T>
void set(cublasLtMatmulDesc_t operation, cublasLtMatmulDescAttributes_t attribute, const T& value) {
  check("cublasLtMatmulDescSetAttribute", cublasLtMatmulDescSetAttribute(operation, attribute, &value, sizeof value));
}
template <class T>
void set(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t attribute, const T& value) {
  check("cublasLtMatmulPreferenceSetAttribute", cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof value));
}

/// A row-major [rows, columns] is a column-major [columns, rows].
Layout layout(cudaDataType_t type, std::int64_t rows, std::int64_t columns, std::int64_t leading) {
  cublasLtMatrixLayout_t made = nullptr;
  check("cublasLtMatrixLayoutCreate", cublasLtMatrixLayoutCreate(&made, type, static_cast<std::uint64_t>(columns), static_cast<std::uint64_t>(rows), leading));
  return Layout(made);
}

Layout layout(cudaDataType_t type, const Factor& factor, std::int64_t rows, std::int64_t columns) {
  return factor.transposed ? layout(type, columns, rows, factor.leading) : layout(type, rows, columns, factor.leading);
}

void set_preference(cublasLtMatmulPreference_t preference, const Product& p, bool strict) {
  set(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, most_workspace);
  set(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment_of(p.b.data));
  set(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment_of(p.a.data));
  set(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment_of(p.output));
  set(preference, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment_of(p.output));
  // Parts of a sum that meet in the output itself do so in the order in which they are done; those in the workspace do not.
  const auto fixed = static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_NONE | CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE | CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE);
  if (strict) set(preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, fixed);
}

}  // namespace

std::uint32_t alignment_of(const void* address) noexcept {
  const auto bits = reinterpret_cast<std::uintptr_t>(address) | 256U;
  return static_cast<std::uint32_t>(bits & (~bits + 1));
}

MatmulDescriptors describe_product(const Product& p, const MatmulRules& rules) {
  const bool wide = p.dtype == DType::f64;
  const cudaDataType_t type = wide ? CUDA_R_64F : CUDA_R_32F;
  const cublasComputeType_t compute = wide ? CUBLAS_COMPUTE_64F : rules.tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  MatmulDescriptors out;
  cublasLtMatmulDesc_t operation = nullptr;
  check("cublasLtMatmulDescCreate", cublasLtMatmulDescCreate(&operation, compute, type));
  out.operation.reset(operation);
  set(operation, CUBLASLT_MATMUL_DESC_TRANSA, p.b.transposed ? CUBLAS_OP_T : CUBLAS_OP_N);
  set(operation, CUBLASLT_MATMUL_DESC_TRANSB, p.a.transposed ? CUBLAS_OP_T : CUBLAS_OP_N);
  if (rules.bias) {
    set(operation, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    set_bias(out, p.bias);
  }
  out.a = layout(type, p.b, p.k, p.n);
  out.b = layout(type, p.a, p.m, p.k);
  out.output = layout(type, p.m, p.n, p.n);
  cublasLtMatmulPreference_t preference = nullptr;
  check("cublasLtMatmulPreferenceCreate", cublasLtMatmulPreferenceCreate(&preference));
  out.preference.reset(preference);
  set_preference(preference, p, rules.strict);
  return out;
}

void set_bias(const MatmulDescriptors& descriptors, const void* bias) { set(descriptors.operation.get(), CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias); }

}  // namespace lockstep::engine::cuda

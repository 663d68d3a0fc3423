// What cuBLASLt is told of a product: its operation, its matrices, and which algorithms may compute it.
#pragma once

#include <cublasLt.h>

#include <cstdint>
#include <memory>

#include "engine/backend/cuda/destroyed.h"
#include "engine/backend/cuda/matmul_plan.h"

namespace lockstep::engine::cuda {

struct MatmulDescriptors {
  std::unique_ptr<cublasLtMatmulDescOpaque_t, Destroyed<cublasLtMatmulDescDestroy>> operation;
  using Layout = std::unique_ptr<cublasLtMatrixLayoutOpaque_t, Destroyed<cublasLtMatrixLayoutDestroy>>;
  Layout a;  ///< cuBLAS's first factor: our second, since its matrices are column by column
  Layout b;
  Layout output;
  std::unique_ptr<cublasLtMatmulPreferenceOpaque_t, Destroyed<cublasLtMatmulPreferenceDestroy>> preference;
};

struct MatmulRules {
  bool bias = false;    ///< added by the product's own epilogue
  bool strict = true;   ///< no algorithm whose sums depend on what is done first
  bool tf32 = false;
};

/// The greatest power of two up to 256 that an address is a multiple of.
[[nodiscard]] std::uint32_t alignment_of(const void* address) noexcept;

/// @throws DeviceError where the library refuses it
[[nodiscard]] MatmulDescriptors describe_product(const Product& product, const MatmulRules& rules);
void set_bias(const MatmulDescriptors& descriptors, const void* bias);

}  // namespace lockstep::engine::cuda

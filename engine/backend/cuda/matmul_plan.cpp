#include "engine/backend/cuda/matmul_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "engine/backend/cuda/check.h"
#include "engine/backend/cuda/state.h"

namespace lockstep::engine::cuda {

namespace {

template <auto Destroy>
struct Destroyed {
  template <class T>
  void operator()(T* object) const noexcept {
    (void)Destroy(object);
  }
};
using Description = std::unique_ptr<cublasLtMatmulDescOpaque_t, Destroyed<cublasLtMatmulDescDestroy>>;
using Layout = std::unique_ptr<cublasLtMatrixLayoutOpaque_t, Destroyed<cublasLtMatrixLayoutDestroy>>;
using Preference = std::unique_ptr<cublasLtMatmulPreferenceOpaque_t, Destroyed<cublasLtMatmulPreferenceDestroy>>;

constexpr std::size_t most_workspace = std::size_t{32} << 20U;

struct Plan {
  Description description;
  Layout a;  ///< cuBLAS's first factor: our second, since its matrices are column by column
  Layout b;
  Layout output;
  cublasLtMatmulAlgo_t algorithm{};
  std::size_t workspace = 0;
  bool adds_bias = false;
};

/// What decides a plan: dtype, sizes, leading dimensions, transposes, bias, alignments, strictness, TF32.
using Key = std::array<std::int64_t, 15>;
using Plans = std::map<Key, Plan>;

template <class T>
void set(cublasLtMatmulDesc_t description, cublasLtMatmulDescAttributes_t attribute, const T& value) {
  check("cublasLtMatmulDescSetAttribute", cublasLtMatmulDescSetAttribute(description, attribute, &value, sizeof value));
}
template <class T>
void set(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t attribute, const T& value) {
  check("cublasLtMatmulPreferenceSetAttribute", cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof value));
}

/// The greatest power of two up to 256 that an address is a multiple of.
std::uint32_t alignment_of(const void* address) {
  const auto bits = reinterpret_cast<std::uintptr_t>(address) | 256U;
  return static_cast<std::uint32_t>(bits & (~bits + 1));
}

Key key_of(const Product& p, const State& state) {
  return {static_cast<std::int64_t>(p.dtype), p.m, p.n, p.k, p.a.leading, p.b.leading, p.a.transposed ? 1 : 0, p.b.transposed ? 1 : 0, p.bias != nullptr ? 1 : 0,
          alignment_of(p.a.data), alignment_of(p.b.data), alignment_of(p.output), p.bias == nullptr ? 0 : alignment_of(p.bias), state.strict ? 1 : 0, state.tf32 ? 1 : 0};
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

Preference preference_of(const Product& p, const State& state) {
  cublasLtMatmulPreference_t made = nullptr;
  check("cublasLtMatmulPreferenceCreate", cublasLtMatmulPreferenceCreate(&made));
  Preference out(made);
  set(made, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, most_workspace);
  set(made, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment_of(p.b.data));
  set(made, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment_of(p.a.data));
  set(made, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment_of(p.output));
  set(made, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment_of(p.output));
  // Parts of a sum that meet in the output itself do so in the order in which they are done; those in the workspace do not.
  const auto fixed = static_cast<std::uint32_t>(CUBLASLT_REDUCTION_SCHEME_NONE | CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE | CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE);
  if (state.strict) set(made, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, fixed);
  return out;
}

/// The algorithm in words, for the record.
std::string describe(const cublasLtMatmulAlgo_t& algorithm, std::size_t workspace) {
  std::int32_t id = -1;
  std::uint32_t tile = 0;
  std::int32_t split = 0;
  std::uint32_t scheme = 0;
  std::size_t written = 0;
  (void)cublasLtMatmulAlgoConfigGetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_ID, &id, sizeof id, &written);
  (void)cublasLtMatmulAlgoConfigGetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile, sizeof tile, &written);
  (void)cublasLtMatmulAlgoConfigGetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, &split, sizeof split, &written);
  (void)cublasLtMatmulAlgoConfigGetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, &scheme, sizeof scheme, &written);
  return fmt::format("cuBLASLt algorithm {}, tile {}, split {}, reduction {}, workspace {}", id, tile, split, scheme, workspace);
}

/// Empty where the library has none for it.
std::optional<Plan> try_plan(const Product& p, State& state, bool bias) {
  const bool wide = p.dtype == DType::f64;
  const cudaDataType_t type = wide ? CUDA_R_64F : CUDA_R_32F;
  const cublasComputeType_t compute = wide ? CUBLAS_COMPUTE_64F : state.tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  Plan plan;
  cublasLtMatmulDesc_t description = nullptr;
  check("cublasLtMatmulDescCreate", cublasLtMatmulDescCreate(&description, compute, type));
  plan.description.reset(description);
  set(description, CUBLASLT_MATMUL_DESC_TRANSA, p.b.transposed ? CUBLAS_OP_T : CUBLAS_OP_N);
  set(description, CUBLASLT_MATMUL_DESC_TRANSB, p.a.transposed ? CUBLAS_OP_T : CUBLAS_OP_N);
  if (bias) {
    set(description, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    set(description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, p.bias);
  }
  plan.a = layout(type, p.b, p.k, p.n);
  plan.b = layout(type, p.a, p.m, p.k);
  plan.output = layout(type, p.m, p.n, p.n);
  cublasLtMatmulHeuristicResult_t found{};
  int count = 0;
  const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(state.cublas_lt, description, plan.a.get(), plan.b.get(), plan.output.get(), plan.output.get(),
                                                               preference_of(p, state).get(), 1, &found, &count);
  if (bias && (count == 0 || status == CUBLAS_STATUS_INVALID_VALUE || status == CUBLAS_STATUS_NOT_SUPPORTED)) return std::nullopt;
  check("cublasLtMatmulAlgoGetHeuristic", status);
  if (count == 0) throw_status("cublasLtMatmulAlgoGetHeuristic", CUBLAS_STATUS_NOT_SUPPORTED);
  plan.algorithm = found.algo;
  plan.workspace = found.workspaceSize;
  plan.adds_bias = bias;
  state.choices.try_emplace(fmt::format("product [{}, {}] x [{}, {}]{}{}{}", p.m, p.k, p.k, p.n, p.a.transposed ? ", first transposed" : "", p.b.transposed ? ", second transposed" : "", bias ? ", bias" : ""),
                            describe(plan.algorithm, plan.workspace));
  return plan;
}

// Not every shape has an algorithm with the bias in its epilogue: a side of one is known to have none.
Plan make_plan(const Product& p, State& state) {
  if (p.bias != nullptr) {
    if (std::optional<Plan> plan = try_plan(p, state, true)) return std::move(*plan);
  }
  return std::move(*try_plan(p, state, false));
}

}  // namespace

bool run_product(const KernelContext& context, const Product& product) {
  State& state = state_of(context);
  auto& plans = *static_cast<Plans*>(state.matmul_plans);
  const Key key = key_of(product, state);
  auto found = plans.find(key);
  if (found == plans.end()) found = plans.emplace(key, make_plan(product, state)).first;
  const Plan& plan = found->second;
  if (plan.adds_bias) set(plan.description.get(), CUBLASLT_MATMUL_DESC_BIAS_POINTER, product.bias);
  const Scratch workspace(context, plan.workspace);
  const float one32 = 1.0F, zero32 = 0.0F;
  const double one64 = 1.0, zero64 = 0.0;
  const bool wide = product.dtype == DType::f64;
  check("cublasLtMatmul", cublasLtMatmul(state.cublas_lt, plan.description.get(), wide ? static_cast<const void*>(&one64) : &one32, product.b.data, plan.a.get(), product.a.data,
                                         plan.b.get(), wide ? static_cast<const void*>(&zero64) : &zero32, product.output, plan.output.get(), product.output, plan.output.get(),
                                         &plan.algorithm, workspace.as<void>(), plan.workspace, state.compute));
  return plan.adds_bias;
}

void* make_matmul_plans() { return new Plans; }
void destroy_matmul_plans(void* plans) noexcept { delete static_cast<Plans*>(plans); }

}  // namespace lockstep::engine::cuda

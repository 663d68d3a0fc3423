#include "engine/backend/cuda/matmul_plan.h"

#include <array>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "engine/backend/cuda/check.h"
#include "engine/backend/cuda/matmul_descriptors.h"
#include "engine/backend/cuda/state.h"

namespace lockstep::engine::cuda {

namespace {

struct Plan {
  MatmulDescriptors descriptors;
  cublasLtMatmulAlgo_t algorithm{};
  std::size_t workspace = 0;
  bool adds_bias = false;
};

/// What decides a plan: dtype, sizes, leading dimensions, transposes, bias, alignments, strictness, TF32.
using Key = std::array<std::int64_t, 15>;
using Plans = std::map<Key, Plan>;

Key key_of(const Product& p, const State& state) {
  return {static_cast<std::int64_t>(p.dtype), p.m, p.n, p.k, p.a.leading, p.b.leading, p.a.transposed ? 1 : 0, p.b.transposed ? 1 : 0, p.bias != nullptr ? 1 : 0,
          alignment_of(p.a.data), alignment_of(p.b.data), alignment_of(p.output), p.bias == nullptr ? 0 : alignment_of(p.bias), state.strict ? 1 : 0, state.tf32 ? 1 : 0};
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
  Plan plan;
  plan.descriptors = describe_product(p, {.bias = bias, .strict = state.strict, .tf32 = state.tf32});
  const MatmulDescriptors& d = plan.descriptors;
  cublasLtMatmulHeuristicResult_t found{};
  int count = 0;
  const cublasStatus_t status =
      cublasLtMatmulAlgoGetHeuristic(state.cublas_lt, d.operation.get(), d.a.get(), d.b.get(), d.output.get(), d.output.get(), d.preference.get(), 1, &found, &count);
  if (status == CUBLAS_STATUS_SUCCESS && count > 0 && found.state != CUBLAS_STATUS_SUCCESS) count = 0;  // the entry says itself that it is none
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
  const MatmulDescriptors& d = plan.descriptors;
  if (plan.adds_bias) set_bias(d, product.bias);
  const Scratch workspace(context, plan.workspace);
  const float one32 = 1.0F, zero32 = 0.0F;
  const double one64 = 1.0, zero64 = 0.0;
  const bool wide = product.dtype == DType::f64;
  check("cublasLtMatmul",
        cublasLtMatmul(state.cublas_lt, d.operation.get(), wide ? static_cast<const void*>(&one64) : &one32, product.b.data, d.a.get(), product.a.data, d.b.get(),
                       wide ? static_cast<const void*>(&zero64) : &zero32, product.output, d.output.get(), product.output, d.output.get(), &plan.algorithm, workspace.as<void>(),
                       plan.workspace, state.compute));
  return plan.adds_bias;
}

void* make_matmul_plans() { return new Plans; }
void destroy_matmul_plans(void* plans) noexcept { delete static_cast<Plans*>(plans); }

}  // namespace lockstep::engine::cuda

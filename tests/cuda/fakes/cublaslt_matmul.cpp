// cuBLASLt's heuristic and product: everything about a call is checked, then its computation is enqueued.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tests/cuda/fakes/cublaslt_descriptors.h"
#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/memory.h"
#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/world.h"

using namespace lockstep::fakes;
using namespace lockstep::fakes::blas;

namespace lockstep::fakes::blas {

bool has_bias(std::uint32_t epilogue) noexcept { return (epilogue & CUBLASLT_EPILOGUE_BIAS) != 0; }
bool writes_bias_gradient(std::uint32_t epilogue) noexcept {
  return epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD || epilogue == CUBLASLT_EPILOGUE_BGRADA || epilogue == CUBLASLT_EPILOGUE_BGRADB;
}
bool has_aux(std::uint32_t epilogue) noexcept { return (epilogue & 128) != 0; }
bool writes_aux(std::uint32_t epilogue) noexcept { return has_aux(epilogue) && (epilogue & CUBLASLT_EPILOGUE_RELU) != 0; }
std::uint64_t bias_length(const Problem& problem) noexcept { return problem.desc.epilogue == CUBLASLT_EPILOGUE_BGRADB ? problem.n : problem.m; }

}  // namespace lockstep::fakes::blas

namespace {

cublasStatus_t invalid(const std::string& call, const std::string& why) {
  violation(call + ": " + why);
  return CUBLAS_STATUS_INVALID_VALUE;
}

std::size_t element_bytes(const Layout& layout) { return layout.type == CUDA_R_64F ? 8 : 4; }

/// Elements from the first to the last of one matrix, and of all of a batch.
std::uint64_t matrix_span(const Layout& layout) {
  const bool by_columns = layout.order == CUBLASLT_ORDER_COL;
  const std::uint64_t lines = by_columns ? layout.cols : layout.rows, length = by_columns ? layout.rows : layout.cols;
  return (lines - 1) * static_cast<std::uint64_t>(layout.ld) + length;
}
std::uint64_t span(const Layout& layout) {
  return static_cast<std::uint64_t>(layout.batch_count - 1) * static_cast<std::uint64_t>(layout.batch_stride) + matrix_span(layout);
}

std::string layout_fault(const Layout& layout) {
  if (layout.rows == 0 || layout.cols == 0) return "a matrix without rows or columns";
  if (layout.order != CUBLASLT_ORDER_COL && layout.order != CUBLASLT_ORDER_ROW) return "an order that the fake does not know";
  const std::uint64_t length = layout.order == CUBLASLT_ORDER_COL ? layout.rows : layout.cols;
  if (layout.ld < 0 || static_cast<std::uint64_t>(layout.ld) < length) return fmt::format("a leading dimension of {} where {} are needed", layout.ld, length);
  if (layout.batch_count < 1 || layout.batch_stride < 0) return "a batch of less than one matrix, or a negative stride";
  return {};
}

bool known_epilogue(std::uint32_t epilogue) {
  constexpr std::array<std::uint32_t, 10> known{CUBLASLT_EPILOGUE_DEFAULT,   CUBLASLT_EPILOGUE_RELU,          CUBLASLT_EPILOGUE_RELU_AUX, CUBLASLT_EPILOGUE_BIAS,
                                                CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_RELU_AUX_BIAS, CUBLASLT_EPILOGUE_DRELU,    CUBLASLT_EPILOGUE_DRELU_BGRAD,
                                                CUBLASLT_EPILOGUE_BGRADA,    CUBLASLT_EPILOGUE_BGRADB};
  return std::find(known.begin(), known.end(), epilogue) != known.end();
}

/// Whether the library has code for these types and this epilogue; false is CUBLAS_STATUS_NOT_SUPPORTED.
bool is_supported(const Problem& problem) {
  const Desc& desc = problem.desc;
  const auto type = static_cast<std::uint32_t>(desc.scale);
  for (const Layout* layout : {&problem.a, &problem.b, &problem.c, &problem.d}) {
    if (layout->type != type) return false;
  }
  if (desc.pointer_mode != CUBLASLT_POINTER_MODE_HOST || desc.transc != CUBLAS_OP_N || !known_epilogue(desc.epilogue)) return false;
  const bool plain = desc.epilogue == CUBLASLT_EPILOGUE_DEFAULT;
  if (!plain && problem.d.order != CUBLASLT_ORDER_COL) return false;
  // In f64 bias and ReLU are known to work; of the others nobody says so.
  if (type == CUDA_R_64F) {
    return (desc.compute == CUBLAS_COMPUTE_64F || desc.compute == CUBLAS_COMPUTE_64F_PEDANTIC) && !has_aux(desc.epilogue) && !writes_bias_gradient(desc.epilogue);
  }
  const bool single = desc.compute == CUBLAS_COMPUTE_32F || desc.compute == CUBLAS_COMPUTE_32F_PEDANTIC || desc.compute == CUBLAS_COMPUTE_32F_FAST_TF32;
  return type == CUDA_R_32F && single;
}

/// Reads and checks the descriptors of a call.
cublasStatus_t read_problem(const std::string& call, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                            cublasLtMatrixLayout_t d, Problem& out) {
  if (!read(desc, out.desc) || !read(a, out.a) || !read(b, out.b) || !read(c, out.c) || !read(d, out.d)) {
    return invalid(call, "a descriptor was not created, or was destroyed");
  }
  const std::pair<const char*, const Layout*> layouts[] = {{"A", &out.a}, {"B", &out.b}, {"C", &out.c}, {"D", &out.d}};
  for (const auto& [name, layout] : layouts) {
    if (const std::string fault = layout_fault(*layout); !fault.empty()) return invalid(call, fmt::format("{} has {}", name, fault));
    if (layout->batch_count != out.d.batch_count) return invalid(call, fmt::format("{} is a batch of {} and D of {}", name, layout->batch_count, out.d.batch_count));
  }
  const bool transa = out.desc.transa != CUBLAS_OP_N, transb = out.desc.transb != CUBLAS_OP_N;
  out.m = transa ? out.a.cols : out.a.rows;
  out.k = transa ? out.a.rows : out.a.cols;
  out.n = transb ? out.b.rows : out.b.cols;
  const std::uint64_t k_of_b = transb ? out.b.cols : out.b.rows;
  if (k_of_b != out.k || out.d.rows != out.m || out.d.cols != out.n || out.c.rows != out.m || out.c.cols != out.n) {
    return invalid(call, fmt::format("op(A) [{}, {}], op(B) [{}, {}], C [{}, {}] and D [{}, {}] do not fit", out.m, out.k, k_of_b, out.n, out.c.rows, out.c.cols, out.d.rows,
                                     out.d.cols));
  }
  return is_supported(out) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

/// What an algorithm is good for: everything but the pointers.
std::uint64_t hash_of(Problem problem) {
  problem.desc.bias = nullptr;
  problem.desc.aux = nullptr;
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add_bytes = [&hash](const void* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) hash = (hash ^ static_cast<const unsigned char*>(bytes)[i]) * 0x100000001b3U;
  };
  add_bytes(&problem.desc, sizeof problem.desc);
  for (const Layout* layout : {&problem.a, &problem.b, &problem.c, &problem.d}) add_bytes(layout, sizeof *layout);
  return hash;
}

/// Of a pointer, as far as the library looks: up to 16 bytes for the bias. No pointer promises the most.
std::uint32_t alignment_of(const void* pointer, std::uint32_t most) {
  std::uint32_t alignment = 1;
  while (alignment < most && reinterpret_cast<std::uintptr_t>(pointer) % (2 * alignment) == 0) alignment *= 2;
  return alignment;
}

/// The library's usual offers: where the sum is long one that splits it, then one that does not.
std::vector<Algorithm> offers(const Problem& problem, const Preference& preference) {
  Algorithm plain;
  plain.id = 21;
  plain.tile = CUBLASLT_MATMUL_TILE_64x64;
  plain.problem = hash_of(problem);
  plain.bias_alignment = alignment_of(problem.desc.bias, 16);
  for (int i = 0; i < 4; ++i) plain.alignment[i] = static_cast<std::uint16_t>(std::min(preference.alignment[i], 256U));
  std::vector<Algorithm> all;
  for (const std::uint32_t scheme : {CUBLASLT_REDUCTION_SCHEME_INPLACE, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE}) {
    Algorithm split = plain;
    split.id = 24;
    split.split_k = 4;
    split.reduction = scheme;
    split.workspace = scheme == CUBLASLT_REDUCTION_SCHEME_INPLACE ? 4096 : problem.m * problem.n * 4 * element_bytes(problem.d);
    if (problem.k >= 512 && (preference.reduction_mask & scheme) != 0 && split.workspace <= preference.max_workspace) all.push_back(split);
  }
  all.push_back(plain);
  return all;
}

std::string operand_fault(const char* name, const void* pointer, const Layout& layout, std::uint32_t alignment) {
  const std::size_t bytes = span(layout) * element_bytes(layout);
  if (const std::string fault = check_device_range(pointer, bytes, thread_state().device); !fault.empty()) return fmt::format("{}: {}", name, fault);
  if (reinterpret_cast<std::uintptr_t>(pointer) % alignment != 0) return fmt::format("{} is not aligned to the {} bytes that the algorithm was chosen for", name, alignment);
  return {};
}

bool overlap(const void* a, std::size_t a_bytes, const void* b, std::size_t b_bytes) {
  const auto x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return x < y + b_bytes && y < x + a_bytes;
}

std::string epilogue_fault(const Problem& problem, const Algorithm& algorithm) {
  const Desc& desc = problem.desc;
  const std::size_t bytes = element_bytes(problem.d);
  if (has_bias(desc.epilogue) || writes_bias_gradient(desc.epilogue)) {
    const auto batches = static_cast<std::uint64_t>(problem.d.batch_count - 1);
    const std::uint64_t elements = batches * static_cast<std::uint64_t>(desc.bias_batch_stride) + bias_length(problem);
    if (const std::string fault = check_device_range(desc.bias, elements * bytes, thread_state().device); !fault.empty()) return "bias: " + fault;
    if (alignment_of(desc.bias, 16) < algorithm.bias_alignment) return "bias is less aligned than when the algorithm was chosen";
  }
  if (has_aux(desc.epilogue)) {
    if (desc.aux_ld % 128 != 0 || static_cast<std::uint64_t>(desc.aux_ld) < problem.m) {
      return fmt::format("the mask's leading dimension of {} is no multiple of 128 that holds {} rows", desc.aux_ld, problem.m);
    }
    if (problem.d.batch_count != 1) return "the fake knows no batches with a mask";
    const std::size_t mask_bytes = ((problem.n - 1) * static_cast<std::uint64_t>(desc.aux_ld) + problem.m + 7) / 8;
    if (const std::string fault = check_device_range(desc.aux, mask_bytes, thread_state().device); !fault.empty()) return "mask: " + fault;
  }
  return {};
}

std::string operands_fault(const Problem& problem, const Operands& operands, const Algorithm& algorithm) {
  const auto size = [](const Layout& layout) { return span(layout) * element_bytes(layout); };
  const auto least = [&](int index) { return std::max<std::uint32_t>(algorithm.alignment[index], static_cast<std::uint32_t>(element_bytes(problem.d))); };
  std::string fault = operand_fault("A", operands.a, problem.a, least(0));
  if (fault.empty()) fault = operand_fault("B", operands.b, problem.b, least(1));
  if (fault.empty() && operands.beta != 0) fault = operand_fault("C", operands.c, problem.c, least(2));
  if (fault.empty()) fault = operand_fault("D", operands.d, problem.d, least(3));
  if (!fault.empty()) return fault;
  if (overlap(operands.d, size(problem.d), operands.a, size(problem.a)) || overlap(operands.d, size(problem.d), operands.b, size(problem.b))) {
    return "D lies over A or B";
  }
  if (operands.beta != 0 && overlap(operands.d, size(problem.d), operands.c, size(problem.c)) &&
      (operands.d != operands.c || std::memcmp(&problem.c, &problem.d, sizeof problem.c) != 0)) {
    return "D lies over C and is not the same matrix";
  }
  return epilogue_fault(problem, algorithm);
}

std::string workspace_fault(const Algorithm& algorithm, const void* workspace, std::size_t bytes) {
  if (algorithm.workspace > bytes) return fmt::format("the algorithm needs a workspace of {} bytes and was given {}", algorithm.workspace, bytes);
  if (bytes == 0) return {};
  if (reinterpret_cast<std::uintptr_t>(workspace) % 16 != 0) return "the workspace is not aligned to 16 bytes";
  const std::string fault = check_device_range(workspace, bytes, thread_state().device);
  return fault.empty() ? fault : "workspace: " + fault;
}

double scalar(const void* value, std::int32_t type) {
  return type == CUDA_R_64F ? *static_cast<const double*>(value) : static_cast<double>(*static_cast<const float*>(value));
}

/// The first element that was never written, line by line.
std::string unwritten(const char* name, const void* pointer, const Layout& layout) {
  const bool by_columns = layout.order == CUBLASLT_ORDER_COL;
  const std::uint64_t lines = by_columns ? layout.cols : layout.rows, length = by_columns ? layout.rows : layout.cols;
  for (std::int32_t batch = 0; batch < layout.batch_count; ++batch) {
    for (std::uint64_t line = 0; line < lines; ++line) {
      const std::uint64_t first = static_cast<std::uint64_t>(batch) * static_cast<std::uint64_t>(layout.batch_stride) + line * static_cast<std::uint64_t>(layout.ld);
      const std::byte* const at = static_cast<const std::byte*>(pointer) + first * element_bytes(layout);
      if (const std::string fault = check_initialised(at, length * element_bytes(layout)); !fault.empty()) return fmt::format("{}: {}", name, fault);
    }
  }
  return {};
}

void mark_written(const Problem& problem, const Operands& operands) {
  const std::size_t bytes = element_bytes(problem.d);
  const bool by_columns = problem.d.order == CUBLASLT_ORDER_COL;
  for (std::int32_t batch = 0; batch < problem.d.batch_count; ++batch) {
    for (std::uint64_t line = 0; line < (by_columns ? problem.n : problem.m); ++line) {
      const std::uint64_t first = static_cast<std::uint64_t>(batch) * static_cast<std::uint64_t>(problem.d.batch_stride) + line * static_cast<std::uint64_t>(problem.d.ld);
      mark_initialised(static_cast<std::byte*>(operands.d) + first * bytes, (by_columns ? problem.m : problem.n) * bytes);
    }
  }
  if (writes_bias_gradient(problem.desc.epilogue)) mark_initialised(problem.desc.bias, bias_length(problem) * bytes);
  if (writes_aux(problem.desc.epilogue)) mark_initialised(problem.desc.aux, ((problem.n - 1) * static_cast<std::uint64_t>(problem.desc.aux_ld) + problem.m + 7) / 8);
}

Work matmul_work(const Problem& problem, const Operands& operands, void* workspace, std::size_t workspace_bytes) {
  return [=] {
    std::string fault = unwritten("A", operands.a, problem.a);
    if (fault.empty()) fault = unwritten("B", operands.b, problem.b);
    if (fault.empty() && operands.beta != 0) fault = unwritten("C", operands.c, problem.c);
    if (fault.empty() && has_bias(problem.desc.epilogue)) fault = check_initialised(problem.desc.bias, bias_length(problem) * element_bytes(problem.d));
    if (!fault.empty()) return fault;
    if (workspace_bytes != 0) std::memset(workspace, 0xFF, workspace_bytes);  // the library's to write
    compute(problem, operands);
    mark_written(problem, operands);
    return std::string();
  };
}

}  // namespace

extern "C" {

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c,
                                              cublasLtMatrixLayout_t d, cublasLtMatmulPreference_t preference_handle, int requested, cublasLtMatmulHeuristicResult_t results[],
                                              int* returned) {
  const Guard guard;
  const std::string call = "cublasLtMatmulAlgoGetHeuristic";
  *returned = 0;
  if (!world().library_handles.contains(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (requested <= 0) return invalid(call, "no results are asked for");
  Preference preference;
  if (!read(preference_handle, preference)) return invalid(call, "the preference was not created, or was destroyed");
  Problem problem;
  if (const cublasStatus_t status = read_problem(call, desc, a, b, c, d, problem); status != CUBLAS_STATUS_SUCCESS) return status;
  // As the library does: its epilogues with a bias want two sides that are more than vectors. That there is none it may say by its
  // status or by an entry's.
  if (has_bias(problem.desc.epilogue) && (problem.m == 1 || problem.n == 1)) {
    if (problem.k % 2 != 0) return CUBLAS_STATUS_INVALID_VALUE;
    results[0] = {};
    results[0].state = CUBLAS_STATUS_NOT_SUPPORTED;
    *returned = 1;
    return CUBLAS_STATUS_SUCCESS;
  }
  for (const Algorithm& offer : offers(problem, preference)) {
    if (*returned == requested) break;
    cublasLtMatmulHeuristicResult_t& result = results[(*returned)++];
    result = {};
    write(&result.algo, offer);
    result.workspaceSize = offer.workspace;
    result.state = CUBLAS_STATUS_SUCCESS;
    result.wavesCount = 1;
  }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha, const void* a_pointer, cublasLtMatrixLayout_t a, const void* b_pointer,
                              cublasLtMatrixLayout_t b, const void* beta, const void* c_pointer, cublasLtMatrixLayout_t c, void* d_pointer, cublasLtMatrixLayout_t d,
                              const cublasLtMatmulAlgo_t* algorithm_data, void* workspace, std::size_t workspace_bytes, cudaStream_t stream) {
  const Guard guard;
  const std::string call = "cublasLtMatmul";
  if (!world().library_handles.contains(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (device_status() != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  FaultPlan& plan = fault_plan();
  if (++plan.products == plan.faults.cublas) return CUBLAS_STATUS_EXECUTION_FAILED;
  Problem problem;
  if (const cublasStatus_t status = read_problem(call, desc, a, b, c, d, problem); status != CUBLAS_STATUS_SUCCESS) return status;
  Algorithm algorithm;
  if (algorithm_data != nullptr) {
    if (!read(algorithm_data, algorithm)) return invalid(call, "the algorithm did not come from the heuristic");
    if (algorithm.problem != hash_of(problem)) return invalid(call, "the algorithm was chosen for another product");
  }
  const Operands operands{a_pointer, b_pointer, c_pointer, d_pointer, scalar(alpha, problem.desc.scale), scalar(beta, problem.desc.scale)};
  if (const std::string fault = operands_fault(problem, operands, algorithm); !fault.empty()) return invalid(call, fault);
  if (const std::string fault = workspace_fault(algorithm, workspace, workspace_bytes); !fault.empty()) return invalid(call, fault);
  const std::string what = fmt::format("cublasLtMatmul [{}, {}] x [{}, {}]", problem.m, problem.k, problem.k, problem.n);
  const cudaError_t status = submit("cublasLtMatmul", stream, what, WorkKind::matmul, matmul_work(problem, operands, workspace, algorithm.workspace));
  return status == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // extern "C"

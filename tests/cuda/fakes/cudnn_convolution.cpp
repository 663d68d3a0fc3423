// cuDNN's convolutions: what the library's documentation allows is checked, then the computation is enqueued.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "tests/cuda/fakes/cudnn_descriptors.h"
#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/memory.h"
#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/world.h"

using namespace lockstep::fakes;
using namespace lockstep::fakes::dnn;

namespace {

enum class Direction { forward, data, filter };

/// What the library knows of an algorithm.
struct Algorithm {
  int id;
  bool deterministic;
  bool nhwc;  ///< works with channels innermost, in f32
};
// Fastest first, as the heuristic lists them; the fast backward ones sum with atomics.
constexpr Algorithm forward_algorithms[] = {{CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, true, true}, {CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, true, true}};
constexpr Algorithm data_algorithms[] = {{CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, false, true}, {CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, true, true}};
constexpr Algorithm filter_algorithms[] = {
    {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, false, true}, {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, true, true}, {CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3, false, false}};

std::vector<Algorithm> algorithms(Direction direction) {
  switch (direction) {
    case Direction::forward: return {std::begin(forward_algorithms), std::end(forward_algorithms)};
    case Direction::data: return {std::begin(data_algorithms), std::end(data_algorithms)};
    case Direction::filter: break;
  }
  return {std::begin(filter_algorithms), std::end(filter_algorithms)};
}

/// Reads and checks the descriptors; BAD_PARAM where they do not fit together.
cudnnStatus_t read_problem(const std::string& call, cudnnTensorDescriptor_t x, cudnnFilterDescriptor_t w, cudnnConvolutionDescriptor_t convolution, cudnnTensorDescriptor_t y,
                           Problem& out) {
  const Tensor *const x_tensor = find(x), *const y_tensor = find(y);
  const Filter* const filter = find(w);
  const Convolution* const settings = find(convolution);
  if (x_tensor == nullptr || y_tensor == nullptr || filter == nullptr || settings == nullptr) {
    return refuse(CUDNN_STATUS_BAD_PARAM, call, "a descriptor was not created, or was destroyed");
  }
  out = {*x_tensor, *filter, *y_tensor, *settings};
  if (out.x.dims[0] == 0 || out.y.dims[0] == 0 || out.w.dims[0] == 0) return refuse(CUDNN_STATUS_BAD_PARAM, call, "a descriptor was never set");
  const int groups = out.convolution.groups;
  if (out.w.dims[1] * groups != out.x.dims[1] || out.w.dims[0] % groups != 0) {
    return refuse(CUDNN_STATUS_BAD_PARAM, call, fmt::format("{} channels in {} groups and a filter [{}, {}, …] do not fit", out.x.dims[1], groups, out.w.dims[0], out.w.dims[1]));
  }
  const int expected[4] = {out.x.dims[0], out.w.dims[0], output_size(out, 0), output_size(out, 1)};
  if (!std::equal(expected, expected + 4, out.y.dims)) {
    return refuse(CUDNN_STATUS_BAD_PARAM, call, fmt::format("the output is [{}] and should be [{}]", fmt::join(out.y.dims, ", "), fmt::join(expected, ", ")));
  }
  if (out.x.type != out.w.type || out.x.type != out.y.type) return refuse(CUDNN_STATUS_BAD_PARAM, call, "the data types differ");
  return CUDNN_STATUS_SUCCESS;
}

/// Empty where the library has code for it with this algorithm.
std::string why_not_supported(const Problem& p, Direction direction, int id) {
  const std::vector<Algorithm> all = algorithms(direction);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Algorithm& one) { return one.id == id; });
  if (found == all.end()) return "the fake does not offer this algorithm";
  if (fault_plan().faults.cudnn_unsupported) return "as LOCKSTEP_FAKE_FAULT asks for";
  if (p.convolution.compute != p.x.type) return "the compute type is not the data's";
  const bool nhwc = p.w.format == CUDNN_TENSOR_NHWC;
  if (nhwc && (!p.x.is_packed(CUDNN_TENSOR_NHWC) || !p.y.is_packed(CUDNN_TENSOR_NHWC))) return "an NHWC filter needs packed NHWC tensors";
  if (!nhwc && (!p.x.is_packed(CUDNN_TENSOR_NCHW) || !p.y.is_packed(CUDNN_TENSOR_NCHW))) return "an NCHW filter needs packed NCHW tensors";
  if (nhwc && p.x.type == CUDNN_DATA_DOUBLE) return "there is no f64 convolution in NHWC";
  if (nhwc && !found->nhwc) return "the algorithm is for NCHW";
  if (nhwc && p.convolution.mode != CUDNN_CROSS_CORRELATION) return "NHWC is for cross-correlation";
  return {};
}

std::size_t workspace_size(const Problem& p, Direction direction, int id) {
  const std::size_t filter = p.w.elements() * p.w.element_bytes();
  switch (direction) {
    case Direction::forward: return id == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM ? 256 + filter : 0;
    case Direction::data: return id == CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 ? 512 + 2 * filter : 0;
    case Direction::filter: break;
  }
  return id == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 ? filter * static_cast<std::size_t>(std::min(p.x.dims[0], 8)) : id == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3 ? filter : 0;
}

/// The supported algorithms first, as the library sorts them.
template <class Perf>
cudnnStatus_t list_algorithms(const std::string& call, cudnnHandle_t handle, const Problem& p, Direction direction, int requested, int* returned, Perf* results) {
  cudaStream_t stream = nullptr;
  if (!stream_of(handle, stream)) return refuse(CUDNN_STATUS_BAD_PARAM, call, "the handle does not exist");
  if (requested <= 0) return refuse(CUDNN_STATUS_BAD_PARAM, call, "no results are asked for");
  std::vector<Algorithm> all = algorithms(direction);
  std::stable_partition(all.begin(), all.end(), [&](const Algorithm& one) { return why_not_supported(p, direction, one.id).empty(); });
  *returned = 0;
  for (const Algorithm& one : all) {
    if (*returned == requested) break;
    Perf& result = results[*returned];
    result = {};
    result.algo = static_cast<decltype(result.algo)>(one.id);
    result.status = why_not_supported(p, direction, one.id).empty() ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_NOT_SUPPORTED;
    result.time = -1;
    result.memory = workspace_size(p, direction, one.id);
    result.determinism = one.deterministic ? CUDNN_DETERMINISTIC : CUDNN_NON_DETERMINISTIC;
    result.mathType = p.convolution.math;
    ++*returned;
  }
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t size_of_workspace(const std::string& call, const Problem& p, Direction direction, int id, std::size_t* bytes) {
  if (const std::string why = why_not_supported(p, direction, id); !why.empty()) return not_supported(call, why);
  *bytes = workspace_size(p, direction, id);
  return CUDNN_STATUS_SUCCESS;
}

double scalar(const void* value, cudnnDataType_t type) {
  return type == CUDNN_DATA_DOUBLE ? *static_cast<const double*>(value) : static_cast<double>(*static_cast<const float*>(value));
}

/// Memory that a call reads or writes.
struct Buffer {
  const char* name;
  const void* data;
  std::size_t bytes;
  bool read;
  bool written;
};
Buffer buffer(const char* name, const void* data, const Tensor& tensor, bool read, bool written) { return {name, data, tensor.span() * tensor.element_bytes(), read, written}; }
Buffer buffer(const char* name, const void* data, const Filter& filter, bool read, bool written) { return {name, data, filter.elements() * filter.element_bytes(), read, written}; }

bool overlap(const Buffer& a, const Buffer& b) {
  const auto x = reinterpret_cast<std::uintptr_t>(a.data), y = reinterpret_cast<std::uintptr_t>(b.data);
  return x < y + b.bytes && y < x + a.bytes;
}

std::string buffers_fault(const std::vector<Buffer>& buffers, std::size_t element_bytes) {
  for (const Buffer& one : buffers) {
    if (const std::string fault = check_device_range(one.data, one.bytes, thread_state().device); !fault.empty()) return fmt::format("{}: {}", one.name, fault);
    if (reinterpret_cast<std::uintptr_t>(one.data) % element_bytes != 0) return fmt::format("{} is not aligned to its elements", one.name);
    for (const Buffer& other : buffers) {
      if (&one != &other && one.written && one.data != other.data && overlap(one, other)) return fmt::format("{} lies over {}", one.name, other.name);
    }
  }
  return {};
}

std::string workspace_fault(std::size_t needed, const void* workspace, std::size_t bytes) {
  if (needed > bytes) return fmt::format("the algorithm needs a workspace of {} bytes and was given {}", needed, bytes);
  if (bytes == 0) return {};
  if (reinterpret_cast<std::uintptr_t>(workspace) % 16 != 0) return "the workspace is not aligned to 16 bytes";
  const std::string fault = check_device_range(workspace, bytes, thread_state().device);
  return fault.empty() ? fault : "workspace: " + fault;
}

/// Everything that the calls have in common; `compute` is the work itself.
cudnnStatus_t launch(const std::string& call, cudnnHandle_t handle, const std::vector<Buffer>& buffers, std::size_t element_bytes, void* workspace, std::size_t needed,
                     std::size_t given, const std::function<void()>& compute) {
  cudaStream_t stream = nullptr;
  if (!stream_of(handle, stream)) return refuse(CUDNN_STATUS_BAD_PARAM, call, "the handle does not exist");
  if (device_status() != cudaSuccess) return CUDNN_STATUS_EXECUTION_FAILED;
  FaultPlan& plan = fault_plan();
  if (++plan.convolutions == plan.faults.cudnn) return CUDNN_STATUS_EXECUTION_FAILED;
  std::string fault = buffers_fault(buffers, element_bytes);
  if (fault.empty()) fault = workspace_fault(needed, workspace, given);
  if (!fault.empty()) return refuse(CUDNN_STATUS_BAD_PARAM, call, fault);
  const Work work = [=] {
    for (const Buffer& one : buffers) {
      if (!one.read) continue;
      if (const std::string unwritten = check_initialised(one.data, one.bytes); !unwritten.empty()) return fmt::format("{}: {}", one.name, unwritten);
    }
    if (needed != 0) std::memset(workspace, 0xFF, needed);  // the library's to write
    compute();
    for (const Buffer& one : buffers) {
      if (one.written) mark_initialised(one.data, one.bytes);
    }
    return std::string();
  };
  return submit(call.c_str(), stream, call, WorkKind::convolution, work) == cudaSuccess ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
}

cudnnStatus_t check_supported(const std::string& call, const Problem& p, Direction direction, int id) {
  const std::string why = why_not_supported(p, direction, id);
  return why.empty() ? CUDNN_STATUS_SUCCESS : not_supported(call, why);
}

bool is_per_channel(const Tensor& tensor, const Tensor& of) { return tensor.type == of.type && tensor.elements() == static_cast<std::size_t>(of.dims[1]) && tensor.dims[1] == of.dims[1]; }

}  // namespace

extern "C" {

cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(const cudnnConvolutionDescriptor_t convolution, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, int* n, int* c,
                                                    int* height, int* width) {
  const Guard guard;
  if (find(x) == nullptr || find(w) == nullptr || find(convolution) == nullptr) {
    return refuse(CUDNN_STATUS_BAD_PARAM, "cudnnGetConvolution2dForwardOutputDim", "a descriptor was not created, or was destroyed");
  }
  const Problem p{*find(x), *find(w), {}, *find(convolution)};
  *n = p.x.dims[0];
  *c = p.w.dims[0];
  *height = output_size(p, 0);
  *width = output_size(p, 1);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithmMaxCount(cudnnHandle_t, int* count) {
  *count = CUDNN_CONVOLUTION_FWD_ALGO_COUNT;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithmMaxCount(cudnnHandle_t, int* count) {
  *count = CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithmMaxCount(cudnnHandle_t, int* count) {
  *count = CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, const cudnnConvolutionDescriptor_t convolution,
                                                     const cudnnTensorDescriptor_t y, const int requested, int* returned, cudnnConvolutionFwdAlgoPerf_t* results) {
  const Guard guard;
  const std::string call = "cudnnGetConvolutionForwardAlgorithm_v7";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, x, w, convolution, y, p); status != CUDNN_STATUS_SUCCESS) return status;
  return list_algorithms(call, handle, p, Direction::forward, requested, returned, results);
}

cudnnStatus_t cudnnGetConvolutionBackwardDataAlgorithm_v7(cudnnHandle_t handle, const cudnnFilterDescriptor_t w, const cudnnTensorDescriptor_t dy,
                                                          const cudnnConvolutionDescriptor_t convolution, const cudnnTensorDescriptor_t dx, const int requested, int* returned,
                                                          cudnnConvolutionBwdDataAlgoPerf_t* results) {
  const Guard guard;
  const std::string call = "cudnnGetConvolutionBackwardDataAlgorithm_v7";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, dx, w, convolution, dy, p); status != CUDNN_STATUS_SUCCESS) return status;
  return list_algorithms(call, handle, p, Direction::data, requested, returned, results);
}

cudnnStatus_t cudnnGetConvolutionBackwardFilterAlgorithm_v7(cudnnHandle_t handle, const cudnnTensorDescriptor_t x, const cudnnTensorDescriptor_t dy,
                                                            const cudnnConvolutionDescriptor_t convolution, const cudnnFilterDescriptor_t dw, const int requested, int* returned,
                                                            cudnnConvolutionBwdFilterAlgoPerf_t* results) {
  const Guard guard;
  const std::string call = "cudnnGetConvolutionBackwardFilterAlgorithm_v7";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, x, dw, convolution, dy, p); status != CUDNN_STATUS_SUCCESS) return status;
  return list_algorithms(call, handle, p, Direction::filter, requested, returned, results);
}

cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(cudnnHandle_t, const cudnnTensorDescriptor_t x, const cudnnFilterDescriptor_t w, const cudnnConvolutionDescriptor_t convolution,
                                                      const cudnnTensorDescriptor_t y, cudnnConvolutionFwdAlgo_t algorithm, std::size_t* bytes) {
  const Guard guard;
  const std::string call = "cudnnGetConvolutionForwardWorkspaceSize";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, x, w, convolution, y, p); status != CUDNN_STATUS_SUCCESS) return status;
  return size_of_workspace(call, p, Direction::forward, algorithm, bytes);
}

cudnnStatus_t cudnnGetConvolutionBackwardDataWorkspaceSize(cudnnHandle_t, const cudnnFilterDescriptor_t w, const cudnnTensorDescriptor_t dy,
                                                           const cudnnConvolutionDescriptor_t convolution, const cudnnTensorDescriptor_t dx, cudnnConvolutionBwdDataAlgo_t algorithm,
                                                           std::size_t* bytes) {
  const Guard guard;
  const std::string call = "cudnnGetConvolutionBackwardDataWorkspaceSize";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, dx, w, convolution, dy, p); status != CUDNN_STATUS_SUCCESS) return status;
  return size_of_workspace(call, p, Direction::data, algorithm, bytes);
}

cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(cudnnHandle_t, const cudnnTensorDescriptor_t x, const cudnnTensorDescriptor_t dy,
                                                             const cudnnConvolutionDescriptor_t convolution, const cudnnFilterDescriptor_t dw,
                                                             cudnnConvolutionBwdFilterAlgo_t algorithm, std::size_t* bytes) {
  const Guard guard;
  const std::string call = "cudnnGetConvolutionBackwardFilterWorkspaceSize";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, x, dw, convolution, dy, p); status != CUDNN_STATUS_SUCCESS) return status;
  return size_of_workspace(call, p, Direction::filter, algorithm, bytes);
}

cudnnStatus_t cudnnConvolutionForward(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t x_descriptor, const void* x, const cudnnFilterDescriptor_t w_descriptor,
                                      const void* w, const cudnnConvolutionDescriptor_t convolution, cudnnConvolutionFwdAlgo_t algorithm, void* workspace, std::size_t workspace_bytes,
                                      const void* beta, const cudnnTensorDescriptor_t y_descriptor, void* y) {
  const Guard guard;
  const std::string call = "cudnnConvolutionForward";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, x_descriptor, w_descriptor, convolution, y_descriptor, p); status != CUDNN_STATUS_SUCCESS) return status;
  if (const cudnnStatus_t status = check_supported(call, p, Direction::forward, algorithm); status != CUDNN_STATUS_SUCCESS) return status;
  const double a = scalar(alpha, p.x.type), b = scalar(beta, p.x.type);
  return launch(call, handle, {buffer("x", x, p.x, true, false), buffer("w", w, p.w, true, false), buffer("y", y, p.y, b != 0, true)}, p.x.element_bytes(), workspace,
                workspace_size(p, Direction::forward, algorithm), workspace_bytes, [=] { forward(p, x, w, y, a, b); });
}

cudnnStatus_t cudnnConvolutionBiasActivationForward(cudnnHandle_t handle, const void* alpha1, const cudnnTensorDescriptor_t x_descriptor, const void* x,
                                                    const cudnnFilterDescriptor_t w_descriptor, const void* w, const cudnnConvolutionDescriptor_t convolution,
                                                    cudnnConvolutionFwdAlgo_t algorithm, void* workspace, std::size_t workspace_bytes, const void* alpha2,
                                                    const cudnnTensorDescriptor_t z_descriptor, const void* z, const cudnnTensorDescriptor_t bias_descriptor, const void* bias,
                                                    const cudnnActivationDescriptor_t activation_descriptor, const cudnnTensorDescriptor_t y_descriptor, void* y) {
  const Guard guard;
  const std::string call = "cudnnConvolutionBiasActivationForward";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, x_descriptor, w_descriptor, convolution, y_descriptor, p); status != CUDNN_STATUS_SUCCESS) return status;
  if (const cudnnStatus_t status = check_supported(call, p, Direction::forward, algorithm); status != CUDNN_STATUS_SUCCESS) return status;
  const Tensor *const z_tensor = find(z_descriptor), *const bias_tensor = find(bias_descriptor);
  const Activation* const activation = find(activation_descriptor);
  if (z_tensor == nullptr || bias_tensor == nullptr || activation == nullptr) return refuse(CUDNN_STATUS_BAD_PARAM, call, "a descriptor was not created, or was destroyed");
  if (!std::equal(p.y.dims, p.y.dims + 4, z_tensor->dims) || z_tensor->type != p.y.type) return refuse(CUDNN_STATUS_BAD_PARAM, call, "z is not shaped as y");
  if (!is_per_channel(*bias_tensor, p.y)) return refuse(CUDNN_STATUS_BAD_PARAM, call, "the bias is not one value a channel of the output");
  if (activation->mode == CUDNN_ACTIVATION_IDENTITY) {
    if (algorithm != CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM) return not_supported(call, "no activation goes with IMPLICIT_PRECOMP_GEMM only");
  } else if (activation->mode != CUDNN_ACTIVATION_RELU) {
    return not_supported(call, "the activation is neither ReLU nor none");
  }
  const double a = scalar(alpha1, p.x.type), b = scalar(alpha2, p.x.type);
  const bool relu = activation->mode == CUDNN_ACTIVATION_RELU;
  const Tensor z_copy = *z_tensor;
  // z may be y itself; it is read before y is written only where it counts.
  const std::vector<Buffer> buffers{buffer("x", x, p.x, true, false), buffer("w", w, p.w, true, false), buffer("z", z, z_copy, b != 0, false),
                                    buffer("bias", bias, *bias_tensor, true, false), buffer("y", y, p.y, false, true)};
  if (b != 0 && z == y) return not_supported(call, "the fake adds no z in place");
  return launch(call, handle, buffers, p.x.element_bytes(), workspace, workspace_size(p, Direction::forward, algorithm), workspace_bytes, [=] {
    forward(p, x, w, y, a, 0);
    add_bias_and_activate(p.y, y, z_copy, z, b, bias, relu);
  });
}

cudnnStatus_t cudnnConvolutionBackwardData(cudnnHandle_t handle, const void* alpha, const cudnnFilterDescriptor_t w_descriptor, const void* w,
                                           const cudnnTensorDescriptor_t dy_descriptor, const void* dy, const cudnnConvolutionDescriptor_t convolution,
                                           cudnnConvolutionBwdDataAlgo_t algorithm, void* workspace, std::size_t workspace_bytes, const void* beta,
                                           const cudnnTensorDescriptor_t dx_descriptor, void* dx) {
  const Guard guard;
  const std::string call = "cudnnConvolutionBackwardData";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, dx_descriptor, w_descriptor, convolution, dy_descriptor, p); status != CUDNN_STATUS_SUCCESS) return status;
  if (const cudnnStatus_t status = check_supported(call, p, Direction::data, algorithm); status != CUDNN_STATUS_SUCCESS) return status;
  const double a = scalar(alpha, p.x.type), b = scalar(beta, p.x.type);
  return launch(call, handle, {buffer("w", w, p.w, true, false), buffer("dy", dy, p.y, true, false), buffer("dx", dx, p.x, b != 0, true)}, p.x.element_bytes(), workspace,
                workspace_size(p, Direction::data, algorithm), workspace_bytes, [=] { backward_data(p, w, dy, dx, a, b); });
}

cudnnStatus_t cudnnConvolutionBackwardFilter(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t x_descriptor, const void* x,
                                             const cudnnTensorDescriptor_t dy_descriptor, const void* dy, const cudnnConvolutionDescriptor_t convolution,
                                             cudnnConvolutionBwdFilterAlgo_t algorithm, void* workspace, std::size_t workspace_bytes, const void* beta,
                                             const cudnnFilterDescriptor_t dw_descriptor, void* dw) {
  const Guard guard;
  const std::string call = "cudnnConvolutionBackwardFilter";
  Problem p;
  if (const cudnnStatus_t status = read_problem(call, x_descriptor, dw_descriptor, convolution, dy_descriptor, p); status != CUDNN_STATUS_SUCCESS) return status;
  if (const cudnnStatus_t status = check_supported(call, p, Direction::filter, algorithm); status != CUDNN_STATUS_SUCCESS) return status;
  const double a = scalar(alpha, p.x.type), b = scalar(beta, p.x.type);
  return launch(call, handle, {buffer("x", x, p.x, true, false), buffer("dy", dy, p.y, true, false), buffer("dw", dw, p.w, b != 0, true)}, p.x.element_bytes(), workspace,
                workspace_size(p, Direction::filter, algorithm), workspace_bytes, [=] { backward_filter(p, x, dy, dw, a, b); });
}

cudnnStatus_t cudnnConvolutionBackwardBias(cudnnHandle_t handle, const void* alpha, const cudnnTensorDescriptor_t dy_descriptor, const void* dy, const void* beta,
                                           const cudnnTensorDescriptor_t db_descriptor, void* db) {
  const Guard guard;
  const std::string call = "cudnnConvolutionBackwardBias";
  const Tensor *const dy_tensor = find(dy_descriptor), *const db_tensor = find(db_descriptor);
  if (dy_tensor == nullptr || db_tensor == nullptr) return refuse(CUDNN_STATUS_BAD_PARAM, call, "a descriptor was not created, or was destroyed");
  if (!is_per_channel(*db_tensor, *dy_tensor)) return refuse(CUDNN_STATUS_BAD_PARAM, call, "the bias is not one value a channel of the output");
  const Tensor tensor = *dy_tensor;
  const double a = scalar(alpha, tensor.type), b = scalar(beta, tensor.type);
  return launch(call, handle, {buffer("dy", dy, tensor, true, false), buffer("db", db, *db_tensor, b != 0, true)}, tensor.element_bytes(), nullptr, 0, 0,
                [=] { backward_bias(tensor, dy, db, a, b); });
}

}  // extern "C"

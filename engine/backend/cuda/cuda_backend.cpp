#include "engine/backend/cuda/cuda_backend.h"

#include <cstdlib>
#include <string_view>

#include "engine/backend/cuda/check.h"
#include "engine/backend/cuda/conv_plan.h"
#include "engine/backend/cuda/graph.h"
#include "engine/backend/cuda/lost.h"
#include "engine/backend/cuda/marker.h"
#include "engine/backend/cuda/matmul_plan.h"
#include "engine/core/error.h"
#include "engine/ops/fill_cuda.h"

namespace lockstep::engine::cuda {

namespace {

/// Memory may be allocated while a stream of this thread captures: it is no part of the graph.
class RelaxedCapture {
 public:
  RelaxedCapture() { (void)cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~RelaxedCapture() { (void)cudaThreadExchangeStreamCaptureMode(&mode_); }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

}  // namespace

CudaBackend::CudaBackend(Device device, std::size_t memory_budget) : Backend(device, memory_budget) {
  state_.device = device.index;
  state_.allocator = &allocator();
  // For compute-sanitizer and the tests' checker, which see no further than a block of the device's.
  if (const char* const caching = std::getenv("LOCKSTEP_CUDA_CACHING"); caching != nullptr && std::string_view(caching) == "0") allocator().set_caching(false);
  try {
    check("cudaSetDevice", use_device(state_.device));
    check("cudaDeviceGetAttribute", cudaDeviceGetAttribute(&state_.multiprocessors, cudaDevAttrMultiProcessorCount, state_.device));
    check("cudaStreamCreate", cudaStreamCreateWithFlags(&state_.compute, cudaStreamNonBlocking));
    check("cudaStreamCreate", cudaStreamCreateWithFlags(&state_.copy, cudaStreamNonBlocking));
    void* fault = nullptr;
    check("cudaHostAlloc", cudaHostAlloc(&fault, sizeof(DataFault), cudaHostAllocMapped));
    state_.fault = new (fault) DataFault();
    check("cublasLtCreate", cublasLtCreate(&state_.cublas_lt));
    check("cudnnCreate", cudnnCreate(&state_.cudnn));
    check("cudnnSetStream", cudnnSetStream(state_.cudnn, state_.compute));
    state_.matmul_plans = make_matmul_plans();
    state_.conv_plans = make_conv_plans();
  } catch (...) {
    close();
    throw;
  }
  context_.state = &state_;
  context_.stream = state_.compute;
  queue_mutex_ = &mutex_;
  fill_cuda(mutable_kernels());
}

CudaBackend::~CudaBackend() {
  use_device(state_);
  (void)cudaStreamSynchronize(state_.compute);
  allocator().release_cached();
  close();
}

void CudaBackend::close() noexcept {
  if (state_.matmul_plans != nullptr) destroy_matmul_plans(state_.matmul_plans);
  if (state_.conv_plans != nullptr) destroy_conv_plans(state_.conv_plans);
  if (state_.cudnn != nullptr) (void)cudnnDestroy(state_.cudnn);
  if (state_.cublas_lt != nullptr) (void)cublasLtDestroy(state_.cublas_lt);
  if (state_.fault != nullptr) (void)cudaFreeHost(state_.fault);
  if (state_.copy != nullptr) (void)cudaStreamDestroy(state_.copy);
  if (state_.compute != nullptr) (void)cudaStreamDestroy(state_.compute);
}

void* CudaBackend::allocate_block(std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  const RelaxedCapture relaxed;
  use_device(state_);
  void* block = nullptr;
  if (cudaMalloc(&block, bytes) == cudaSuccess) return block;
  (void)cudaGetLastError();  // running out is told by the allocator
  return nullptr;
}

void CudaBackend::release_block(void* block, std::size_t /*bytes*/) noexcept {
  const std::lock_guard lock(mutex_);
  const RelaxedCapture relaxed;
  use_device(state_);
  (void)cudaFree(block);
}

void CudaBackend::refuse_while_capturing(const char* what) const {
  if (capturing_) throw DeviceError(Message{"cuda.capture", "{what} is not possible while a step is captured", {{"what", what}}});
}

void CudaBackend::copy_from_host(void* destination, const void* source, std::size_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard lock(mutex_);
  refuse_while_capturing("a copy from the host");
  use_device(state_);
  staging_.copy(destination, source, bytes, state_.compute);
}

void CudaBackend::copy_to_host(void* destination, const void* source, std::size_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard lock(mutex_);
  refuse_while_capturing("a copy to the host");
  use_device(state_);
  check("cudaMemcpyAsync", cudaMemcpyAsync(destination, source, bytes, cudaMemcpyDeviceToHost, state_.compute));
  synchronize();
}

void CudaBackend::synchronize() {
  const std::lock_guard lock(mutex_);
  refuse_while_capturing("waiting for the GPU");
  use_device(state_);
  check("waiting for the GPU", cudaStreamSynchronize(state_.compute));
  look_for_faults();
}

void CudaBackend::look_for_faults() {
  const std::lock_guard lock(mutex_);
  const DataFault found = *state_.fault;
  if (found.code == DataFault::none) return;
  *state_.fault = DataFault();
  throw ValueError(data_fault_message(found));
}

std::unique_ptr<QueueMarker> CudaBackend::mark() {
  const std::lock_guard lock(mutex_);
  use_device(state_);
  return std::make_unique<EventMarker>(*this, state_.compute);
}

std::shared_ptr<std::byte> CudaBackend::allocate_staging(std::size_t bytes) {
  use_device(state_);
  void* block = nullptr;
  check("cudaHostAlloc", cudaHostAlloc(&block, bytes == 0 ? 1 : bytes, cudaHostAllocDefault));
  return {static_cast<std::byte*>(block), [](std::byte* memory) { (void)cudaFreeHost(memory); }};
}

void CudaBackend::enqueue_copy_to_host(void* staging, const void* source, std::size_t bytes) {
  if (bytes == 0) return;
  const std::lock_guard lock(mutex_);
  use_device(state_);
  check("cudaMemcpyAsync", cudaMemcpyAsync(staging, source, bytes, cudaMemcpyDeviceToHost, state_.compute));
}

std::unique_ptr<QueueMarker> CudaBackend::upload(void* destination, const void* staging, std::size_t bytes, const QueueMarker* after) {
  const std::lock_guard lock(mutex_);
  use_device(state_);
  if (after != nullptr) check("cudaStreamWaitEvent", cudaStreamWaitEvent(state_.copy, static_cast<const EventMarker*>(after)->event(), 0));
  if (bytes != 0) check("cudaMemcpyAsync", cudaMemcpyAsync(destination, staging, bytes, cudaMemcpyHostToDevice, state_.copy));
  return std::make_unique<EventMarker>(*this, state_.copy);
}

void CudaBackend::wait_in_queue(const QueueMarker& marker) {
  const std::lock_guard lock(mutex_);
  use_device(state_);
  check("cudaStreamWaitEvent", cudaStreamWaitEvent(state_.compute, static_cast<const EventMarker&>(marker).event(), 0));
}

std::unique_ptr<CapturedWork> CudaBackend::capture(const std::function<void()>& work) {
  const std::lock_guard lock(mutex_);
  use_device(state_);
  refuse_while_capturing("a second capture");
  const int pool = allocator().open_pool();
  cudaGraph_t graph = nullptr;
  try {
    check("cudaStreamBeginCapture", cudaStreamBeginCapture(state_.compute, cudaStreamCaptureModeThreadLocal));
    capturing_ = true;
    work();
    capturing_ = false;
    allocator().close_pool();
    check("cudaStreamEndCapture", cudaStreamEndCapture(state_.compute, &graph));
  } catch (...) {
    if (capturing_) (void)cudaStreamEndCapture(state_.compute, &graph);
    capturing_ = false;
    allocator().close_pool();
    if (graph != nullptr) (void)cudaGraphDestroy(graph);
    (void)cudaGetLastError();
    allocator().release_pool(pool);
    throw;
  }
  return std::make_unique<CapturedGraph>(graph, state_.compute, mutex_, allocator(), pool);
}

void CudaBackend::set_arithmetic(const ArithmeticOptions& options) {
  Backend::set_arithmetic(options);
  const std::lock_guard lock(mutex_);
  state_.strict = options.strict;
  state_.tf32 = options.tf32;
  state_.choices.clear();
}

const Message* CudaBackend::lost() const noexcept { return cuda::lost(); }

std::vector<std::pair<std::string, std::string>> CudaBackend::algorithm_choices() const {
  const std::lock_guard lock(mutex_);
  return {state_.choices.begin(), state_.choices.end()};
}

}  // namespace lockstep::engine::cuda

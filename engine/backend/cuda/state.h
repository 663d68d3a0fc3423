// What kernels of the CUDA backend share: handles, streams, temporary memory, and the place where a kernel reports a fault.
#pragma once

#include <cublasLt.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "engine/backend/allocator.h"
#include "engine/core/error.h"
#include "engine/core/view.h"

namespace lockstep::engine::cuda {

/// What a kernel found wrong with its data. Lies in host memory that the device writes to, and is looked at wherever the host
/// waits for the device. One thread of a kernel writes it, the code last, and only where none is noted yet.
struct DataFault {
  enum Code : std::int32_t { none = 0, label_range = 1 };
  long long index = 0;  ///< of the first element at fault
  long long value = 0;
  long long limit = 0;  ///< values must lie in [0, limit)
  std::int32_t code = none;
};

/// The error that the CPU's kernel would throw.
[[nodiscard]] Message data_fault_message(const DataFault& fault);

struct State {
  int device = 0;
  int multiprocessors = 1;
  cudaStream_t compute = nullptr;
  cudaStream_t copy = nullptr;
  cublasLtHandle_t cublas_lt = nullptr;
  cudnnHandle_t cudnn = nullptr;  ///< its stream is `compute`
  CachingAllocator* allocator = nullptr;
  DataFault* fault = nullptr;
  bool strict = true;  ///< deterministic algorithms only
  bool tf32 = false;   ///< matrix products and convolutions of f32 may round their inputs to TF32
  /// Which algorithm each shape got, for the record: "conv2d forward [128, 3, 32, 32] x [16, 3, 3, 3]" -> "IMPLICIT_PRECOMP_GEMM".
  std::map<std::string, std::string> choices;
  /// Kept from call to call by the kernels of linear and conv2d (plans, descriptors); made by the backend.
  void* matmul_plans = nullptr;
  void* conv_plans = nullptr;
};

/// Makes the device current for the calling thread: threads begin with device 0. The only one to do so, since it asks CUDA where
/// the device changes only.
inline cudaError_t use_device(int device) noexcept {
  thread_local int current = 0;
  if (current == device) return cudaSuccess;
  const cudaError_t status = cudaSetDevice(device);
  if (status == cudaSuccess) current = device;
  return status;
}
inline void use_device(const State& state) noexcept { (void)use_device(state.device); }

[[nodiscard]] inline State& state_of(const KernelContext& context) {
  State& state = *static_cast<State*>(context.state);
  use_device(state);
  return state;
}

/// Temporary device memory. Work is ordered by the one compute stream, so that it may be handed on as soon as the host lets go.
class Scratch {
 public:
  Scratch(const KernelContext& context, std::size_t bytes)
      : allocator_(*state_of(context).allocator), bytes_(bytes), address_(bytes == 0 ? nullptr : allocator_.allocate(bytes)) {}
  ~Scratch() {
    if (address_ != nullptr) allocator_.release(address_, bytes_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  template <class T = void>
  [[nodiscard]] T* as() const noexcept {
    return static_cast<T*>(address_);
  }

 private:
  CachingAllocator& allocator_;
  std::size_t bytes_;
  void* address_;
};

}  // namespace lockstep::engine::cuda

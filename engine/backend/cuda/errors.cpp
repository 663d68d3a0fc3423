// What status codes of the CUDA libraries mean for a person, and what to do.
#include <fmt/format.h>

#include "engine/backend/cuda/check.h"
#include "engine/backend/cuda/lost.h"
#include "engine/backend/cuda/state.h"
#include "engine/core/error.h"
#include "engine/ops/cross_entropy/label_message.h"

namespace lockstep::engine::cuda {

namespace {

/// After these nothing works any more in this process.
bool is_sticky(cudaError_t status) noexcept {
  switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorContained:
    case cudaErrorTensorMemoryLeak:
    case cudaErrorDevicesUnavailable:
    case cudaErrorContextIsDestroyed:
    case cudaErrorExternalDevice:
    case cudaErrorUnknown: return true;
    default: return false;
  }
}

[[noreturn]] void throw_lost(std::string_view call, cudaError_t status) {
  Message message{"cuda.lost",
                  "the GPU stopped working for this program: {call} gave {name} ({text}). What was recorded is safe; start Lockstep again to use the GPU "
                  "and resume the run, or go on with the CPU",
                  {{"call", std::string(call)}, {"name", cudaGetErrorName(status)}, {"text", cudaGetErrorString(status)}}};
  set_lost(message);
  throw DeviceError(std::move(message));
}

}  // namespace

void throw_status(std::string_view call, cudaError_t status) {
  (void)cudaGetLastError();  // those that are not sticky are over with this
  if (is_sticky(status)) throw_lost(call, status);
  if (status == cudaErrorMemoryAllocation) {
    throw OutOfMemory(Message{"cuda.memory", "out of memory on the GPU in {call}; use a smaller data.batch_size, or end other programs that use the GPU", {{"call", std::string(call)}}});
  }
  if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorUnsupportedPtxVersion || status == cudaErrorInvalidDeviceFunction) {
    throw DeviceError(Message{"cuda.architecture",
                              "Lockstep's CUDA module has no code for this GPU ({name}); it supports GPUs of compute capability 7.5 and higher, or those it was "
                              "built for (LOCKSTEP_CUDA_ARCHITECTURES)",
                              {{"name", cudaGetErrorName(status)}}});
  }
  throw DeviceError(Message{"cuda.call", "{call} failed with {name}: {text}", {{"call", std::string(call)}, {"name", cudaGetErrorName(status)}, {"text", cudaGetErrorString(status)}}});
}

void throw_launch(const Where& where, cudaError_t status) {
  std::string_view file = where.file;
  file.remove_prefix(file.rfind('/') == std::string_view::npos ? 0 : file.rfind('/') + 1);
  throw_status(fmt::format("the kernel at {}:{}", file, where.line), status);
}

void throw_status(std::string_view call, cublasStatus_t status) {
  if (const cudaError_t cause = cudaPeekAtLastError(); cause != cudaSuccess) throw_status(call, cause);
  if (status == CUBLAS_STATUS_ALLOC_FAILED) throw_status(call, cudaErrorMemoryAllocation);
  throw DeviceError(Message{"cuda.cublas", "{call} failed in cuBLASLt: {text}", {{"call", std::string(call)}, {"text", cublasLtGetStatusString(status)}}});
}

void throw_status(std::string_view call, cudnnStatus_t status) {
  if (const cudaError_t cause = cudaPeekAtLastError(); cause != cudaSuccess) throw_status(call, cause);
  if (status == CUDNN_STATUS_ALLOC_FAILED) throw_status(call, cudaErrorMemoryAllocation);
  throw DeviceError(Message{"cuda.cudnn", "{call} failed in cuDNN: {text}", {{"call", std::string(call)}, {"text", cudnnGetErrorString(status)}}});
}

Message data_fault_message(const DataFault& fault) { return kernels::cross_entropy::label_message(fault.limit, fault.value, fault.index); }

}  // namespace lockstep::engine::cuda

// The names of cudart's errors, and a sentence for each.
#include <cuda_runtime_api.h>

namespace {

struct Error {
  cudaError_t code;
  const char* name;
  const char* text;
};

#define LOCKSTEP_NAMED(code) code, #code
constexpr Error errors[] = {
    {LOCKSTEP_NAMED(cudaSuccess), "no error"},
    {LOCKSTEP_NAMED(cudaErrorInvalidValue), "invalid argument"},
    {LOCKSTEP_NAMED(cudaErrorMemoryAllocation), "out of memory"},
    {LOCKSTEP_NAMED(cudaErrorInitializationError), "initialization error"},
    {LOCKSTEP_NAMED(cudaErrorInvalidConfiguration), "invalid configuration argument"},
    {LOCKSTEP_NAMED(cudaErrorInsufficientDriver), "CUDA driver version is insufficient for CUDA runtime version"},
    {LOCKSTEP_NAMED(cudaErrorDevicesUnavailable), "CUDA-capable device(s) is/are busy or unavailable"},
    {LOCKSTEP_NAMED(cudaErrorInvalidDeviceFunction), "invalid device function"},
    {LOCKSTEP_NAMED(cudaErrorNoDevice), "no CUDA-capable device is detected"},
    {LOCKSTEP_NAMED(cudaErrorInvalidDevice), "invalid device ordinal"},
    {LOCKSTEP_NAMED(cudaErrorNoKernelImageForDevice), "no kernel image is available for execution on the device"},
    {LOCKSTEP_NAMED(cudaErrorECCUncorrectable), "uncorrectable ECC error encountered"},
    {LOCKSTEP_NAMED(cudaErrorInvalidResourceHandle), "invalid resource handle"},
    {LOCKSTEP_NAMED(cudaErrorIllegalState), "the operation cannot be performed in the present state"},
    {LOCKSTEP_NAMED(cudaErrorNotReady), "device not ready"},
    {LOCKSTEP_NAMED(cudaErrorIllegalAddress), "an illegal memory access was encountered"},
    {LOCKSTEP_NAMED(cudaErrorLaunchOutOfResources), "too many resources requested for launch"},
    {LOCKSTEP_NAMED(cudaErrorMisalignedAddress), "misaligned address"},
    {LOCKSTEP_NAMED(cudaErrorLaunchFailure), "unspecified launch failure"},
    {LOCKSTEP_NAMED(cudaErrorNotSupported), "operation not supported"},
    {LOCKSTEP_NAMED(cudaErrorStreamCaptureUnsupported), "operation not permitted when stream is capturing"},
    {LOCKSTEP_NAMED(cudaErrorStreamCaptureInvalidated), "operation failed due to a previous error during capture"},
    {LOCKSTEP_NAMED(cudaErrorStreamCaptureMerge), "operation would result in a merge of separate capture sequences"},
    {LOCKSTEP_NAMED(cudaErrorStreamCaptureUnmatched), "capture was not ended in the same stream as it began"},
    {LOCKSTEP_NAMED(cudaErrorStreamCaptureUnjoined), "capturing stream has unjoined work"},
    {LOCKSTEP_NAMED(cudaErrorStreamCaptureIsolation), "dependency created on uncaptured work in another stream"},
    {LOCKSTEP_NAMED(cudaErrorStreamCaptureImplicit), "operation would make the legacy stream depend on a capturing blocking stream"},
    {LOCKSTEP_NAMED(cudaErrorCapturedEvent), "operation not permitted on an event last recorded in a capturing stream"},
    {LOCKSTEP_NAMED(cudaErrorStreamCaptureWrongThread), "attempt to terminate a thread-local capture sequence from another thread"},
    {LOCKSTEP_NAMED(cudaErrorUnknown), "unknown error"},
};
#undef LOCKSTEP_NAMED

const Error* find(cudaError_t code) {
  for (const Error& one : errors) {
    if (one.code == code) return &one;
  }
  return nullptr;
}

}  // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t code) {
  const Error* const found = find(code);
  return found == nullptr ? "unrecognized error code" : found->name;
}

const char* cudaGetErrorString(cudaError_t code) {
  const Error* const found = find(code);
  return found == nullptr ? "unrecognized error code" : found->text;
}

}  // extern "C"

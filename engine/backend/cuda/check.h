// Status codes of the CUDA libraries become our errors here.
#pragma once

#include <cublasLt.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>

#include <string_view>

namespace lockstep::engine::cuda {

/// What a status means for a person, and what to do. @throws OutOfMemory, DeviceError
[[noreturn]] void throw_status(std::string_view call, cudaError_t status);
[[noreturn]] void throw_status(std::string_view call, cublasStatus_t status);
[[noreturn]] void throw_status(std::string_view call, cudnnStatus_t status);

/// Where a launch is written, for error texts.
struct Where {
  const char* file;
  int line;
};
/// A kernel that could not be started. @throws OutOfMemory, DeviceError
[[noreturn]] void throw_launch(const Where& where, cudaError_t status);

inline void check(std::string_view call, cudaError_t status) {
  if (status != cudaSuccess) throw_status(call, status);
}
inline void check(std::string_view call, cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw_status(call, status);
}
inline void check(std::string_view call, cudnnStatus_t status) {
  if (status != CUDNN_STATUS_SUCCESS) throw_status(call, status);
}

}  // namespace lockstep::engine::cuda

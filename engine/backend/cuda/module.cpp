// The module's one exported function and the table behind it.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "engine/backend/cuda/api.h"
#include "engine/backend/cuda/check.h"
#include "engine/backend/cuda/cuda_backend.h"
#include "engine/backend/cuda/state.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine::cuda {

namespace {

#if defined(LOCKSTEP_CUDA_EMULATED)
constexpr DeviceType device_type = DeviceType::cuda_emulated;
#else
constexpr DeviceType device_type = DeviceType::cuda;
#endif

/// What other programs and the driver itself may need while a run is on.
constexpr std::size_t left_free = std::size_t{256} << 20U;

std::string version_name(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

Versions versions() {
  Versions out;
  (void)cudaDriverGetVersion(&out.driver);
  (void)cudaRuntimeGetVersion(&out.runtime);
  out.cublas_lt = cublasLtGetVersion();
  out.cudnn = cudnnGetVersion();
  return out;
}

Message why_no_device(cudaError_t status) {
  const Versions have = versions();
  if (status == cudaErrorInsufficientDriver && have.driver == 0) {
    return {"cuda.no_driver", "no NVIDIA driver is installed; install one for CUDA {needed} or newer (on Debian: the package nvidia-driver, or NVIDIA's own)",
            {{"needed", version_name(have.runtime)}}};
  }
  if (status == cudaErrorInsufficientDriver || status == cudaErrorSystemDriverMismatch) {
    return {"cuda.old_driver", "the NVIDIA driver is too old: it is for CUDA {driver}, and CUDA {needed} is needed; install a newer driver and restart",
            {{"driver", version_name(have.driver)}, {"needed", version_name(have.runtime)}}};
  }
  if (status == cudaErrorNoDevice || status == cudaSuccess) {
    return plain_message("cuda.no_device", "no NVIDIA GPU is visible; check that one is installed, and that CUDA_VISIBLE_DEVICES does not hide it");
  }
  return {"cuda.devices", "the GPUs cannot be listed: {name} ({text}); check the driver with nvidia-smi", {{"name", cudaGetErrorName(status)}, {"text", cudaGetErrorString(status)}}};
}

int device_count(Message& why) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  (void)cudaGetLastError();
  if (status == cudaSuccess && count > 0) return count;
  why = why_no_device(status);
  return 0;
}

DeviceFacts facts(int index) {
  cudaDeviceProp properties{};
  check("cudaGetDeviceProperties", cudaGetDeviceProperties(&properties, index));
  DeviceFacts out;
  std::snprintf(out.name, sizeof out.name, "%s", properties.name);
  (void)cudaDeviceGetPCIBusId(out.bus_id, sizeof out.bus_id, index);
  out.memory_bytes = properties.totalGlobalMem;
  out.capability_major = properties.major;
  out.capability_minor = properties.minor;
  out.multiprocessors = properties.multiProcessorCount;
  return out;
}

Backend* open(int index) {
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  cudaError_t status = use_device(index);
  if (status == cudaSuccess) status = cudaMemGetInfo(&free_bytes, &total);
  if (status == cudaErrorDevicesUnavailable) {
    // Nothing of ours is lost: it was never given.
    (void)cudaGetLastError();
    throw DeviceError(plain_message("cuda.busy", "the GPU is held by another program alone, or its driver gives it to nobody; end that program, or see the compute mode in nvidia-smi"));
  }
  check("cudaMemGetInfo", status);
  const std::size_t budget = free_bytes > 2 * left_free ? free_bytes - left_free : free_bytes / 2;
  return new CudaBackend({device_type, index}, budget);
}

}  // namespace

}  // namespace lockstep::engine::cuda

extern "C" __attribute__((visibility("default"))) const lockstep::engine::cuda::ModuleTable* lockstep_cuda_module() {
  using namespace lockstep::engine;
  static const cuda::ModuleTable table{cuda::module_version, sizeof(KernelTable), cuda::device_type, cuda::versions, cuda::device_count, cuda::facts, cuda::open};
  return &table;
}

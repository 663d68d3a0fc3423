// cudart's entry points about devices and errors.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/memory.h"
#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/world.h"

using namespace lockstep::fakes;

namespace {

/// What the emulator's launch() allows, as of compute capability 9.0.
struct Attribute {
  cudaDeviceAttr name;
  int value;
};
constexpr Attribute attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, 1024},
    {cudaDevAttrMaxBlockDimX, 1024},
    {cudaDevAttrMaxBlockDimY, 1024},
    {cudaDevAttrMaxBlockDimZ, 64},
    {cudaDevAttrMaxGridDimX, 2147483647},
    {cudaDevAttrMaxGridDimY, 65535},
    {cudaDevAttrMaxGridDimZ, 65535},
    {cudaDevAttrMaxSharedMemoryPerBlock, 48 << 10},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, 227 << 10},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 228 << 10},
    {cudaDevAttrWarpSize, 32},
    {cudaDevAttrMultiProcessorCount, 4},
    {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
    {cudaDevAttrComputeCapabilityMajor, 9},
    {cudaDevAttrComputeCapabilityMinor, 0},
    {cudaDevAttrUnifiedAddressing, 1},
    {cudaDevAttrCanMapHostMemory, 1},
    {cudaDevAttrConcurrentKernels, 1},
    {cudaDevAttrAsyncEngineCount, 2},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, 1},
    {cudaDevAttrMemoryPoolsSupported, 0},
};

int attribute(cudaDeviceAttr name, int otherwise = -1) {
  for (const Attribute& one : attributes) {
    if (one.name == name) return one.value;
  }
  return otherwise;
}

cudaError_t driver_status() {
  const Faults& faults = fault_plan().faults;
  if (faults.no_driver || faults.old_driver) return cudaErrorInsufficientDriver;
  return faults.no_device ? cudaErrorNoDevice : cudaSuccess;
}

int devices() { return std::max(world().devices, static_cast<int>(fault_plan().faults.devices)); }

cudaError_t check_index(int device) {
  if (const cudaError_t status = driver_status(); status != cudaSuccess) return status;
  return device < 0 || device >= devices() ? cudaErrorInvalidDevice : cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  const Guard guard;
  const cudaError_t status = driver_status();
  *count = status == cudaSuccess ? devices() : 0;
  return result(status);
}

cudaError_t cudaDriverGetVersion(int* version) {
  const Guard guard;
  *version = fault_plan().faults.no_driver ? 0 : fault_plan().faults.old_driver ? 12040 : CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  const Guard guard;
  if (const cudaError_t status = check_index(device); status != cudaSuccess) return result(status);
  *properties = cudaDeviceProp{};
  std::snprintf(properties->name, sizeof properties->name, "Emulated GPU %d", device);
  properties->totalGlobalMem = fault_plan().faults.memory_limit;
  properties->pciBusID = 1 + device;
  properties->major = attribute(cudaDevAttrComputeCapabilityMajor);
  properties->minor = attribute(cudaDevAttrComputeCapabilityMinor);
  properties->multiProcessorCount = attribute(cudaDevAttrMultiProcessorCount);
  properties->warpSize = attribute(cudaDevAttrWarpSize);
  properties->maxThreadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock);
  properties->maxThreadsPerMultiProcessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  properties->sharedMemPerBlock = static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlock));
  properties->sharedMemPerBlockOptin = static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  properties->sharedMemPerMultiprocessor = static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  properties->unifiedAddressing = 1;
  properties->canMapHostMemory = 1;
  properties->asyncEngineCount = attribute(cudaDevAttrAsyncEngineCount);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr name, int device) {
  const Guard guard;
  if (const cudaError_t status = check_index(device); status != cudaSuccess) return result(status);
  *value = attribute(name);
  if (*value >= 0) return cudaSuccess;
  violation("cudaDeviceGetAttribute: the fake does not know attribute " + std::to_string(static_cast<int>(name)));
  return result(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  const Guard guard;
  if (const cudaError_t status = check_index(device); status != cudaSuccess) return result(status);
  if (length < 13) return result(cudaErrorInvalidValue);
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02X:00.0", (1 + device) & 0xFF);
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  const Guard guard;
  if (const cudaError_t status = check_index(device); status != cudaSuccess) return result(status);
  thread_state().device = device;
  return result(world().sticky);
}

cudaError_t cudaGetDevice(int* device) {
  const Guard guard;
  *device = thread_state().device;
  return result(driver_status());
}

cudaError_t cudaDeviceSynchronize() {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_any_capture("cudaDeviceSynchronize"); status != cudaSuccess) return result(status);
  ++counters().synchronisations;
  run_everything();
  return result(world().sticky);
}

cudaError_t cudaGetLastError() {
  const Guard guard;
  const cudaError_t status = cudaPeekAtLastError();
  thread_state().last_error = cudaSuccess;
  return status;
}

cudaError_t cudaPeekAtLastError() {
  const Guard guard;
  return world().sticky != cudaSuccess ? world().sticky : thread_state().last_error;
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute name, int value) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  if (function == nullptr) return result(cudaErrorInvalidDeviceFunction);
  const bool fits = name != cudaFuncAttributeMaxDynamicSharedMemorySize || (value >= 0 && value <= attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  return result(fits ? cudaSuccess : cudaErrorInvalidValue);
}

}  // extern "C"

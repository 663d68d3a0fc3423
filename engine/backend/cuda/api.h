// What the CUDA module exports: one versioned table behind one C function. The program knows no more of CUDA than this, so
// that it starts where there is neither a driver nor a library.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/device.h"
#include "engine/core/error.h"

namespace lockstep::engine {
class Backend;
}

namespace lockstep::engine::cuda {

/// Raised by every change of ModuleTable, Backend, KernelTable or anything that these hold.
inline constexpr std::uint32_t module_version = 2;

/// As the libraries number themselves: 13000 is CUDA 13.0, 91900 is cuDNN 9.19; 0: not known.
struct Versions {
  int driver = 0;
  int runtime = 0;
  std::size_t cublas_lt = 0;
  std::size_t cudnn = 0;
};

struct DeviceFacts {
  char name[256] = {};
  char bus_id[32] = {};  ///< PCI, as NVML knows it
  std::size_t memory_bytes = 0;
  int capability_major = 0;
  int capability_minor = 0;
  int multiprocessors = 0;
};

struct ModuleTable {
  std::uint32_t version = 0;
  std::size_t kernel_table_bytes = 0;  ///< sizeof(KernelTable): a second look at whether both sides were built from the same headers
  DeviceType type = DeviceType::cuda;
  Versions (*versions)() = nullptr;
  /// How many devices can be used; 0 with the reason in `why`.
  int (*device_count)(Message& why) = nullptr;
  /// @throws DeviceError
  DeviceFacts (*facts)(int index) = nullptr;
  /// A new backend of the device, owned by the caller; its budget is what is free. @throws DeviceError
  Backend* (*open)(int index) = nullptr;
};

}  // namespace lockstep::engine::cuda

/// The name by which the program finds it.
extern "C" const lockstep::engine::cuda::ModuleTable* lockstep_cuda_module();

// Finds the CUDA module and the libraries that it needs at run time, so that one program serves machines with and without
// a GPU, and says what is missing where it can't.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/backend/cuda/api.h"
#include "engine/core/device.h"

namespace lockstep::engine {

class Backend;

/// What there is of CUDA on this machine.
struct CudaStatus {
  bool usable = false;
  Message why;  ///< where it is not usable: what is missing, and what to do
  cuda::Versions versions;
  std::vector<cuda::DeviceFacts> devices;
};

/// Looks once, and remembers. Thread-safe; a second or so the first time. `type`: cuda, or the tests' cuda_emulated.
[[nodiscard]] const CudaStatus& cuda_status(DeviceType type = DeviceType::cuda);

/// The backend of a GPU, opened and registered when first asked for. Thread-safe.
/// @throws DeviceError saying why it can't be used
Backend& open_cuda(Device device);

/// Where modules are looked for: $LOCKSTEP_MODULES, else lib/lockstep beside the program's folder.
[[nodiscard]] std::filesystem::path module_folder();

/// Opens a module by its file, with the libraries that it needs. For open_cuda() and tests. @throws DeviceError
[[nodiscard]] const cuda::ModuleTable& load_cuda_module(const std::filesystem::path& file);

}  // namespace lockstep::engine

// GPUs and driver through NVML, which comes with NVIDIA's driver and is looked for at run time. It makes no CUDA context,
// so that asking costs no GPU memory. Its functions and structs: NVIDIA Management Library API reference.
#include <dlfcn.h>

#include <memory>

#include <fmt/format.h>

#include "tracking/provenance/environment_parts.h"

namespace lockstep::tracking {

namespace {

struct NvmlMemory {  // nvmlMemory_t
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

struct CloseLibrary {
  void operator()(void* library) const noexcept { ::dlclose(library); }
};

template <class F>
F function(void* library, const char* name) {
  return reinterpret_cast<F>(::dlsym(library, name));
}

void read_devices(void* nvml, EnvironmentState& state) {
  const auto count_of = function<int (*)(unsigned*)>(nvml, "nvmlDeviceGetCount_v2");
  const auto handle_of = function<int (*)(unsigned, void**)>(nvml, "nvmlDeviceGetHandleByIndex_v2");
  const auto name_of = function<int (*)(void*, char*, unsigned)>(nvml, "nvmlDeviceGetName");
  const auto memory_of = function<int (*)(void*, NvmlMemory*)>(nvml, "nvmlDeviceGetMemoryInfo");
  unsigned count = 0;
  if (count_of == nullptr || handle_of == nullptr || count_of(&count) != 0) return;
  for (unsigned i = 0; i < count; ++i) {
    void* device = nullptr;
    if (handle_of(i, &device) != 0) continue;
    GpuState gpu;
    char name[96] = {};
    if (name_of != nullptr && name_of(device, name, sizeof name) == 0) gpu.name = name;
    NvmlMemory memory{};
    if (memory_of != nullptr && memory_of(device, &memory) == 0) gpu.memory_bytes = memory.total;
    state.gpu.devices.push_back(std::move(gpu));
  }
}

}  // namespace

void capture_gpu(EnvironmentState& state, const std::string& file) {
  const std::unique_ptr<void, CloseLibrary> library(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL));
  if (!library) {
    state.gpu.status = "no NVIDIA driver: libnvidia-ml.so.1 is not installed";
    return;
  }
  void* nvml = library.get();
  const auto start = function<int (*)()>(nvml, "nvmlInit_v2");
  const auto end = function<int (*)()>(nvml, "nvmlShutdown");
  const int result = start != nullptr && end != nullptr ? start() : -1;
  if (result != 0) {
    const auto text_of = function<const char* (*)(int)>(nvml, "nvmlErrorString");
    state.gpu.status = fmt::format("the NVIDIA driver does not answer: {}",
                                   text_of != nullptr && result > 0 ? text_of(result) : "libnvidia-ml.so.1 is too old");
    return;
  }
  char driver[96] = {};
  const auto driver_of = function<int (*)(char*, unsigned)>(nvml, "nvmlSystemGetDriverVersion");
  if (driver_of != nullptr && driver_of(driver, sizeof driver) == 0) state.gpu.driver = driver;
  int cuda = 0;
  const auto cuda_of = function<int (*)(int*)>(nvml, "nvmlSystemGetCudaDriverVersion_v2");
  if (cuda_of != nullptr && cuda_of(&cuda) == 0) state.gpu.cuda = fmt::format("{}.{}", cuda / 1000, cuda % 1000 / 10);
  read_devices(nvml, state);
  end();
  state.gpu.status = state.gpu.devices.empty() ? "the NVIDIA driver finds no GPU" : "found";
}

}  // namespace lockstep::tracking

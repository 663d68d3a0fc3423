// Prototypes and structs: NVIDIA Management Library API reference; its header does not come with the toolkit everywhere.
#include "engine/backend/gpu_monitor.h"

#include <dlfcn.h>

#include <cstdlib>

namespace lockstep::engine {

namespace {

constexpr int temperature_of_gpu = 0;       // NVML_TEMPERATURE_GPU
constexpr int clock_of_multiprocessors = 1;  // NVML_CLOCK_SM

struct Utilization {  // nvmlUtilization_t
  unsigned gpu;
  unsigned memory;
};

struct Memory {  // nvmlMemory_t
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
};

}  // namespace

/// The library, begun; functions that it lacks answer as those that fail.
class GpuMonitor::Library {
 public:
  explicit Library(const std::filesystem::path& file) : handle_(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ != nullptr && !succeeds("nvmlInit_v2")) close();
  }
  ~Library() {
    if (handle_ == nullptr) return;
    (void)succeeds("nvmlShutdown");
    close();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  template <class... A>
  [[nodiscard]] bool succeeds(const char* name, A... arguments) const {
    if (handle_ == nullptr) return false;
    const auto function = reinterpret_cast<int (*)(A...)>(::dlsym(handle_, name));
    return function != nullptr && function(arguments...) == 0;
  }

 private:
  void close() {
    ::dlclose(handle_);
    handle_ = nullptr;
  }
  void* handle_;
};

std::filesystem::path nvml_library() {
  const char* const given = std::getenv("LOCKSTEP_NVML");
  return given != nullptr && *given != '\0' ? given : "libnvidia-ml.so.1";
}

GpuMonitor::GpuMonitor(const std::string& bus_id, const std::filesystem::path& library) : library_(std::make_unique<Library>(library)) {
  void* device = nullptr;
  if (library_->succeeds("nvmlDeviceGetHandleByPciBusId_v2", bus_id.c_str(), &device)) device_ = device;
}

GpuMonitor::~GpuMonitor() = default;

GpuFigures GpuMonitor::read() const {
  GpuFigures out;
  if (device_ == nullptr) return out;
  Utilization utilization{};
  if (library_->succeeds("nvmlDeviceGetUtilizationRates", device_, &utilization)) out.utilisation = utilization.gpu;
  Memory memory{};
  if (library_->succeeds("nvmlDeviceGetMemoryInfo", device_, &memory)) {
    out.memory_used = static_cast<double>(memory.used);
    out.memory_total = static_cast<double>(memory.total);
  }
  unsigned value = 0;
  if (library_->succeeds("nvmlDeviceGetPowerUsage", device_, &value)) out.power = value / 1000.0;
  if (library_->succeeds("nvmlDeviceGetTemperature", device_, temperature_of_gpu, &value)) out.temperature = value;
  if (library_->succeeds("nvmlDeviceGetClockInfo", device_, clock_of_multiprocessors, &value)) out.clock = value;
  return out;
}

std::string GpuMonitor::driver_version() const {
  char text[96] = {};
  return library_->succeeds("nvmlSystemGetDriverVersion", static_cast<char*>(text), static_cast<unsigned>(sizeof text)) ? text : "";
}

}  // namespace lockstep::engine

// What a GPU is doing, by NVIDIA's management library (NVML), which comes with the driver and is looked for at run time. Asking
// costs no GPU memory and does not touch the program's own work there. What can't be found out is not known, never an error.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace lockstep::engine {

struct GpuFigures {
  std::optional<double> utilisation;   ///< percent of the last moments in which some kernel ran
  std::optional<double> memory_used;   ///< bytes, of all programs
  std::optional<double> memory_total;  ///< bytes
  std::optional<double> power;         ///< watts
  std::optional<double> temperature;   ///< °C
  std::optional<double> clock;         ///< MHz, of the multiprocessors
};

/// $LOCKSTEP_NVML, else the driver's libnvidia-ml.so.1.
[[nodiscard]] std::filesystem::path nvml_library();

/// One thread at a time.
class GpuMonitor {
 public:
  /// `bus_id`: PCI, "0000:01:00.0".
  explicit GpuMonitor(const std::string& bus_id, const std::filesystem::path& library = nvml_library());
  ~GpuMonitor();
  GpuMonitor(const GpuMonitor&) = delete;
  GpuMonitor& operator=(const GpuMonitor&) = delete;

  /// Whether the library knows the GPU.
  [[nodiscard]] bool is_open() const noexcept { return device_ != nullptr; }
  [[nodiscard]] GpuFigures read() const;
  /// The driver's own version ("580.65.06"); empty where it is not known.
  [[nodiscard]] std::string driver_version() const;

 private:
  class Library;
  std::unique_ptr<Library> library_;
  void* device_ = nullptr;
};

}  // namespace lockstep::engine

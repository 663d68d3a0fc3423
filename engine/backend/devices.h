// Which devices there are, and which one a config's `run.device` means here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/device.h"
#include "engine/core/error.h"

namespace lockstep::engine {

/// Versions of what a GPU is used through; empty where they are not known.
struct GpuSoftware {
  std::string driver;       ///< the driver's own: "580.65.06"
  std::string driver_cuda;  ///< the newest CUDA that the driver serves: "13.0"
  std::string cuda;         ///< of the runtime that the module was built with
  std::string cublas;
  std::string cudnn;
};

struct DeviceReport {
  std::string name;         ///< "cpu", "cuda:0"
  bool usable = false;
  std::string description;  ///< model, instruction set; or in English why it can't be used and what to do
  Message why = {};         ///< the same of one that can't be used, to be translated
  std::size_t memory_bytes = 0;
  int processors = 0;       ///< CPU: that this process may use; GPU: its multiprocessors
  std::string capability = {};  ///< GPU: compute capability, "9.0"
  GpuSoftware software = {};    ///< GPU
};

/// The CPU, then each GPU; "cuda" with the reason where there is none.
[[nodiscard]] std::vector<DeviceReport> list_devices();
/// One device that was chosen. Nothing is known but the name of one that is not there.
[[nodiscard]] DeviceReport report_of(Device device);
/// Where the management library knows the GPU: its PCI address; empty for what is none.
[[nodiscard]] std::string bus_of(Device device);

struct DeviceChoice {
  Device device;
  std::optional<Message> why_no_gpu;  ///< "auto" took the CPU for this reason
};

/// "auto" takes a GPU that works, else the CPU. @throws DeviceError for a device that can't be used, with the reason;
/// ValueError for a name that is none
[[nodiscard]] DeviceChoice decide_device(std::string_view name);
[[nodiscard]] Device choose_device(std::string_view name);

}  // namespace lockstep::engine

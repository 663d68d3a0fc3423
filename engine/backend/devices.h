// Which devices there are, and which one a config's `run.device` means here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/device.h"

namespace lockstep::engine {

struct DeviceReport {
  std::string name;         ///< "cpu", "cuda:0"
  bool usable = false;
  std::string description;  ///< model, instruction set; or why it can't be used and what to do
  std::size_t memory_bytes = 0;
  int processors = 0;       ///< CPU: that this process may use
};

[[nodiscard]] std::vector<DeviceReport> list_devices();

/// "auto" takes a GPU that works, else the CPU. @throws DeviceError for a device that can't be used, with the reason;
/// ValueError for a name that is none
[[nodiscard]] Device choose_device(std::string_view name);

}  // namespace lockstep::engine

// Where a tensor lives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::engine {

/// `test` is the tests' fake accelerator, which proves that no code outside a backend reads a data pointer; `cuda_emulated` is the
/// CUDA backend on an emulated GPU, in developers' builds only.
enum class DeviceType : std::uint8_t { cpu, cuda, test, cuda_emulated };

struct Device {
  DeviceType type = DeviceType::cpu;
  std::int32_t index = 0;
  friend bool operator==(const Device&, const Device&) = default;
};

/// "cpu", "cuda:0", "cuda-emulated", "cuda-emulated:1"
[[nodiscard]] std::string device_name(Device device);

}  // namespace lockstep::engine

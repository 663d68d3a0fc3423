// Where a tensor lives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::engine {

/// `test` is the tests' fake accelerator, which proves that no code outside a backend reads a data pointer.
enum class DeviceType : std::uint8_t { cpu, cuda, test };

struct Device {
  DeviceType type = DeviceType::cpu;
  std::int32_t index = 0;
  friend bool operator==(const Device&, const Device&) = default;
};

/// "cpu", "cuda:0"
[[nodiscard]] std::string device_name(Device device);

}  // namespace lockstep::engine

#include "engine/backend/devices.h"

#include <charconv>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/isa.h"

namespace lockstep::engine {

namespace {
constexpr std::string_view no_cuda = "this build has no CUDA backend; use --device cpu";
}

std::vector<DeviceReport> list_devices() {
  std::vector<DeviceReport> out;
  out.push_back({"cpu", true, cpu::processor_name() + ", " + cpu::isa_in_use(), usable_host_memory(), usable_processors()});
  bool has_cuda = false;
  for (const Device device : registered_devices()) {
    if (device.type != DeviceType::cuda) continue;
    has_cuda = true;
    out.push_back({device_name(device), true, "", backend_of(device).allocator().statistics().budget, 0});
  }
  if (!has_cuda) out.push_back({"cuda", false, std::string(no_cuda), 0, 0});
  return out;
}

Device choose_device(std::string_view name) {
  if (name == "cpu") return {};
  const bool automatic = name == "auto";
  Device wanted{DeviceType::cuda, 0};
  if (name.starts_with("cuda:")) {
    const std::string_view number = name.substr(5);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), wanted.index);
    if (error != std::errc() || end != number.data() + number.size() || wanted.index < 0) {
      throw ValueError(Message{"device.name", "\"{name}\" is no device; allowed are auto, cpu, cuda and cuda:N", {{"name", std::string(name)}}});
    }
  } else if (!automatic && name != "cuda") {
    throw ValueError(Message{"device.name", "\"{name}\" is no device; allowed are auto, cpu, cuda and cuda:N", {{"name", std::string(name)}}});
  }
  for (const Device device : registered_devices()) {
    if (device == wanted) return device;
  }
  if (automatic) return {};
  throw DeviceError(Message{"device.unusable", "the device {name} cannot be used: {reason}", {{"name", std::string(name)}, {"reason", std::string(no_cuda)}}});
}

}  // namespace lockstep::engine

#include "engine/backend/devices.h"

#include <charconv>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/isa.h"
#include "engine/backend/load_cuda.h"

namespace lockstep::engine {

namespace {

#if defined(LOCKSTEP_DEVELOPER)
constexpr bool has_emulated_gpu = true;
#else
constexpr bool has_emulated_gpu = false;
#endif

[[noreturn]] void throw_name(std::string_view name) {
  throw ValueError(Message{"device.name", "\"{name}\" is no device; allowed are auto, cpu, cuda and cuda:N", {{"name", std::string(name)}}});
}

/// The device that a name other than "auto" and "cpu" means.
Device gpu_of_name(std::string_view name) {
  if (name == "cuda") return {DeviceType::cuda, 0};
  if (has_emulated_gpu && name == "cuda-emulated") return {DeviceType::cuda_emulated, 0};
  Device device{DeviceType::cuda, 0};
  if (!name.starts_with("cuda:")) throw_name(name);
  const std::string_view number = name.substr(5);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), device.index);
  if (error != std::errc() || end != number.data() + number.size() || device.index < 0) throw_name(name);
  return device;
}

}  // namespace

std::vector<DeviceReport> list_devices() {
  std::vector<DeviceReport> out;
  out.push_back({"cpu", true, cpu::processor_name() + ", " + cpu::isa_in_use(), usable_host_memory(), usable_processors()});
  const CudaStatus& cuda = cuda_status();
  for (std::size_t i = 0; i < cuda.devices.size(); ++i) {
    const Device device{DeviceType::cuda, static_cast<std::int32_t>(i)};
    out.push_back({device_name(device), true, cuda.devices[i].name, cuda.devices[i].memory_bytes, 0});
  }
  if (!cuda.usable) out.push_back({"cuda", false, cuda.why.english(), 0, 0});
  return out;
}

Device choose_device(std::string_view name) {
  if (name == "cpu") return {};
  if (name != "auto") {
    const Device device = gpu_of_name(name);
    try {
      return open_cuda(device).device();
    } catch (const DeviceError& error) {
      throw DeviceError(Message{"device.unusable", "the device {name} cannot be used: {reason}", {{"name", std::string(name)}, {"reason", error.what()}}});
    }
  }
  try {
    return open_cuda({DeviceType::cuda, 0}).device();
  } catch (const DeviceError&) {
    return {};
  }
}

}  // namespace lockstep::engine

#include "engine/backend/devices.h"

#include <charconv>
#include <cstdlib>

#include <fmt/format.h>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/isa.h"
#include "engine/backend/gpu_monitor.h"
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
  const std::size_t colon = name.find(':');
  const std::string_view type = name.substr(0, colon);
  const bool emulated = has_emulated_gpu && type == "cuda-emulated";
  if (type != "cuda" && !emulated) throw_name(name);
  Device device{emulated ? DeviceType::cuda_emulated : DeviceType::cuda, 0};
  if (colon == std::string_view::npos) return device;
  const std::string_view number = name.substr(colon + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), device.index);
  if (error != std::errc() || end != number.data() + number.size() || device.index < 0) throw_name(name);
  return device;
}

/// 13000 is 13.0.
std::string cuda_version(int number) { return number == 0 ? "" : fmt::format("{}.{}", number / 1000, number % 1000 / 10); }
/// 91900 is 9.19.0.
std::string library_version(std::size_t number) { return number == 0 ? "" : fmt::format("{}.{}.{}", number / 10000, number / 100 % 100, number % 100); }

GpuSoftware software_of(const CudaStatus& cuda, const std::string& bus) {
  const cuda::Versions& v = cuda.versions;
  return {GpuMonitor(bus).driver_version(), cuda_version(v.driver), cuda_version(v.runtime), library_version(v.cublas_lt), library_version(v.cudnn)};
}

DeviceReport gpu_report(Device device, const CudaStatus& cuda) {
  const cuda::DeviceFacts& facts = cuda.devices.at(static_cast<std::size_t>(device.index));
  return {.name = device_name(device),
          .usable = true,
          .description = facts.name,
          .memory_bytes = facts.memory_bytes,
          .processors = facts.multiprocessors,
          .capability = fmt::format("{}.{}", facts.capability_major, facts.capability_minor),
          .software = software_of(cuda, bus_of(device))};
}

DeviceReport cpu_report() {
  return {.name = "cpu", .usable = true, .description = cpu::processor_name() + ", " + cpu::isa_in_use(), .memory_bytes = usable_host_memory(), .processors = usable_processors()};
}

bool is_gpu(Device device) { return device.type == DeviceType::cuda || device.type == DeviceType::cuda_emulated; }

bool is_known(Device device) { return is_gpu(device) && static_cast<std::size_t>(device.index) < cuda_status(device.type).devices.size(); }

}  // namespace

std::vector<DeviceReport> list_devices() {
  std::vector<DeviceReport> out{cpu_report()};
  const CudaStatus& cuda = cuda_status();
  for (std::size_t i = 0; i < cuda.devices.size(); ++i) out.push_back(gpu_report({DeviceType::cuda, static_cast<std::int32_t>(i)}, cuda));
  if (!cuda.usable) out.push_back({.name = "cuda", .description = cuda.why.english(), .why = cuda.why});
  return out;
}

DeviceReport report_of(Device device) {
  if (device.type == DeviceType::cpu) return cpu_report();
  if (is_known(device)) return gpu_report(device, cuda_status(device.type));
  DeviceReport unknown;
  unknown.name = device_name(device);
  return unknown;
}

std::string bus_of(Device device) {
  if (!is_known(device)) return {};
  // Where the emulated GPU seems to be a real one may be.
  if (device.type == DeviceType::cuda_emulated && std::getenv("LOCKSTEP_NVML") == nullptr) return {};
  return cuda_status(device.type).devices[static_cast<std::size_t>(device.index)].bus_id;
}

DeviceChoice decide_device(std::string_view name) {
  if (name == "cpu") return {};
  if (name != "auto") {
    const Device device = gpu_of_name(name);
    try {
      return {open_cuda(device).device(), {}};
    } catch (const DeviceError& error) {
      throw DeviceError(Message{"device.unusable", "the device {name} cannot be used: {reason}", {{"name", std::string(name)}, {"reason", error.what()}}});
    }
  }
  try {
    return {open_cuda({DeviceType::cuda, 0}).device(), {}};
  } catch (const DeviceError& error) {
    return {{}, error.message()};
  }
}

Device choose_device(std::string_view name) { return decide_device(name).device; }

}  // namespace lockstep::engine

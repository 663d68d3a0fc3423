// lockstep devices: what training can run on here, and what is missing where it can't run on a GPU.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "engine/backend/devices.h"

namespace lockstep::app {

namespace {

constexpr double gib = 1073741824.0;

nlohmann::ordered_json json_of(const engine::DeviceReport& device) {
  nlohmann::ordered_json out{{"device", device.name}, {"usable", device.usable}, {"description", device.description}, {"memory_bytes", device.memory_bytes}, {"processors", device.processors}};
  if (!device.usable) out["reason"] = device.why.code;
  if (device.capability.empty()) return out;
  const engine::GpuSoftware& has = device.software;
  out["compute_capability"] = device.capability;
  out["driver"] = has.driver;
  out["driver_cuda"] = has.driver_cuda;
  out["cuda"] = has.cuda;
  out["cudnn"] = has.cudnn;
  out["cublas"] = has.cublas;
  return out;
}

void print(const engine::DeviceReport& device) {
  const double memory = static_cast<double>(device.memory_bytes) / gib;
  if (!device.usable) {
    fmt::print("{:8} not usable: {}\n", device.name, device.description);
  } else if (device.capability.empty()) {
    fmt::print("{:8} {}, {} processors, {:.1f} GiB usable\n", device.name, device.description, device.processors, memory);
  } else {
    const engine::GpuSoftware& has = device.software;
    fmt::print("{:8} {}, {:.1f} GiB, compute capability {}, {} multiprocessors\n", device.name, device.description, memory, device.capability, device.processors);
    fmt::print("{:8} driver {} for CUDA up to {}, CUDA {}, cuDNN {}, cuBLAS {}\n", "", has.driver.empty() ? "of unknown version" : has.driver, has.driver_cuda, has.cuda, has.cudnn, has.cublas);
  }
}

int devices(bool json) {
  for (const engine::DeviceReport& device : engine::list_devices()) {
    if (json) print_json(json_of(device));
    else print(device);
  }
  return exit_done;
}

}  // namespace

void add_devices(CLI::App& app, Action& action) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("devices", "List the devices that training can run on");
  command->add_flag("--json", *json, "One JSON object a line on standard output");
  command->callback([json, &action] { action = [json] { return devices(*json); }; });
}

}  // namespace lockstep::app

// lockstep devices: what training can run on here.
#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "engine/backend/devices.h"

namespace lockstep::app {

namespace {

int devices(bool json) {
  for (const engine::DeviceReport& device : engine::list_devices()) {
    if (json) {
      print_json({{"device", device.name}, {"usable", device.usable}, {"description", device.description}, {"memory_bytes", device.memory_bytes}, {"processors", device.processors}});
    } else if (device.usable) {
      fmt::print("{:8} {}, {} processors, {:.1f} GiB usable\n", device.name, device.description, device.processors, static_cast<double>(device.memory_bytes) / 1073741824.0);
    } else {
      fmt::print("{:8} not usable: {}\n", device.name, device.description);
    }
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

// Which backends this process has.
#include <algorithm>
#include <mutex>

#include "engine/backend/backend.h"
#include "engine/backend/cpu/cpu_backend.h"

namespace lockstep::engine {

namespace {

struct Registry {
  std::mutex mutex;
  std::vector<std::unique_ptr<Backend>> others;
};

// The one process-wide table: tensors name their device by value, so something must map it to the device's owner.
// Never destroyed: tensors in static storage may be released after it.
Registry& registry() {
  static auto* instance = new Registry;
  return *instance;
}

}  // namespace

Backend& backend_of(Device device) {
  if (device.type == DeviceType::cpu) return cpu_backend();
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  for (const auto& backend : all.others) {
    if (backend->device() == device) return *backend;
  }
  throw DeviceError(plain_message("device.absent", "there is no usable device " + device_name(device)));
}

void register_backend(std::unique_ptr<Backend> backend) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  const bool taken = std::any_of(all.others.begin(), all.others.end(), [&](const auto& b) { return b->device() == backend->device(); });
  if (taken || backend->device().type == DeviceType::cpu) {
    throw DeviceError(plain_message("device.registered", "a backend for " + device_name(backend->device()) + " is already registered"));
  }
  all.others.push_back(std::move(backend));
}

std::vector<Device> registered_devices() {
  std::vector<Device> out{Device{}};
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  for (const auto& backend : all.others) out.push_back(backend->device());
  return out;
}

}  // namespace lockstep::engine

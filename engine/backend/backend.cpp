#include "engine/backend/backend.h"

#include <algorithm>
#include <mutex>
#include <new>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine {

Backend::Backend(Device device, std::size_t memory_budget)
    : device_(device), kernels_(std::make_unique<KernelTable>()), allocator_(*this, device_name(device), memory_budget) {}

Backend::~Backend() = default;

namespace {
/// Of a queue that is always empty.
class ReachedMarker final : public QueueMarker {
 public:
  void wait() override {}
};
}  // namespace

std::unique_ptr<QueueMarker> Backend::mark() { return std::make_unique<ReachedMarker>(); }

std::shared_ptr<std::byte> Backend::allocate_staging(std::size_t bytes) {
  constexpr std::align_val_t alignment{64};
  return {static_cast<std::byte*>(::operator new(bytes, alignment)), [](std::byte* block) { ::operator delete(block, alignment); }};
}

void Backend::enqueue_copy_to_host(void* staging, const void* source, std::size_t bytes) { copy_to_host(staging, source, bytes); }

std::unique_ptr<QueueMarker> Backend::upload(void* destination, const void* staging, std::size_t bytes, const QueueMarker* /*after*/) {
  copy_from_host(destination, staging, bytes);
  return mark();
}

void Backend::wait_in_queue(const QueueMarker& /*marker*/) {}

std::unique_ptr<CapturedWork> Backend::capture(const std::function<void()>& /*work*/) { return nullptr; }

void Backend::set_arithmetic(const ArithmeticOptions& /*options*/) {}

void Backend::throw_missing_kernel() const {
  throw DeviceError(plain_message("device.no_kernel", "the backend of " + device_name(device_) + " has no kernel for this operation"));
}

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

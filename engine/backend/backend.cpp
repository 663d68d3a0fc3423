#include "engine/backend/backend.h"

#include <new>

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

}  // namespace lockstep::engine

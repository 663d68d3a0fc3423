#include "engine/backend/backend.h"

#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>

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

namespace {

/// Whether a table of function pointers has this one.
template <class Table>
bool has_kernel(const Table& table, std::uintptr_t kernel) noexcept {
  static_assert(std::is_trivially_copyable_v<Table>);
  const auto* const bytes = reinterpret_cast<const std::byte*>(&table);
  for (std::size_t at = 0; at + sizeof(kernel) <= sizeof(Table); at += sizeof(kernel)) {
    if (std::memcmp(bytes + at, &kernel, sizeof(kernel)) == 0) return true;
  }
  return false;
}

}  // namespace

void Backend::set_arithmetic(const ArithmeticOptions& options) {
  bool some = false;
  for_each_operator(*kernels_, [&](std::string_view, const auto&, Determinism promise) { some = some || promise == Determinism::none; });
  refuses_ = options.strict && some;
}

void Backend::refuse_without_promise(std::uintptr_t kernel) const {
  for_each_operator(*kernels_, [&](std::string_view name, const auto& kernels, Determinism promise) {
    if (promise != Determinism::none || !has_kernel(kernels, kernel)) return;
    throw ValueError(Message{"strict.refused",
                             "[{operator}] can't repeat bit for bit on {device}, and reproducibility.strict refuses such an operator; "
                             "set reproducibility.strict = false to allow it, or use another layer",
                             {{"operator", std::string(name)}, {"device", device_name(device_)}}});
  });
}

void Backend::throw_missing_kernel() const {
  throw DeviceError(plain_message("device.no_kernel", "the backend of " + device_name(device_) + " has no kernel for this operation"));
}

}  // namespace lockstep::engine

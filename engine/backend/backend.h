// A device and everything that may touch its memory. Code outside a backend holds pointers only inside Views and never
// reads through them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/allocator.h"
#include "engine/core/device.h"
#include "engine/core/error.h"
#include "engine/core/view.h"

namespace lockstep::engine {

struct KernelTable;

/// Told of each kernel launch: the profiler, and the tests' fake device, which opens its memory just for that time.
class LaunchListener {
 public:
  virtual ~LaunchListener() = default;
  virtual void launch_begins() noexcept = 0;
  virtual void launch_ends() noexcept = 0;
};

class Backend : public BlockSource {
 public:
  Backend(Device device, std::size_t memory_budget);
  ~Backend() override;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  [[nodiscard]] Device device() const noexcept { return device_; }
  [[nodiscard]] CachingAllocator& allocator() noexcept { return allocator_; }
  [[nodiscard]] const KernelTable& kernels() const noexcept { return *kernels_; }

  virtual void copy_from_host(void* destination, const void* source, std::size_t bytes) = 0;
  virtual void copy_to_host(void* destination, const void* source, std::size_t bytes) = 0;
  /// Waits for all work that was launched; errors of that work are thrown here.
  virtual void synchronize() = 0;

  /// Runs one kernel of kernels() on this backend's stream.
  template <class... P, class... A>
  void launch(void (*kernel)(const KernelContext&, P...), A&&... arguments) {
    if (kernel == nullptr) throw_missing_kernel();
    if (listener_ == nullptr) {
      kernel(context_, std::forward<A>(arguments)...);
      return;
    }
    const ListenedLaunch listened(*listener_);
    kernel(context_, std::forward<A>(arguments)...);
  }

  void set_listener(LaunchListener* listener) noexcept { listener_ = listener; }

 protected:
  KernelTable& mutable_kernels() noexcept { return *kernels_; }
  KernelContext context_;

 private:
  struct ListenedLaunch {
    explicit ListenedLaunch(LaunchListener& l) : listener(l) { listener.launch_begins(); }
    ~ListenedLaunch() { listener.launch_ends(); }
    ListenedLaunch(const ListenedLaunch&) = delete;
    ListenedLaunch& operator=(const ListenedLaunch&) = delete;
    LaunchListener& listener;
  };
  [[noreturn]] void throw_missing_kernel() const;

  Device device_;
  std::unique_ptr<KernelTable> kernels_;
  LaunchListener* listener_ = nullptr;
  CachingAllocator allocator_;
};

/// The backend of a device that was registered. The CPU is always there.
/// @throws DeviceError when there is none
[[nodiscard]] Backend& backend_of(Device device);
/// Registers a backend for its device; it lives until the program ends. @throws DeviceError when the device has one
void register_backend(std::unique_ptr<Backend> backend);
[[nodiscard]] std::vector<Device> registered_devices();

}  // namespace lockstep::engine

// A device and everything that may touch its memory. Code outside a backend holds pointers only inside Views and never
// reads through them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
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

/// A point in a backend's queue.
class QueueMarker {
 public:
  virtual ~QueueMarker() = default;
  /// Returns once all that was enqueued before it is done; errors of that work are thrown here.
  virtual void wait() = 0;
};

/// Work that was recorded once and can be done again, with the values that its inputs' memory holds then.
class CapturedWork {
 public:
  virtual ~CapturedWork() = default;
  /// Enqueues it.
  virtual void replay() = 0;
};

/// Choices of arithmetic that are recorded with a run.
struct ArithmeticOptions {
  bool strict = true;  ///< operations without a deterministic algorithm are refused
  bool tf32 = false;   ///< matrix products and convolutions of f32 may round their inputs to TF32
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

  // --- a queue that runs beside the host; the defaults are those of a device that works at once ---------------------------
  /// Whether launches return before their work is done.
  [[nodiscard]] virtual bool is_asynchronous() const noexcept { return false; }
  [[nodiscard]] virtual std::unique_ptr<QueueMarker> mark();
  /// Host memory, aligned to 64, that asynchronous copies go to and from.
  [[nodiscard]] virtual std::shared_ptr<std::byte> allocate_staging(std::size_t bytes);
  /// Enqueues a copy to staging memory; its content is there once a later marker was waited for.
  virtual void enqueue_copy_to_host(void* staging, const void* source, std::size_t bytes);
  /// Copies from staging memory beside the queue, as soon as `after` is reached (null: at once). The staging memory must stay as
  /// it is until the marker returned was waited for.
  [[nodiscard]] virtual std::unique_ptr<QueueMarker> upload(void* destination, const void* staging, std::size_t bytes, const QueueMarker* after);
  /// Launches from now on wait for the marker, without the host.
  virtual void wait_in_queue(const QueueMarker& marker);
  /// Records what `work` launches, without doing it. Null where the device can't, before `work` was called. Memory that `work`
  /// allocates belongs to the capture as long as it lives. `work` must not read from the device nor copy to it.
  /// @throws DeviceError when it did
  [[nodiscard]] virtual std::unique_ptr<CapturedWork> capture(const std::function<void()>& work);

  /// Holds for what is launched from now on. Strict: launching an operator that promises nothing about its bits (core/determinism.h)
  /// throws a ValueError that names it.
  virtual void set_arithmetic(const ArithmeticOptions& options);
  /// Why the device can't be used any more in this process; null while it can.
  [[nodiscard]] virtual const Message* lost() const noexcept { return nullptr; }
  /// Which algorithm a library was given for which operation, in words; for the record.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> algorithm_choices() const { return {}; }

  /// Runs one kernel of kernels() on this backend's stream.
  template <class... P, class... A>
  void launch(void (*kernel)(const KernelContext&, P...), A&&... arguments) {
    if (kernel == nullptr) throw_missing_kernel();
    if (refuses_.load(std::memory_order_relaxed)) refuse_without_promise(reinterpret_cast<std::uintptr_t>(kernel));
    std::unique_lock<std::recursive_mutex> lock;
    if (queue_mutex_ != nullptr) lock = std::unique_lock(*queue_mutex_);
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
  /// Where threads share one queue: held for each launch, and by a capture from its begin to its end.
  std::recursive_mutex* queue_mutex_ = nullptr;

 private:
  struct ListenedLaunch {
    explicit ListenedLaunch(LaunchListener& l) : listener(l) { listener.launch_begins(); }
    ~ListenedLaunch() { listener.launch_ends(); }
    ListenedLaunch(const ListenedLaunch&) = delete;
    ListenedLaunch& operator=(const ListenedLaunch&) = delete;
    LaunchListener& listener;
  };
  [[noreturn]] void throw_missing_kernel() const;
  /// @throws ValueError where the kernel is one of an operator without a promise
  void refuse_without_promise(std::uintptr_t kernel) const;

  Device device_;
  std::unique_ptr<KernelTable> kernels_;
  LaunchListener* listener_ = nullptr;
  std::atomic<bool> refuses_{false};  ///< strict, and some operator of this backend promises nothing
  CachingAllocator allocator_;
};

/// The backend of a device that was registered. The CPU is always there.
/// @throws DeviceError when there is none
[[nodiscard]] Backend& backend_of(Device device);
/// Registers a backend for its device; it lives until the program ends. @throws DeviceError when the device has one
void register_backend(std::unique_ptr<Backend> backend);
[[nodiscard]] std::vector<Device> registered_devices();

}  // namespace lockstep::engine

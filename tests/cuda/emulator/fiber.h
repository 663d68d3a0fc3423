// A stack that a thread of the emulated GPU runs on, and the switch to it and back.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace lockstep::emulator {

class Fiber {
 public:
  /// The stack ends in a page that can't be touched.
  explicit Fiber(std::size_t number);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// From the scheduler: runs `body` until it waits or returns; it must live as long as that takes.
  void start(const std::function<void()>& body);
  /// From the scheduler: goes on where it waited.
  void resume();
  /// From within the fiber: back to the scheduler.
  void wait();
  [[nodiscard]] bool is_finished() const noexcept { return finished_; }
  [[nodiscard]] bool holds(const void* address) const noexcept;
  /// What it was doing is dropped: it can only be started.
  void abandon() noexcept;

 private:
  static void enter(void* self);
  /// Lays the first frame.
  void prepare();
  void switch_in();

  const std::function<void()>* body_ = nullptr;
  std::byte* memory_ = nullptr;  ///< with the guard page
  std::size_t bytes_ = 0;
  std::size_t offset_ = 0;
  void* own_ = nullptr;        ///< where the fiber's registers lie
  void* scheduler_ = nullptr;  ///< where those of the scheduler lie
  void* fake_stack_ = nullptr;            ///< AddressSanitizer's, of the scheduler
  void* own_fake_stack_ = nullptr;        ///< and of the fiber
  const void* scheduler_bottom_ = nullptr;
  std::size_t scheduler_size_ = 0;
  bool finished_ = true;
  bool entered_ = false;  ///< its frame is there, to go on with another body
};

/// Fibers are made once and kept: mapping and guarding a stack costs more than most kernels.
[[nodiscard]] Fiber& take_idle_fiber();
void give_back(Fiber& fiber);

}  // namespace lockstep::emulator

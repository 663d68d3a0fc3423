// The threads of one block and who may go on: the emulator's scheduler.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/cuda/emulator/emulator.h"
#include "tests/cuda/emulator/fiber.h"
#include "tests/cuda/emulator/shared_memory.h"

namespace lockstep::emulator {

/// One lane's part of a meeting of its warp.
struct Call {
  Meeting kind = Meeting::sync;
  unsigned mask = 0;
  std::uint64_t value = 0;
  int lane = 0;   ///< the source lane, or the distance to it
  int width = 32;
  Site site;
};

class Block {
 public:
  Block(const Launch& launch, const std::function<void()>& thread, Order order, std::uint64_t seed);
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Runs all threads to their end. @returns the fault, or nothing
  [[nodiscard]] std::string run(std::uint32_t number);

  // From within a thread:
  int barrier(int predicate, const Site& site);
  std::uint64_t meet(const Call& call);
  [[nodiscard]] unsigned active_mask() const noexcept;
  [[noreturn]] void fault(std::string text);
  [[nodiscard]] ThreadId current_id() const noexcept;
  [[nodiscard]] bool on_own_stack(const void* address) const noexcept;
  [[nodiscard]] SharedMemory& shared() noexcept { return shared_; }
  /// Whether a thread runs, and in the kernel itself.
  [[nodiscard]] bool in_kernel() const noexcept { return current_ >= 0 && threads_[static_cast<std::size_t>(current_)].in_kernel; }
  void set_in_kernel(bool inside) noexcept { threads_[static_cast<std::size_t>(current_)].in_kernel = inside; }

 private:
  enum class State : std::uint8_t { fresh, ready, at_barrier, at_meeting, finished };
  struct Thread {
    State state = State::fresh;
    Fiber* fiber = nullptr;
    Call call;
    std::uint64_t result = 0;
    int predicate = 0;
    bool in_kernel = false;
  };

  void make_order();
  /// The next that can go on, or -1.
  [[nodiscard]] int pick();
  void go_on(int thread);
  void set_index(int thread);
  void check_nobody_waits_for(int thread);
  [[nodiscard]] Fiber& free_fiber();
  void abandon_all() noexcept;
  void suspend(State state);
  /// Lets a full barrier through; false where it is not full.
  bool open_barrier();
  void try_meeting(int warp, const Call& call);
  [[nodiscard]] std::uint64_t result_of(const Call& call, int lane, int first) const;
  [[nodiscard]] std::string deadlock() const;
  [[nodiscard]] std::string place() const;

  const Launch& launch_;
  const std::function<void()>& thread_;
  Order order_;
  std::uint64_t random_;
  int count_;
  std::uint32_t number_ = 0;
  SharedMemory shared_;
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> warp_epochs_;
  std::vector<int> sequence_;  ///< threads in the order in which they are looked at
  std::size_t cursor_ = 0;
  std::vector<Fiber*> free_;
  int current_ = -1;
  int unfinished_ = 0;
  int waiting_ = 0;  ///< at the barrier
  int barrier_sum_ = 0;
  std::uint32_t epoch_ = 0;
  std::string fault_;
};

}  // namespace lockstep::emulator

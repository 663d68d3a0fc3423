// Runs a kernel's threads on the CPU, each as a fiber, one after the other: barriers, shuffles, votes and shared memory as a GPU has
// them, and every misuse of them a fault with its place in the source.
#pragma once

#include <vector_types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lockstep::emulator {

/// In which order threads are run: by their number, the other way round, or warps at random, each until it waits.
enum class Order { forward, reverse, random };

/// Where something is written in the source.
struct Site {
  const char* file = "";
  int line = 0;
  [[nodiscard]] std::string text() const;
  bool operator==(const Site& other) const noexcept { return line == other.line && std::string_view(file) == other.file; }
};

struct Launch {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  std::size_t parameter_bytes = 0;
  Site site;
};

/// All blocks of a launch, one after the other. @returns what was wrong, empty where nothing was
[[nodiscard]] std::string run(const Launch& launch, const std::function<void()>& thread);

/// Else as LOCKSTEP_EMULATOR_ORDER says: forward, reverse or random[:seed].
void set_order(Order order, std::uint64_t seed = 1);

// --- for the checker of what a thread touches (checker.h) -------------------------------------------------------------------
struct ThreadId {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  std::uint32_t epoch = 0;       ///< barriers of the block that it has passed
  std::uint32_t warp_epoch = 0;  ///< meetings of its warp that it has passed
};
[[nodiscard]] ThreadId current_thread() noexcept;
/// Whether a thread is running, and in the kernel itself: between enter_kernel() and leave_kernel().
[[nodiscard]] bool in_kernel() noexcept;
void enter_kernel() noexcept;
void leave_kernel() noexcept;
/// How many launches there were.
[[nodiscard]] std::uint32_t launch_number() noexcept;
/// Told of every atomic operation, which no instrumentation sees; null where nobody checks.
using AtomicListener = void (*)(const void* address, std::size_t bytes, const void* caller);
extern AtomicListener atomic_listener;
/// Ends the launch with this fault; the calling thread never goes on, and what its stack holds is never destroyed but `text`.
[[noreturn]] void fault(std::string text);

// --- what the kernel language is made of: see device_code.h ---------------------------------------------------------------
enum class Meeting : std::uint8_t { shuffle, shuffle_down, shuffle_up, shuffle_xor, ballot, any, all, sync };

extern uint3 thread_index;
extern uint3 block_index;
extern dim3 block_size;
extern dim3 grid_size;

/// @returns how many of the block's threads came with a predicate that is not 0
int barrier(int predicate, const Site& site);
/// Lanes of a warp that are named in `mask` meet; each gets the value of the lane that the kind of meeting says.
std::uint64_t meet(Meeting kind, unsigned mask, std::uint64_t value, int lane, int width, const Site& site);
[[nodiscard]] unsigned active_mask() noexcept;
/// One array a block for each tag: poisoned with 0xFF when the block begins, with room around it that nobody may touch.
void* shared_array(const void* tag, std::size_t bytes, std::size_t alignment);
void* dynamic_shared() noexcept;

/// Shared memory of the running block, for the checker: all of it, and the array that an address lies in (null: in none).
struct SharedRange {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0;
};
[[nodiscard]] SharedRange shared_arena() noexcept;
[[nodiscard]] SharedRange shared_range_of(const void* address) noexcept;
/// The stack of the running fiber: a thread's own variables.
[[nodiscard]] bool on_own_stack(const void* address) noexcept;

}  // namespace lockstep::emulator

// The fake device's memory: blocks of exactly the size asked for, between guard pages, poisoned, and never reused while a
// stale pointer to them may be about.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

namespace lockstep::fakes {

enum class Place { device, pinned, mapped };

/// Told of every block and of what the host's copies write, so that a checker of kernels knows what they may touch and read.
struct MemoryObserver {
  void (*allocated)(const void* begin, std::size_t bytes, Place place) = nullptr;
  void (*released)(const void* begin) = nullptr;
  void (*initialised)(const void* begin, std::size_t bytes) = nullptr;
  /// What a library reads: the fault where some of it was never written, else empty.
  std::string (*check_initialised)(const void* begin, std::size_t bytes) = nullptr;
};
/// Told of all that is there already.
void observe_memory(const MemoryObserver& observer);

/// Null where the budget is used up.
void* allocate(std::size_t bytes, Place place, int device);
/// cudaErrorInvalidValue, with the broken rule noted, where it is no block of that kind.
cudaError_t release(const char* call, void* block, bool device_memory);

/// Of all kinds, as when the device is reset.
void release_all();

struct MemoryInUse {
  std::size_t blocks = 0;
  std::size_t bytes = 0;
};
[[nodiscard]] MemoryInUse memory_in_use(bool device_memory);

/// Whether all of [begin, begin + bytes) lies in one block of the device's memory (or mapped host memory, which it may use
/// too). What is wrong with it otherwise.
[[nodiscard]] std::string check_device_range(const void* begin, std::size_t bytes, int device);
/// Where an address lies: in a block of device or pinned memory, or neither, which is memory of the host's own.
enum class Kind { device, pinned, pageable };
[[nodiscard]] Kind kind_of(const void* address);
/// The same as check_device_range for an address that is pinned.
[[nodiscard]] std::string check_pinned_range(const void* begin, std::size_t bytes);

/// For work of the libraries: what it writes, what it reads.
void mark_initialised(const void* begin, std::size_t bytes);
[[nodiscard]] std::string check_initialised(const void* begin, std::size_t bytes);

}  // namespace lockstep::fakes

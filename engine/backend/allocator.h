// A caching allocator against a budget: freed blocks are kept by size class and handed out again, and running out is
// an error of ours with figures, before the kernel kills the process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace lockstep::engine {

/// Where blocks come from: a device's raw allocation.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  /// At least `bytes` bytes aligned to 64, or null when there are none.
  [[nodiscard]] virtual void* allocate_block(std::size_t bytes) noexcept = 0;
  virtual void release_block(void* block, std::size_t bytes) noexcept = 0;
};

struct MemoryStatistics {
  std::size_t allocated = 0;  ///< bytes in live tensors (rounded to size classes)
  std::size_t reserved = 0;   ///< bytes taken from the device: allocated + cached
  std::size_t peak = 0;       ///< greatest `allocated` since the last reset_peak()
  std::size_t budget = 0;
  std::size_t largest_free = 0;  ///< the largest cached block
};

/// Thread-safe. Size classes: eight a doubling, from 64 bytes.
class CachingAllocator {
 public:
  CachingAllocator(BlockSource& source, std::string device, std::size_t budget);
  ~CachingAllocator();
  CachingAllocator(const CachingAllocator&) = delete;
  CachingAllocator& operator=(const CachingAllocator&) = delete;

  /// @throws OutOfMemory naming asked, allocated, reserved, free and the budget
  [[nodiscard]] void* allocate(std::size_t bytes);
  /// `bytes` as it was asked for.
  void release(void* block, std::size_t bytes) noexcept;

  void release_cached() noexcept;
  void set_budget(std::size_t bytes) noexcept;
  void reset_peak() noexcept;
  [[nodiscard]] MemoryStatistics statistics() const;

 private:
  static constexpr std::size_t classes = 8 * 42;
  static std::size_t class_of(std::size_t bytes) noexcept;
  static std::size_t class_bytes(std::size_t index) noexcept;
  void release_cached_locked() noexcept;
  [[nodiscard]] std::size_t largest_cached() const noexcept;
  [[noreturn]] void throw_out_of_memory(std::size_t asked) const;

  BlockSource& source_;
  std::string device_;
  mutable std::mutex mutex_;
  std::array<std::vector<void*>, classes> cached_;
  std::size_t allocated_ = 0;
  std::size_t reserved_ = 0;
  std::size_t peak_ = 0;
  std::size_t budget_;
};

}  // namespace lockstep::engine

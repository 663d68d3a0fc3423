// A caching allocator against a budget: freed blocks are kept by size class and handed out again, and running out is
// an error of ours with figures, before the kernel kills the process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
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

/// Thread-safe. Size classes: eight a doubling, from 64 bytes. Without caching every block is the source's, of exactly the
/// bytes asked for, and goes back at once: for tools that watch the device's memory, which can't see into a cache.
class CachingAllocator {
 public:
  CachingAllocator(BlockSource& source, std::string device, std::size_t budget);
  /// Before the first block.
  void set_caching(bool caching) noexcept { caching_ = caching; }
  ~CachingAllocator();
  CachingAllocator(const CachingAllocator&) = delete;
  CachingAllocator& operator=(const CachingAllocator&) = delete;

  /// @throws OutOfMemory naming asked, allocated, reserved, free and the budget
  [[nodiscard]] void* allocate(std::size_t bytes);
  /// `bytes` as it was asked for.
  void release(void* block, std::size_t bytes) noexcept;

  /// From now on what this thread allocates comes from a pool of its own, and goes back to it, whoever lets it go: captured
  /// work writes to these addresses whenever it is replayed. One pool is open at a time. @returns the pool, for release_pool()
  [[nodiscard]] int open_pool();
  void close_pool() noexcept;
  /// The pool's blocks are like all others from now on.
  void release_pool(int pool) noexcept;

  void release_cached() noexcept;
  void set_budget(std::size_t bytes) noexcept;
  void reset_peak() noexcept;
  [[nodiscard]] MemoryStatistics statistics() const;

 private:
  static constexpr std::size_t classes = 8 * 42;
  using Cache = std::array<std::vector<void*>, classes>;
  static std::size_t class_of(std::size_t bytes) noexcept;
  static std::size_t class_bytes(std::size_t index) noexcept;
  void release_cached_locked() noexcept;
  [[nodiscard]] std::size_t largest_cached() const noexcept;
  [[nodiscard]] void* take(Cache& cache, std::size_t bytes);
  void drop(void* block, std::size_t index) noexcept;
  void keep(Cache& cache, void* block, std::size_t index) noexcept;
  /// The pool that new blocks come from: 0 is the common one.
  [[nodiscard]] int pool_of_caller() const noexcept;
  [[noreturn]] void throw_out_of_memory(std::size_t asked) const;

  BlockSource& source_;
  std::string device_;
  mutable std::mutex mutex_;
  Cache cached_;
  std::unordered_map<int, Cache> pools_;
  std::unordered_map<void*, int> pool_of_block_;  ///< of blocks that belong to one
  int open_pool_ = 0;
  int last_pool_ = 0;
  std::thread::id pool_user_;
  std::size_t allocated_ = 0;
  std::size_t reserved_ = 0;
  std::size_t peak_ = 0;
  std::size_t budget_;
  bool caching_ = true;
};

}  // namespace lockstep::engine

#include "engine/backend/allocator.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::engine {

namespace {
std::string mebibytes(std::size_t bytes) { return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / 1048576.0); }
}  // namespace

CachingAllocator::CachingAllocator(BlockSource& source, std::string device, std::size_t budget)
    : source_(source), device_(std::move(device)), budget_(budget) {}

CachingAllocator::~CachingAllocator() {
  while (!pools_.empty()) release_pool(pools_.begin()->first);
  release_cached_locked();
}

// Class k holds (8 + k mod 8) 2^(k / 8 + 3) bytes: 64, 72, 80, … 120, 128, 144, …
std::size_t CachingAllocator::class_of(std::size_t bytes) noexcept {
  const std::size_t wanted = std::max<std::size_t>(bytes, 64);
  const auto exponent = static_cast<std::size_t>(std::bit_width(wanted)) - 1;
  const std::size_t step = std::size_t{1} << (exponent - 3);
  const std::size_t within = (wanted - (std::size_t{1} << exponent) + step - 1) / step;
  return (exponent - 6) * 8 + within;
}

std::size_t CachingAllocator::class_bytes(std::size_t index) noexcept { return (8 + index % 8) << (index / 8 + 3); }

int CachingAllocator::open_pool() {
  const std::lock_guard lock(mutex_);
  open_pool_ = ++last_pool_;
  pools_[open_pool_];
  pool_user_ = std::this_thread::get_id();
  return open_pool_;
}

void CachingAllocator::close_pool() noexcept {
  const std::lock_guard lock(mutex_);
  open_pool_ = 0;
}

void CachingAllocator::release_pool(int pool) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = pools_.find(pool);
  if (found == pools_.end()) return;
  for (std::size_t i = 0; i < classes; ++i) {
    for (void* block : found->second[i]) caching_ ? keep(cached_, block, i) : drop(block, i);
  }
  pools_.erase(found);
  std::erase_if(pool_of_block_, [&](const auto& entry) { return entry.second == pool; });
}

// Another thread may allocate while one captures: its blocks are none of the capture's.
int CachingAllocator::pool_of_caller() const noexcept { return open_pool_ != 0 && pool_user_ == std::this_thread::get_id() ? open_pool_ : 0; }

void* CachingAllocator::take(Cache& cache, std::size_t bytes) {
  const std::size_t index = class_of(bytes);
  if (caching_ && !cache[index].empty()) {
    void* const block = cache[index].back();
    cache[index].pop_back();
    return block;
  }
  const std::size_t size = class_bytes(index);
  if (reserved_ + size > budget_) release_cached_locked();
  if (reserved_ + size > budget_) throw_out_of_memory(size);
  const std::size_t wanted = caching_ ? size : std::max<std::size_t>(bytes, 1);
  void* block = source_.allocate_block(wanted);
  if (block == nullptr) {
    release_cached_locked();
    block = source_.allocate_block(wanted);
  }
  if (block == nullptr) throw_out_of_memory(size);
  reserved_ += size;
  return block;
}

void* CachingAllocator::allocate(std::size_t bytes) {
  const std::size_t index = class_of(bytes);
  if (index >= classes) throw_out_of_memory(bytes);
  const std::lock_guard lock(mutex_);
  const int pool = pool_of_caller();
  void* const block = take(pool == 0 ? cached_ : pools_[pool], bytes);
  if (pool != 0) pool_of_block_[block] = pool;
  allocated_ += class_bytes(index);
  peak_ = std::max(peak_, allocated_);
  return block;
}

void CachingAllocator::release(void* block, std::size_t bytes) noexcept {
  const std::size_t index = class_of(bytes);
  const std::lock_guard lock(mutex_);
  allocated_ -= class_bytes(index);
  const auto owner = pool_of_block_.empty() ? pool_of_block_.end() : pool_of_block_.find(block);
  if (owner != pool_of_block_.end()) keep(pools_.at(owner->second), block, index);
  else if (caching_) keep(cached_, block, index);
  else drop(block, index);
}

void CachingAllocator::drop(void* block, std::size_t index) noexcept {
  source_.release_block(block, class_bytes(index));
  reserved_ -= class_bytes(index);
}

void CachingAllocator::keep(Cache& cache, void* block, std::size_t index) noexcept {
  try {
    cache[index].push_back(block);
  } catch (const std::bad_alloc&) {
    pool_of_block_.erase(block);
    drop(block, index);
  }
}

void CachingAllocator::release_cached_locked() noexcept {
  for (std::size_t i = 0; i < classes; ++i) {
    for (void* block : cached_[i]) drop(block, i);
    cached_[i].clear();
  }
}

void CachingAllocator::release_cached() noexcept {
  const std::lock_guard lock(mutex_);
  release_cached_locked();
}

void CachingAllocator::set_budget(std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  budget_ = bytes;
}

void CachingAllocator::reset_peak() noexcept {
  const std::lock_guard lock(mutex_);
  peak_ = allocated_;
}

MemoryStatistics CachingAllocator::statistics() const {
  const std::lock_guard lock(mutex_);
  return {allocated_, reserved_, peak_, budget_, largest_cached()};
}

std::size_t CachingAllocator::largest_cached() const noexcept {
  for (std::size_t i = classes; i-- > 0;) {
    if (!cached_[i].empty()) return class_bytes(i);
  }
  return 0;
}

void CachingAllocator::throw_out_of_memory(std::size_t asked) const {
  const std::size_t free_bytes = budget_ > reserved_ ? budget_ - reserved_ : 0;
  throw OutOfMemory(Message{
      "memory.out",
      "out of memory on {device}: asked for {asked}; {allocated} allocated, {reserved} reserved, {free} free of a budget of "
      "{budget}, largest free block {largest}. Use a smaller data.batch_size, raise train.accumulate to keep the effective batch, or a smaller model",
      {{"device", device_},
       {"asked", mebibytes(asked)},
       {"allocated", mebibytes(allocated_)},
       {"reserved", mebibytes(reserved_)},
       {"free", mebibytes(free_bytes)},
       {"largest", mebibytes(std::max(free_bytes, largest_cached()))},
       {"budget", mebibytes(budget_)}}});
}

}  // namespace lockstep::engine

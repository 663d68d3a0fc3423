#include "engine/core/thread_pool.h"

#include <immintrin.h>

#include <utility>

namespace lockstep::engine {

namespace {
thread_local bool inside_chunk = false;
constexpr int spins_before_sleep = 4000;  // some 20 µs: longer than the gap between two operators of a step
}  // namespace

ThreadPool::ThreadPool(int threads) {
  for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { worker(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(sleep_);
    stop_ = true;
  }
  wake_.notify_all();
  workers_.clear();
}

void ThreadPool::run(std::int64_t chunks, Call call, void* body) {
  if (chunks <= 0) return;
  const bool nested = inside_chunk;
  std::unique_lock busy(busy_, std::defer_lock);
  if (chunks == 1 || workers_.empty() || nested || chunks > INT32_MAX || !busy.try_lock()) {
    inside_chunk = true;
    try {
      for (std::int64_t i = 0; i < chunks; ++i) call(body, i);
    } catch (...) {
      inside_chunk = nested;
      throw;
    }
    inside_chunk = nested;
    return;
  }
  const std::uint32_t generation = generation_.load(std::memory_order_relaxed) + 1;
  // Retire the old generation first: from here until the new one is published nobody can take a chunk.
  next_.store((static_cast<std::uint64_t>(generation) << 32U) | UINT32_MAX);
  call_.store(call, std::memory_order_relaxed);
  body_.store(body, std::memory_order_relaxed);
  chunks_.store(static_cast<std::uint32_t>(chunks), std::memory_order_relaxed);
  left_.store(chunks, std::memory_order_relaxed);
  next_.store(static_cast<std::uint64_t>(generation) << 32U, std::memory_order_release);
  generation_.store(generation, std::memory_order_seq_cst);
  if (sleeping_.load(std::memory_order_seq_cst) > 0) {
    const std::lock_guard lock(sleep_);
    wake_.notify_all();
  }
  work_on(generation);
  for (int spin = 0; left_.load(std::memory_order_acquire) != 0; ++spin) {
    if (spin < spins_before_sleep) _mm_pause();
    else std::this_thread::yield();
  }
  std::exception_ptr failure;
  {
    const std::lock_guard lock(failure_mutex_);
    failure = std::exchange(failure_, nullptr);
  }
  busy.unlock();
  if (failure) std::rethrow_exception(failure);
}

void ThreadPool::work_on(std::uint32_t generation) {
  std::uint64_t ticket = next_.load(std::memory_order_acquire);
  for (;;) {
    const auto chunk = static_cast<std::uint32_t>(ticket);
    if (static_cast<std::uint32_t>(ticket >> 32U) != generation || chunk >= chunks_.load(std::memory_order_relaxed)) return;
    if (!next_.compare_exchange_weak(ticket, ticket + 1, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    inside_chunk = true;
    try {
      call_.load(std::memory_order_relaxed)(body_.load(std::memory_order_relaxed), chunk);
    } catch (...) {
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    inside_chunk = false;
    left_.fetch_sub(1, std::memory_order_acq_rel);
    ticket = next_.load(std::memory_order_acquire);
  }
}

void ThreadPool::worker() {
  std::uint32_t seen = 0;
  for (;;) {
    std::uint32_t current = generation_.load(std::memory_order_acquire);
    for (int spin = 0; current == seen && spin < spins_before_sleep && !stop_.load(std::memory_order_relaxed); ++spin) {
      _mm_pause();
      current = generation_.load(std::memory_order_acquire);
    }
    if (current == seen) {
      std::unique_lock lock(sleep_);
      sleeping_.fetch_add(1, std::memory_order_seq_cst);
      wake_.wait(lock, [&] { return stop_.load() || generation_.load(std::memory_order_seq_cst) != seen; });
      sleeping_.fetch_sub(1, std::memory_order_seq_cst);
      if (stop_) return;
      current = generation_.load(std::memory_order_acquire);
    }
    if (stop_.load(std::memory_order_relaxed)) return;
    seen = current;
    work_on(current);
  }
}

}  // namespace lockstep::engine

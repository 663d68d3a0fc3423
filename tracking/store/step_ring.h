// A ring of words between the trainer and the writer thread: one producer, one consumer, no locks. Internal to tracking/store.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::tracking::store {

/// Words written by put() become visible to the consumer all at once with publish(), so a record is whole or not there.
class StepRing {
 public:
  /// `capacity` words; a power of two.
  explicit StepRing(std::size_t capacity) : words_(std::bit_ceil(capacity)), mask_(words_.size() - 1) {}

  [[nodiscard]] std::size_t capacity() const noexcept { return words_.size(); }

  // The producer's side.

  [[nodiscard]] bool fits(std::size_t words) noexcept {
    if (words <= capacity() - (next_ - seen_head_)) return true;
    seen_head_ = head_.load(std::memory_order_acquire);
    return words <= capacity() - (next_ - seen_head_);
  }
  void put(std::uint64_t word) noexcept { words_[next_++ & mask_] = word; }
  void publish() noexcept { tail_.store(next_, std::memory_order_release); }
  [[nodiscard]] bool half_full() noexcept {
    if (next_ - seen_head_ < capacity() / 2) return false;
    seen_head_ = head_.load(std::memory_order_acquire);
    return next_ - seen_head_ >= capacity() / 2;
  }

  // The consumer's side.

  [[nodiscard]] std::size_t available() const noexcept {
    return tail_.load(std::memory_order_acquire) - head_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::uint64_t at(std::size_t index) const noexcept {
    return words_[(head_.load(std::memory_order_relaxed) + index) & mask_];
  }
  void consume(std::size_t words) noexcept {
    head_.store(head_.load(std::memory_order_relaxed) + words, std::memory_order_release);
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t mask_;
  std::size_t next_ = 0;       // producer
  std::size_t seen_head_ = 0;  // producer
  alignas(64) std::atomic<std::size_t> tail_ = 0;
  alignas(64) std::atomic<std::size_t> head_ = 0;
};

}  // namespace lockstep::tracking::store

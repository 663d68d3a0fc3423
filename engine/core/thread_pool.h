// The engine's own threads. Work is cut into chunks whose number is a function of shape only, so that results are
// the same for any number of threads (R4); which thread runs a chunk is left open.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace lockstep::engine {

class ThreadPool {
 public:
  /// `threads` ≥ 1 counts the caller; 1 starts none.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] int threads() const noexcept { return static_cast<int>(workers_.size()) + 1; }

  /// Calls body(chunk) once for each chunk in [0, chunks), on several threads, and returns when all are done.
  /// From inside a chunk, or while another thread uses the pool, it runs on the caller alone, with the same result.
  /// The first exception of a chunk is rethrown here.
  template <class F>
  void parallel_for(std::int64_t chunks, F&& body) {
    using Body = std::remove_reference_t<F>;
    run(chunks, [](void* f, std::int64_t chunk) { (*static_cast<Body*>(f))(chunk); },
        const_cast<void*>(static_cast<const void*>(&body)));
  }

 private:
  using Call = void (*)(void*, std::int64_t);
  void run(std::int64_t chunks, Call call, void* body);
  void work_on(std::uint32_t generation);
  void worker();

  std::vector<std::jthread> workers_;
  std::mutex busy_;  ///< held by the one caller that uses the workers
  std::mutex sleep_;
  std::condition_variable wake_;
  // The job: next packs its generation (upper 32 bits) and its next chunk, so that a late worker takes nothing stale.
  alignas(64) std::atomic<std::uint64_t> next_{0};
  alignas(64) std::atomic<std::int64_t> left_{0};
  alignas(64) std::atomic<std::uint32_t> generation_{0};
  std::atomic<std::uint32_t> chunks_{0};
  std::atomic<Call> call_{nullptr};
  std::atomic<void*> body_{nullptr};
  std::atomic<int> sleeping_{0};
  std::atomic<bool> stop_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace lockstep::engine

// What the CPU's kernels share: reached from KernelContext::state.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/backend/cpu/onednn.h"
#include "engine/core/thread_pool.h"
#include "engine/core/view.h"

namespace lockstep::engine::cpu {

struct State {
  std::atomic<ThreadPool*> pool{nullptr};
  OneDnn onednn;

  /// From the next kernel on. A pool of another size is kept: an evaluation beside a training may still be inside it, and it
  /// comes back into use with the next run that wants as many threads.
  void use_threads(int threads);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<ThreadPool>> pools_;
};

[[nodiscard]] inline State& state(const KernelContext& context) noexcept { return *static_cast<State*>(context.state); }
[[nodiscard]] inline ThreadPool& pool(const KernelContext& context) noexcept { return *state(context).pool.load(std::memory_order_acquire); }

}  // namespace lockstep::engine::cpu

// What the CPU's kernels share: reached from KernelContext::state.
#pragma once

#include <memory>

#include "engine/backend/cpu/onednn.h"
#include "engine/core/thread_pool.h"
#include "engine/core/view.h"

namespace lockstep::engine::cpu {

struct State {
  std::unique_ptr<ThreadPool> pool;
  OneDnn onednn;
};

[[nodiscard]] inline State& state(const KernelContext& context) noexcept { return *static_cast<State*>(context.state); }
[[nodiscard]] inline ThreadPool& pool(const KernelContext& context) noexcept { return *state(context).pool; }

}  // namespace lockstep::engine::cpu

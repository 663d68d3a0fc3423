#include "engine/backend/cpu/cpu_backend.h"

#include <cstdlib>
#include <cstring>

#include "engine/backend/cpu/state.h"
#include "engine/ops/fill_cpu.h"

namespace lockstep::engine {

void cpu::State::use_threads(int threads) {
  const std::lock_guard lock(mutex_);
  for (const auto& one : pools_) {
    if (one->threads() != threads) continue;
    pool.store(one.get(), std::memory_order_release);
    return;
  }
  pools_.push_back(std::make_unique<ThreadPool>(threads));
  pool.store(pools_.back().get(), std::memory_order_release);
}

CpuBackend::CpuBackend() : Backend(Device{}, usable_host_memory()), state_(std::make_unique<cpu::State>()) {
  state_->use_threads(usable_processors());
  context_.state = state_.get();
  fill_cpu(mutable_kernels());
}

CpuBackend::~CpuBackend() = default;

void* CpuBackend::allocate_block(std::size_t bytes) noexcept { return std::aligned_alloc(64, (bytes + 63) / 64 * 64); }
void CpuBackend::release_block(void* block, std::size_t /*bytes*/) noexcept { std::free(block); }

void CpuBackend::copy_from_host(void* destination, const void* source, std::size_t bytes) {
  if (bytes != 0) std::memcpy(destination, source, bytes);
}
void CpuBackend::copy_to_host(void* destination, const void* source, std::size_t bytes) {
  if (bytes != 0) std::memcpy(destination, source, bytes);
}

void CpuBackend::set_threads(int threads) {
  if (threads < 1) throw ValueError(plain_message("threads.count", "the number of threads must be at least 1"));
  state_->use_threads(threads);
}

int CpuBackend::threads() const noexcept { return state_->pool.load()->threads(); }

CpuBackend& cpu_backend() {
  // Never destroyed: tensors in static storage may be released after it.
  static auto* instance = new CpuBackend;
  return *instance;
}

}  // namespace lockstep::engine

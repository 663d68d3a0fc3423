// The CPU as a backend.
#pragma once

#include <cstddef>

#include "engine/backend/backend.h"
#include "engine/core/host_memory.h"

namespace lockstep::engine {

namespace cpu {
struct State;
}

class CpuBackend final : public Backend {
 public:
  CpuBackend();
  ~CpuBackend() override;

  void* allocate_block(std::size_t bytes) noexcept override;
  void release_block(void* block, std::size_t bytes) noexcept override;
  void copy_from_host(void* destination, const void* source, std::size_t bytes) override;
  void copy_to_host(void* destination, const void* source, std::size_t bytes) override;
  void synchronize() override {}

  /// Threads that kernels may use, the caller included. Never changes a result. Kernels that run go on with what they began with.
  void set_threads(int threads);
  [[nodiscard]] int threads() const noexcept;

 private:
  std::unique_ptr<cpu::State> state_;
};

/// The one CPU backend of the process.
[[nodiscard]] CpuBackend& cpu_backend();

}  // namespace lockstep::engine

// Copies from any host memory to the device without waiting for it: through page-locked buffers that take turns.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>

namespace lockstep::engine::cuda {

class StagingRing {
 public:
  StagingRing() = default;
  ~StagingRing();
  StagingRing(const StagingRing&) = delete;
  StagingRing& operator=(const StagingRing&) = delete;

  /// Enqueues the copy; `source` may be changed at once afterwards. Waits only where all buffers are still in use.
  void copy(void* destination, const void* source, std::size_t bytes, cudaStream_t stream);

 private:
  static constexpr std::size_t largest = std::size_t{16} << 20U;
  struct Buffer {
    void* memory = nullptr;
    std::size_t bytes = 0;
    cudaEvent_t used = nullptr;
  };
  Buffer& next(std::size_t bytes);
  std::array<Buffer, 4> buffers_{};
  std::size_t turn_ = 0;
};

}  // namespace lockstep::engine::cuda

// A GPU as a backend: one compute stream that all kernels run on in order, one copy stream beside it, and captures of a
// whole step as a CUDA graph.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/cuda/staging.h"
#include "engine/backend/cuda/state.h"

namespace lockstep::engine::cuda {

class CudaBackend final : public Backend {
 public:
  /// @throws DeviceError, OutOfMemory
  CudaBackend(Device device, std::size_t memory_budget);
  ~CudaBackend() override;

  void* allocate_block(std::size_t bytes) noexcept override;
  void release_block(void* block, std::size_t bytes) noexcept override;
  void copy_from_host(void* destination, const void* source, std::size_t bytes) override;
  void copy_to_host(void* destination, const void* source, std::size_t bytes) override;
  void synchronize() override;

  [[nodiscard]] bool is_asynchronous() const noexcept override { return true; }
  [[nodiscard]] std::unique_ptr<QueueMarker> mark() override;
  [[nodiscard]] std::shared_ptr<std::byte> allocate_staging(std::size_t bytes) override;
  void enqueue_copy_to_host(void* staging, const void* source, std::size_t bytes) override;
  [[nodiscard]] std::unique_ptr<QueueMarker> upload(void* destination, const void* staging, std::size_t bytes, const QueueMarker* after) override;
  void wait_in_queue(const QueueMarker& marker) override;
  [[nodiscard]] std::unique_ptr<CapturedWork> capture(const std::function<void()>& work) override;
  void set_arithmetic(const ArithmeticOptions& options) override;
  [[nodiscard]] const Message* lost() const noexcept override;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> algorithm_choices() const override;

  /// Throws what kernels found wrong with their data since the last look.
  void look_for_faults();

 private:
  void refuse_while_capturing(const char* what) const;
  void close() noexcept;

  mutable std::recursive_mutex mutex_;
  State state_;
  StagingRing staging_;
  bool capturing_ = false;
};

}  // namespace lockstep::engine::cuda

// A point in a stream.
#pragma once

#include <cuda_runtime_api.h>

#include "engine/backend/backend.h"

namespace lockstep::engine::cuda {

class CudaBackend;

class EventMarker final : public QueueMarker {
 public:
  /// Marks where `stream` is now.
  EventMarker(CudaBackend& backend, cudaStream_t stream);
  ~EventMarker() override;
  EventMarker(const EventMarker&) = delete;
  EventMarker& operator=(const EventMarker&) = delete;

  void wait() override;
  [[nodiscard]] cudaEvent_t event() const noexcept { return event_; }

 private:
  CudaBackend& backend_;
  cudaEvent_t event_ = nullptr;
};

}  // namespace lockstep::engine::cuda

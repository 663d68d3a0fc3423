// Work that was captured as a CUDA graph.
#pragma once

#include <cuda_runtime_api.h>

#include <mutex>

#include "engine/backend/allocator.h"
#include "engine/backend/backend.h"

namespace lockstep::engine::cuda {

class CapturedGraph final : public CapturedWork {
 public:
  /// Owns `graph` and the allocator's `pool` that the work's memory is from, also when it throws.
  CapturedGraph(cudaGraph_t graph, cudaStream_t stream, std::recursive_mutex& mutex, CachingAllocator& allocator, int pool);
  ~CapturedGraph() override;
  CapturedGraph(const CapturedGraph&) = delete;
  CapturedGraph& operator=(const CapturedGraph&) = delete;

  void replay() override;

 private:
  cudaGraph_t graph_;
  cudaGraphExec_t executable_ = nullptr;
  cudaStream_t stream_;
  std::recursive_mutex& mutex_;
  CachingAllocator& allocator_;
  int pool_;
};

}  // namespace lockstep::engine::cuda

#include "engine/backend/cuda/graph.h"

#include "engine/backend/cuda/check.h"

namespace lockstep::engine::cuda {

CapturedGraph::CapturedGraph(cudaGraph_t graph, cudaStream_t stream, std::recursive_mutex& mutex, CachingAllocator& allocator, int pool)
    : graph_(graph), stream_(stream), mutex_(mutex), allocator_(allocator), pool_(pool) {
  const cudaError_t status = cudaGraphInstantiate(&executable_, graph_, 0);
  if (status == cudaSuccess) return;
  (void)cudaGraphDestroy(graph_);
  allocator_.release_pool(pool_);
  throw_status("cudaGraphInstantiate", status);
}

// What is still enqueued runs to its end before whatever is launched next into the same memory: one stream orders both.
CapturedGraph::~CapturedGraph() {
  (void)cudaGraphExecDestroy(executable_);
  (void)cudaGraphDestroy(graph_);
  allocator_.release_pool(pool_);
}

void CapturedGraph::replay() {
  const std::lock_guard lock(mutex_);
  check("cudaGraphLaunch", cudaGraphLaunch(executable_, stream_));
}

}  // namespace lockstep::engine::cuda

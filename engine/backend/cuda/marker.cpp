#include "engine/backend/cuda/marker.h"

#include "engine/backend/cuda/check.h"
#include "engine/backend/cuda/cuda_backend.h"

namespace lockstep::engine::cuda {

EventMarker::EventMarker(CudaBackend& backend, cudaStream_t stream) : backend_(backend) {
  check("cudaEventCreate", cudaEventCreateWithFlags(&event_, cudaEventDisableTiming));
  if (const cudaError_t status = cudaEventRecord(event_, stream); status != cudaSuccess) {
    (void)cudaEventDestroy(event_);
    throw_status("cudaEventRecord", status);
  }
}

EventMarker::~EventMarker() { (void)cudaEventDestroy(event_); }

void EventMarker::wait() {
  check("waiting for the GPU", cudaEventSynchronize(event_));
  backend_.look_for_faults();
}

}  // namespace lockstep::engine::cuda

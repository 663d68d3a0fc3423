#include "engine/backend/cuda/staging.h"

#include <algorithm>
#include <cstring>

#include "engine/backend/cuda/check.h"

namespace lockstep::engine::cuda {

StagingRing::~StagingRing() {
  for (const Buffer& buffer : buffers_) {
    if (buffer.used != nullptr) (void)cudaEventDestroy(buffer.used);
    if (buffer.memory != nullptr) (void)cudaFreeHost(buffer.memory);
  }
}

StagingRing::Buffer& StagingRing::next(std::size_t bytes) {
  Buffer& buffer = buffers_[turn_];
  turn_ = (turn_ + 1) % buffers_.size();
  if (buffer.used == nullptr) check("cudaEventCreate", cudaEventCreateWithFlags(&buffer.used, cudaEventDisableTiming));
  else check("cudaEventSynchronize", cudaEventSynchronize(buffer.used));
  if (buffer.bytes < bytes) {
    if (buffer.memory != nullptr) check("cudaFreeHost", cudaFreeHost(buffer.memory));
    buffer.memory = nullptr;
    buffer.bytes = 0;
    const std::size_t room = std::max<std::size_t>(bytes, 4096);
    check("cudaHostAlloc", cudaHostAlloc(&buffer.memory, room, cudaHostAllocDefault));
    buffer.bytes = room;
  }
  return buffer;
}

void StagingRing::copy(void* destination, const void* source, std::size_t bytes, cudaStream_t stream) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t part = std::min(bytes - done, largest);
    Buffer& buffer = next(part);
    std::memcpy(buffer.memory, static_cast<const std::byte*>(source) + done, part);
    check("cudaMemcpyAsync", cudaMemcpyAsync(static_cast<std::byte*>(destination) + done, buffer.memory, part, cudaMemcpyHostToDevice, stream));
    check("cudaEventRecord", cudaEventRecord(buffer.used, stream));
    done += part;
  }
}

}  // namespace lockstep::engine::cuda

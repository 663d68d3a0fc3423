// For the fakes' own tests: streams, events and blocks that a test may leave behind, and how work is written.
#pragma once

#include <QtTest>
#include <cuda_runtime_api.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/cuda/fakes/queue.h"
#include "tests/cuda/fakes/reports.h"

namespace lockstep::fakes::test {

#define LOCKSTEP_OK(call) QCOMPARE(call, cudaSuccess)

inline cudaStream_t make_stream() {
  cudaStream_t stream = nullptr;
  (void)cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  return stream;
}
inline cudaEvent_t make_event() {
  cudaEvent_t event = nullptr;
  (void)cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  return event;
}
template <class T>
T* device_array(std::size_t count) {
  void* block = nullptr;
  (void)cudaMalloc(&block, count * sizeof(T));
  return static_cast<T*>(block);
}
template <class T>
T* pinned_array(std::size_t count) {
  void* block = nullptr;
  (void)cudaHostAlloc(&block, count * sizeof(T), cudaHostAllocDefault);
  return static_cast<T*>(block);
}

/// A kernel: to[0] = from[0] + 1.
inline cudaError_t add_one(cudaStream_t stream, const float* from, float* to) {
  return enqueue(stream, "add_one", [from, to] {
    *to = *from + 1;
    return std::string();
  });
}
inline cudaError_t set(cudaStream_t stream, float* to, float value) {
  return enqueue(stream, "set", [to, value] {
    *to = value;
    return std::string();
  });
}

/// Whether the last broken rule speaks of `text`; forgets all.
inline bool broke(const char* text) {
  const bool found = !violations().empty() && violations().back().find(text) != std::string::npos;
  if (!found) qWarning("last violation: %s", violations().empty() ? "none" : violations().back().c_str());
  forget_violations();
  return found;
}

}  // namespace lockstep::fakes::test

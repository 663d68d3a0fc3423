// What the fake libraries were asked to do, so that tests can claim "no host synchronisation inside a step" or "the graph was
// replayed". Plain C, so that a test finds it in the emulated module by dlsym("lockstep_fakes_counters").
#pragma once

#include <cstdint>

extern "C" {

struct LockstepFakeCounters {
  std::int64_t launches;          ///< kernels executed, also those of graphs and of cuBLASLt and cuDNN
  std::int64_t enqueued;          ///< kernels enqueued or captured by the host, one by one
  std::int64_t synchronisations;  ///< calls that wait for a stream, an event or the device; cudaMemcpy and cudaMemset too
  std::int64_t waits;             ///< those that found work still to be done; always 0 where the queue is eager
  std::int64_t implicit_waits;    ///< cudaFree, cudaFreeHost and copies with pageable host memory, which may hold the host up
  std::int64_t queries;           ///< cudaStreamQuery and cudaEventQuery
  std::int64_t mallocs;
  std::int64_t frees;
  std::int64_t host_allocations;
  std::int64_t copies_to_device;  ///< executed
  std::int64_t copies_to_host;
  std::int64_t copies_on_device;
  std::int64_t memsets;
  std::int64_t captures;       ///< ended with a graph
  std::int64_t graph_launches;
  std::int64_t matmuls;        ///< executed
  std::int64_t convolutions;   ///< executed, of either direction
  std::int64_t violations;     ///< rules broken by the caller; see violations() in reports.h
};

/// Always the same object; read it where no other thread uses the fakes.
__attribute__((visibility("default"))) const LockstepFakeCounters* lockstep_fakes_counters();
/// The texts of all violations so far, a line each; valid until the next call.
__attribute__((visibility("default"))) const char* lockstep_fakes_violations();
/// The same text as LOCKSTEP_FAKE_FAULT takes; counts begin anew. False where it can't be understood.
__attribute__((visibility("default"))) bool lockstep_fakes_set_fault(const char* text);
/// As LOCKSTEP_FAKE_QUEUE takes it. False where it can't be understood.
__attribute__((visibility("default"))) bool lockstep_fakes_set_queue(const char* text);
}

// cudart's entry points about memory and copies.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/memory.h"
#include "tests/cuda/fakes/reports.h"
#include "tests/cuda/fakes/world.h"

using namespace lockstep::fakes;

namespace {

/// `height` rows of `width` bytes.
struct Copy {
  std::byte* destination;
  std::size_t destination_pitch;
  const std::byte* source;
  std::size_t source_pitch;
  std::size_t width;
  std::size_t height;

  [[nodiscard]] std::size_t span(std::size_t pitch) const { return height == 0 || width == 0 ? 0 : (height - 1) * pitch + width; }
};

std::string range_fault(const void* begin, std::size_t bytes, bool on_device) {
  if (bytes == 0) return {};
  if (on_device) return check_device_range(begin, bytes, thread_state().device);
  switch (kind_of(begin)) {
    case Kind::device: return fmt::format("{} is device memory where host memory is needed", begin);
    case Kind::pinned: return check_pinned_range(begin, bytes);
    case Kind::pageable: break;
  }
  return begin == nullptr ? "a null pointer" : "";
}

/// Resolves cudaMemcpyDefault and refuses pointers that are not where the kind says. True where all is right.
bool check_copy(const char* call, const Copy& copy, cudaMemcpyKind& kind) {
  if (kind == cudaMemcpyDefault) {
    const bool to = kind_of(copy.destination) == Kind::device, from = kind_of(copy.source) == Kind::device;
    kind = to ? (from ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice) : (from ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost);
  }
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  std::string fault = range_fault(copy.destination, copy.span(copy.destination_pitch), to_device);
  if (!fault.empty()) fault = "destination: " + fault;
  else if (fault = range_fault(copy.source, copy.span(copy.source_pitch), from_device); !fault.empty()) fault = "source: " + fault;
  else if (copy.width > copy.destination_pitch || copy.width > copy.source_pitch) fault = "rows that are wider than their pitch";
  if (!fault.empty()) violation(fmt::format("{}: {}", call, fault));
  return fault.empty();
}

WorkKind work_kind(cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToDevice) return WorkKind::copy_to_device;
  return kind == cudaMemcpyDeviceToHost ? WorkKind::copy_to_host : WorkKind::copy_on_device;
}

Work copy_work(const Copy& copy, bool to_device) {
  return [copy, to_device] {
    for (std::size_t row = 0; row < copy.height; ++row) {
      std::byte* const to = copy.destination + row * copy.destination_pitch;
      std::memcpy(to, copy.source + row * copy.source_pitch, copy.width);
      if (to_device) mark_initialised(to, copy.width);
    }
    return std::string();
  };
}

/// The source is read now, as CUDA does where host memory is not pinned.
Work staged_work(Copy copy) {
  const auto staged = std::make_shared<std::vector<std::byte>>(copy.width * copy.height);
  for (std::size_t row = 0; row < copy.height; ++row) std::memcpy(staged->data() + row * copy.width, copy.source + row * copy.source_pitch, copy.width);
  copy.source = staged->data();
  copy.source_pitch = copy.width;
  return [staged, work = copy_work(copy, true)] { return work(); };
}

cudaError_t copy_async(const char* call, const Copy& copy, cudaMemcpyKind kind, cudaStream_t handle) {
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  std::shared_ptr<Stream> stream;
  if (const cudaError_t status = usable_stream(call, handle, stream); status != cudaSuccess) return result(status);
  if (!check_copy(call, copy, kind)) return result(cudaErrorInvalidValue);
  const bool host_side_pageable = (kind == cudaMemcpyHostToDevice && kind_of(copy.source) == Kind::pageable) ||
                                  (kind == cudaMemcpyDeviceToHost && kind_of(copy.destination) == Kind::pageable) || kind == cudaMemcpyHostToHost;
  const std::string what = fmt::format("{} of {} bytes", call, copy.width * copy.height);
  if (!host_side_pageable) return submit(call, handle, what, work_kind(kind), copy_work(copy, kind != cudaMemcpyDeviceToHost));
  if (stream->capture != nullptr) {
    return result(refuse_capturing(fmt::format("{} with host memory that is not pinned", call).c_str(), *stream));
  }
  ++counters().implicit_waits;
  if (kind == cudaMemcpyHostToDevice) return submit(call, handle, what, work_kind(kind), staged_work(copy));
  if (const cudaError_t status = submit(call, handle, what, work_kind(kind), copy_work(copy, false)); status != cudaSuccess) return status;
  run_stream(stream);
  return result(world().sticky);
}

cudaError_t copy_now(const char* call, const Copy& copy, cudaMemcpyKind kind) {
  if (const cudaError_t status = refuse_unsafe(call); status != cudaSuccess) return result(status);
  if (const cudaError_t status = copy_async(call, copy, kind, nullptr); status != cudaSuccess) return status;
  ++counters().synchronisations;
  run_stream(world().legacy);
  return result(world().sticky);
}

Work memset_work(void* destination, int value, std::size_t bytes) {
  return [destination, value, bytes] {
    std::memset(destination, value, bytes);
    mark_initialised(destination, bytes);
    return std::string();
  };
}

cudaError_t memset_async(const char* call, void* destination, int value, std::size_t bytes, cudaStream_t stream) {
  if (const std::string fault = check_device_range(destination, bytes, thread_state().device); !fault.empty()) {
    violation(fmt::format("{}: {}", call, fault));
    return result(cudaErrorInvalidValue);
  }
  return submit(call, stream, fmt::format("{} of {} bytes", call, bytes), WorkKind::memset, memset_work(destination, value, bytes));
}

cudaError_t free_block(const char* call, void* block, bool device_memory) {
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  if (block == nullptr) return cudaSuccess;
  if (const cudaError_t status = refuse_unsafe(call); status != cudaSuccess) return result(status);
  // Waits for all work that may still use the memory.
  ++counters().implicit_waits;
  run_everything();
  if (world().sticky != cudaSuccess) return result(world().sticky);
  return result(release(call, block, device_memory));
}

}  // namespace

extern "C" {

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total) {
  const Guard guard;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  *total = fault_plan().faults.memory_limit;
  *free_bytes = *total - std::min(*total, memory_in_use(true).bytes);
  return cudaSuccess;
}

cudaError_t cudaMalloc(void** block, std::size_t bytes) {
  const Guard guard;
  *block = nullptr;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_unsafe("cudaMalloc"); status != cudaSuccess) return result(status);
  if (bytes == 0) return cudaSuccess;
  FaultPlan& plan = fault_plan();
  ++plan.mallocs;
  const std::int64_t from = plan.faults.malloc_from;
  if (from != 0 && (plan.faults.malloc_once ? plan.mallocs == from : plan.mallocs >= from)) return result(cudaErrorMemoryAllocation);
  *block = allocate(bytes, Place::device, thread_state().device);
  if (*block == nullptr) return result(cudaErrorMemoryAllocation);
  ++counters().mallocs;
  return cudaSuccess;
}

cudaError_t cudaFree(void* block) {
  const Guard guard;
  ++counters().frees;
  return free_block("cudaFree", block, true);
}

cudaError_t cudaHostAlloc(void** block, std::size_t bytes, unsigned flags) {
  const Guard guard;
  *block = nullptr;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  if (const cudaError_t status = refuse_unsafe("cudaHostAlloc"); status != cudaSuccess) return result(status);
  if (bytes == 0) return cudaSuccess;
  *block = allocate(bytes, (flags & cudaHostAllocMapped) != 0 ? Place::mapped : Place::pinned, thread_state().device);
  if (*block == nullptr) return result(cudaErrorMemoryAllocation);
  ++counters().host_allocations;
  return cudaSuccess;
}

cudaError_t cudaMallocHost(void** block, std::size_t bytes) { return cudaHostAlloc(block, bytes, cudaHostAllocDefault); }

cudaError_t cudaFreeHost(void* block) {
  const Guard guard;
  return free_block("cudaFreeHost", block, false);
}

cudaError_t cudaHostGetDevicePointer(void** device_pointer, void* host, unsigned flags) {
  const Guard guard;
  *device_pointer = nullptr;
  if (const cudaError_t status = device_status(); status != cudaSuccess) return result(status);
  if (flags != 0 || kind_of(host) != Kind::pinned || !check_device_range(host, 1, thread_state().device).empty()) {
    violation(fmt::format("cudaHostGetDevicePointer: {} is not host memory that is mapped for the device", host));
    return result(cudaErrorInvalidValue);
  }
  *device_pointer = host;
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  const Guard guard;
  return copy_async("cudaMemcpyAsync", {static_cast<std::byte*>(destination), bytes, static_cast<const std::byte*>(source), bytes, bytes, 1}, kind, stream);
}

cudaError_t cudaMemcpy2DAsync(void* destination, std::size_t destination_pitch, const void* source, std::size_t source_pitch, std::size_t width,
                              std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  const Guard guard;
  return copy_async("cudaMemcpy2DAsync",
                    {static_cast<std::byte*>(destination), destination_pitch, static_cast<const std::byte*>(source), source_pitch, width, height}, kind, stream);
}

cudaError_t cudaMemcpy(void* destination, const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  const Guard guard;
  return copy_now("cudaMemcpy", {static_cast<std::byte*>(destination), bytes, static_cast<const std::byte*>(source), bytes, bytes, 1}, kind);
}

cudaError_t cudaMemsetAsync(void* destination, int value, std::size_t bytes, cudaStream_t stream) {
  const Guard guard;
  return memset_async("cudaMemsetAsync", destination, value, bytes, stream);
}

cudaError_t cudaMemset(void* destination, int value, std::size_t bytes) {
  const Guard guard;
  if (const cudaError_t status = refuse_unsafe("cudaMemset"); status != cudaSuccess) return result(status);
  ++counters().synchronisations;
  if (const cudaError_t status = memset_async("cudaMemset", destination, value, bytes, nullptr); status != cudaSuccess) return status;
  run_stream(world().legacy);
  return result(world().sticky);
}

}  // extern "C"

// What a kernel sees of a tensor: a plain view, the same for every backend. Part of the kernel table's ABI.
#pragma once

#include <cstdint>

#include "engine/core/dtype.h"
#include "engine/core/host_device.h"

namespace lockstep::engine {

inline constexpr int view_max_rank = 8;

/// A pointer in the backend's memory with sizes and strides in elements. `data` may be null: "not given".
struct View {
  void* data = nullptr;
  DType dtype = DType::f32;
  std::int32_t rank = 0;
  std::int64_t sizes[view_max_rank] = {};
  std::int64_t strides[view_max_rank] = {};

  [[nodiscard]] std::int64_t numel() const noexcept {
    std::int64_t n = 1;
    for (std::int32_t i = 0; i < rank; ++i) n *= sizes[i];
    return n;
  }
  template <class T>
  [[nodiscard]] LOCKSTEP_HOST_DEVICE T* as() const noexcept {
    return static_cast<T*>(data);
  }
  [[nodiscard]] bool defined() const noexcept { return data != nullptr; }
  /// Dense in row-major order.
  [[nodiscard]] bool is_contiguous() const noexcept {
    std::int64_t expected = 1;
    for (std::int32_t i = rank; i-- > 0;) {
      if (sizes[i] != 1 && strides[i] != expected) return false;
      expected *= sizes[i];
    }
    return true;
  }
  /// A logical [N, C, H, W] that is dense as [N, H, W, C].
  [[nodiscard]] bool is_channels_last() const noexcept {
    if (rank != 4) return false;
    const int order[4] = {1, 3, 2, 0};
    std::int64_t expected = 1;
    for (const int i : order) {
      if (sizes[i] != 1 && strides[i] != expected) return false;
      expected *= sizes[i];
    }
    return true;
  }
};

/// Passed to every kernel. `state` is the backend's own (cpu::State for the CPU), `stream` its queue.
struct KernelContext {
  void* state = nullptr;
  void* stream = nullptr;
};

}  // namespace lockstep::engine

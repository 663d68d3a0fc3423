// A dense array in host memory, as data readers and files give it, before it becomes a tensor on some device.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/core/dtype.h"
#include "engine/core/shape.h"

namespace lockstep::engine {

/// Row-major unless `channels_last`, which means: shape is [N, C, H, W], memory is [N, H, W, C]. Bytes are shared.
struct HostArray {
  DType dtype = DType::f32;
  Shape shape;
  bool channels_last = false;
  std::shared_ptr<std::byte[]> bytes;

  HostArray() = default;
  /// Uninitialised memory for `array_shape`, aligned to 64 bytes.
  HostArray(DType type, const Shape& array_shape, bool is_channels_last = false);

  [[nodiscard]] std::size_t byte_size() const noexcept { return static_cast<std::size_t>(shape.numel()) * item_size(dtype); }
  template <class T>
  [[nodiscard]] T* as() noexcept {
    return reinterpret_cast<T*>(bytes.get());
  }
  template <class T>
  [[nodiscard]] const T* as() const noexcept {
    return reinterpret_cast<const T*>(bytes.get());
  }
};

}  // namespace lockstep::engine

// The memory behind one or more tensors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/backend/backend.h"

namespace lockstep::engine {

class Storage {
 public:
  /// Uninitialised memory of a device. @throws OutOfMemory
  Storage(Backend& backend, std::size_t bytes);
  /// Somebody else's host memory, kept alive by `owner`.
  Storage(Backend& backend, void* address, std::size_t bytes, std::shared_ptr<void> owner);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  [[nodiscard]] Backend& backend() const noexcept { return backend_; }
  /// For Views and the backend's copies only.
  [[nodiscard]] std::byte* address() const noexcept { return address_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// Raised by every change in place, so that backward can tell that a saved tensor is no longer what it was.
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
  void bump_version() noexcept { ++version_; }

 private:
  Backend& backend_;
  std::byte* address_;
  std::size_t bytes_;
  std::uint64_t version_ = 0;
  bool owned_;
  std::shared_ptr<void> owner_;
};

}  // namespace lockstep::engine

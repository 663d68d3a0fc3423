// Room for a kernel's intermediate values: kept by each thread and reused, so that a step allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace lockstep::engine::cpu {

/// Different kernels that call each other use different slots.
enum class ScratchSlot : std::uint8_t { product, kernel };

/// At least `count` elements aligned to 64 bytes, uninitialised, valid until this thread asks for the same slot again.
template <class T, ScratchSlot slot = ScratchSlot::product>
[[nodiscard]] T* scratch(std::int64_t count) {
  struct Free {
    void operator()(std::byte* block) const { ::operator delete[](block, std::align_val_t{64}); }
  };
  thread_local std::unique_ptr<std::byte[], Free> block;
  thread_local std::size_t room = 0;
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
  if (bytes > room) {
    block.reset();
    block.reset(static_cast<std::byte*>(::operator new[](bytes, std::align_val_t{64})));
    room = bytes;
  }
  return reinterpret_cast<T*>(block.get());
}

}  // namespace lockstep::engine::cpu

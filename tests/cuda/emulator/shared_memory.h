// A block's shared memory: arrays handed out at first touch, poisoned, with red zones between them.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/cuda/emulator/emulator.h"

namespace lockstep::emulator {

class SharedMemory {
 public:
  explicit SharedMemory(std::size_t dynamic_bytes);
  /// For the next block.
  void reset();
  [[nodiscard]] void* array(const void* tag, std::size_t bytes, std::size_t alignment);
  [[nodiscard]] void* dynamic() noexcept { return arena_.data() + zone; }
  [[nodiscard]] SharedRange arena() const noexcept { return {arena_.data(), arena_.size()}; }
  [[nodiscard]] SharedRange range_of(const void* address) const noexcept;
  /// What was written outside of every array; empty where nothing was.
  [[nodiscard]] std::string damage() const;

 private:
  static constexpr std::size_t zone = 64;
  static constexpr std::size_t static_bytes = 48 * 1024;
  struct Array {
    const void* tag;
    std::size_t offset;
    std::size_t bytes;
  };
  alignas(256) std::vector<std::byte> arena_;
  std::vector<Array> arrays_;
  std::size_t dynamic_bytes_;
  std::size_t used_ = 0;
  std::size_t given_ = 0;
};

}  // namespace lockstep::emulator

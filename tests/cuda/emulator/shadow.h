// What the checker remembers of each byte of device and shared memory: who wrote and read it last, and whether anybody did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "tests/cuda/emulator/emulator.h"

namespace lockstep::emulator {

/// Who touched a byte last. All zero: nobody.
struct Stamp {
  std::uint32_t launch = 0;
  std::uint32_t block = 0;
  std::uint16_t epoch = 0;
  std::uint16_t warp_epoch = 0;
  std::uint16_t thread = 0;
  enum class Who : std::uint8_t { nobody, one, lanes_of_a_warp, warps, blocks };
  Who who = Who::nobody;
};

struct Cell {
  Stamp writer;
  Stamp reader;
};

/// The cells of one range of memory. The pages of cells that nobody touches cost nothing.
class ShadowRange {
 public:
  ShadowRange(const std::byte* begin, std::size_t bytes);
  ~ShadowRange();
  ShadowRange(const ShadowRange&) = delete;
  ShadowRange& operator=(const ShadowRange&) = delete;

  [[nodiscard]] const std::byte* begin() const noexcept { return begin_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] Cell& cell(std::size_t offset) noexcept { return cells_[offset]; }
  [[nodiscard]] bool is_initialised(std::size_t offset) const noexcept { return initialised_[offset] != 0; }
  void set_initialised(std::size_t offset, std::size_t bytes) noexcept;

 private:
  const std::byte* begin_;
  std::size_t bytes_;
  void* memory_;
  std::size_t memory_bytes_;
  Cell* cells_;
  unsigned char* initialised_;
};

/// What is wrong with this thread's access to the byte, given who was there before; empty where nothing is. Notes the access.
[[nodiscard]] std::string note_access(Cell& cell, const ThreadId& thread, std::uint32_t launch, bool write, bool shared);

/// Whether the running block wrote this byte of its shared memory.
[[nodiscard]] bool written_by_block(const Cell& cell, const ThreadId& thread, std::uint32_t launch) noexcept;

}  // namespace lockstep::emulator

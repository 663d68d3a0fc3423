#include "tests/cuda/emulator/shared_memory.h"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::emulator {

namespace {
constexpr std::byte poison{0xFF};
constexpr std::byte guard{0xA5};
std::size_t up(std::size_t bytes, std::size_t step) { return (bytes + step - 1) / step * step; }
}  // namespace

SharedMemory::SharedMemory(std::size_t dynamic_bytes) : arena_(2 * static_bytes + 256 * zone + dynamic_bytes), dynamic_bytes_(dynamic_bytes) { reset(); }

void SharedMemory::reset() {
  const std::size_t dirty = used_ == 0 ? arena_.size() : used_ + zone;
  std::fill(arena_.begin(), arena_.begin() + static_cast<std::ptrdiff_t>(std::min(dirty, arena_.size())), guard);
  arrays_.clear();
  arrays_.push_back({nullptr, zone, dynamic_bytes_});
  std::fill_n(arena_.begin() + static_cast<std::ptrdiff_t>(zone), dynamic_bytes_, poison);
  used_ = up(zone + dynamic_bytes_, 16) + zone;
  given_ = dynamic_bytes_;
}

void* SharedMemory::array(const void* tag, std::size_t bytes, std::size_t alignment) {
  for (const Array& one : arrays_) {
    if (one.tag == tag) return arena_.data() + one.offset;
  }
  given_ += bytes;
  if (given_ > static_bytes) fault(fmt::format("{} bytes of shared memory in a block; at most {}", given_, static_bytes));
  const std::size_t offset = up(used_, std::max<std::size_t>(alignment, 16));
  arrays_.push_back({tag, offset, bytes});
  std::fill_n(arena_.begin() + static_cast<std::ptrdiff_t>(offset), bytes, poison);
  used_ = up(offset + bytes, 16) + zone;
  return arena_.data() + offset;
}

SharedRange SharedMemory::range_of(const void* address) const noexcept {
  const auto* const at = static_cast<const std::byte*>(address);
  for (const Array& one : arrays_) {
    const std::byte* const begin = arena_.data() + one.offset;
    if (at >= begin && at < begin + one.bytes) return {begin, one.bytes};
  }
  return {};
}

std::string SharedMemory::damage() const {
  std::size_t at = 0;
  const auto check = [&](std::size_t end) -> std::string {
    for (; at < end; ++at) {
      if (arena_[at] != guard) return fmt::format("a write to shared memory outside of every array, {} bytes after the nearest before it", at);
    }
    return {};
  };
  std::size_t last = 0;
  for (const Array& one : arrays_) {
    if (std::string found = check(one.offset); !found.empty()) {
      return fmt::format("a write to shared memory {} bytes past the end of one array, and in no other", at - last + 1);
    }
    at = last = one.offset + one.bytes;
  }
  return check(std::min(used_, arena_.size())).empty() ? std::string() : fmt::format("a write to shared memory {} bytes past the end of the last array", at - last + 1);
}

}  // namespace lockstep::emulator

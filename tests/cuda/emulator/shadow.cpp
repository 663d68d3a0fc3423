#include "tests/cuda/emulator/shadow.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

#include <fmt/format.h>

namespace lockstep::emulator {

namespace {

Stamp stamp_of(const ThreadId& thread, std::uint32_t launch) {
  return {launch, thread.block, static_cast<std::uint16_t>(thread.epoch), static_cast<std::uint16_t>(thread.warp_epoch), static_cast<std::uint16_t>(thread.thread), Stamp::Who::one};
}

bool same_warp(const Stamp& a, const Stamp& b) { return a.thread / 32 == b.thread / 32; }

/// Whether nothing orders `before` and `now`, of which one writes.
bool races(const Stamp& before, const Stamp& now, bool shared) {
  if (before.who == Stamp::Who::nobody || before.launch != now.launch) return false;
  if (before.who == Stamp::Who::blocks) return true;
  if (before.block != now.block) return !shared;  // each block has shared memory of its own
  if (before.epoch != now.epoch) return false;
  if (before.who == Stamp::Who::warps || !same_warp(before, now)) return true;
  if (before.warp_epoch != now.warp_epoch) return false;
  return before.who == Stamp::Who::lanes_of_a_warp || before.thread != now.thread;
}

/// The readers since the last write, this one with them. Several readers must not be forgotten for the latest: any of them
/// races with a write.
Stamp with_reader(const Stamp& before, Stamp now, bool shared) {
  if (before.who == Stamp::Who::nobody || before.launch != now.launch) return now;
  if (before.block != now.block) {
    if (!shared) now.who = Stamp::Who::blocks;
    return now;
  }
  if (before.who == Stamp::Who::blocks) now.who = Stamp::Who::blocks;
  else if (before.epoch != now.epoch) return now;
  else if (before.who == Stamp::Who::warps || !same_warp(before, now)) now.who = Stamp::Who::warps;
  else if (before.warp_epoch == now.warp_epoch && (before.who == Stamp::Who::lanes_of_a_warp || before.thread != now.thread)) now.who = Stamp::Who::lanes_of_a_warp;
  return now;
}

std::string name_of(const Stamp& stamp) {
  switch (stamp.who) {
    case Stamp::Who::blocks: return "threads of several blocks";
    case Stamp::Who::warps: return fmt::format("threads of several warps of block {}", stamp.block);
    case Stamp::Who::lanes_of_a_warp: return fmt::format("several lanes of a warp of block {}", stamp.block);
    case Stamp::Who::nobody:
    case Stamp::Who::one: break;
  }
  return fmt::format("thread {} of block {}", stamp.thread, stamp.block);
}

}  // namespace

ShadowRange::ShadowRange(const std::byte* begin, std::size_t bytes) : begin_(begin), bytes_(bytes), memory_bytes_(bytes * (sizeof(Cell) + 1)) {
  memory_ = ::mmap(nullptr, memory_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
  cells_ = static_cast<Cell*>(memory_);  // zero is a Cell that nobody touched
  initialised_ = static_cast<unsigned char*>(memory_) + bytes * sizeof(Cell);
}

ShadowRange::~ShadowRange() { ::munmap(memory_, memory_bytes_); }

void ShadowRange::set_initialised(std::size_t offset, std::size_t bytes) noexcept { std::memset(initialised_ + offset, 1, bytes); }

std::string note_access(Cell& cell, const ThreadId& thread, std::uint32_t launch, bool write, bool shared) {
  const Stamp now = stamp_of(thread, launch);
  if (races(cell.writer, now, shared)) return fmt::format("{} wrote what this thread {}, and nothing orders the two", name_of(cell.writer), write ? "writes" : "reads");
  if (write) {
    if (races(cell.reader, now, shared)) return fmt::format("{} read what this thread writes, and nothing orders the two", name_of(cell.reader));
    cell.writer = now;
    cell.reader = Stamp();
  } else {
    cell.reader = with_reader(cell.reader, now, shared);
  }
  return {};
}

bool written_by_block(const Cell& cell, const ThreadId& thread, std::uint32_t launch) noexcept {
  return cell.writer.who != Stamp::Who::nobody && cell.writer.launch == launch && cell.writer.block == thread.block;
}

}  // namespace lockstep::emulator

#include "tests/cuda/fakes/memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/reports.h"

namespace lockstep::fakes {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t alignment = 256;  // cudaMalloc's
constexpr unsigned char poison = 0xFF;  // NaN as a float, -1 as a label
constexpr unsigned char red = 0xA5;

struct Block {
  std::size_t bytes = 0;
  Place place = Place::device;
  int device = 0;
  std::byte* mapping = nullptr;
  std::size_t mapped_bytes = 0;
  bool freed = false;
};

struct Memory {
  std::map<std::uintptr_t, Block> blocks;  ///< by begin; freed ones too for a while
  std::deque<std::uintptr_t> freed;
  MemoryObserver observer;
};

Memory& memory() {
  static auto* const instance = new Memory;
  return *instance;
}

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }
std::byte* address(std::uintptr_t number) { return reinterpret_cast<std::byte*>(number); }
std::size_t round_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }

/// Between the block's end and the page's: less than the alignment.
std::size_t slack_of(std::uintptr_t begin, const Block& block) { return round_up(begin + block.bytes, page) - (begin + block.bytes); }

void poison_slack(std::uintptr_t begin, const Block& block) {
  std::memset(address(begin + block.bytes), red, slack_of(begin, block));
#if defined(__SANITIZE_ADDRESS__)
  __asan_poison_memory_region(address(begin + block.bytes), slack_of(begin, block));
#endif
}

void check_slack(const char* call, std::uintptr_t begin, const Block& block) {
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(address(begin + block.bytes), slack_of(begin, block));
#endif
  for (std::size_t i = 0; i < slack_of(begin, block); ++i) {
    if (address(begin + block.bytes)[i] == std::byte{red}) continue;
    violation(fmt::format("{}: something was written {} bytes past the end of a block of {} bytes", call, i, block.bytes));
    return;
  }
}

/// The block that begins at or before the address.
const std::pair<const std::uintptr_t, Block>* block_before(std::uintptr_t at) {
  auto after = memory().blocks.upper_bound(at);
  return after == memory().blocks.begin() ? nullptr : &*--after;
}

/// Freed memory stays unreadable until so many later ones were freed.
void forget_oldest() {
  constexpr std::size_t kept = 4096;
  if (memory().freed.size() <= kept) return;
  const auto oldest = memory().blocks.find(memory().freed.front());
  memory().freed.pop_front();
  munmap(oldest->second.mapping, oldest->second.mapped_bytes);
  memory().blocks.erase(oldest);
}

}  // namespace

void observe_memory(const MemoryObserver& observer) {
  memory().observer = observer;
  if (observer.allocated == nullptr) return;
  for (const auto& [begin, block] : memory().blocks) {
    if (!block.freed && block.place != Place::pinned) observer.allocated(address(begin), block.bytes, block.place);
  }
}

void* allocate(std::size_t bytes, Place place, int device) {
  if (place == Place::device && memory_in_use(true).bytes + bytes > fault_plan().faults.memory_limit) return nullptr;
  Block block{bytes, place, device, nullptr, 0, false};
  const std::size_t room = round_up(bytes, page);
  block.mapped_bytes = room + 2 * page;
  void* const mapping = mmap(nullptr, block.mapped_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return nullptr;
  block.mapping = static_cast<std::byte*>(mapping);
  mprotect(block.mapping + page, room, PROT_READ | PROT_WRITE);
  // As near to the guard page behind it as its alignment lets it.
  const std::uintptr_t begin = number(block.mapping) + page + room - round_up(bytes, alignment);
  std::memset(address(begin), poison, bytes);
  poison_slack(begin, block);
  memory().blocks[begin] = block;
  if (memory().observer.allocated != nullptr && place != Place::pinned) memory().observer.allocated(address(begin), bytes, place);
  return address(begin);
}

cudaError_t release(const char* call, void* pointer, bool device_memory) {
  const auto found = memory().blocks.find(number(pointer));
  if (found == memory().blocks.end() || (found->second.place == Place::device) != device_memory) {
    violation(fmt::format("{}: {} is not the begin of a block of {} memory", call, pointer, device_memory ? "device" : "pinned host"));
    return cudaErrorInvalidValue;
  }
  Block& block = found->second;
  if (block.freed) {
    violation(fmt::format("{}: {} was freed before", call, pointer));
    return cudaErrorInvalidValue;
  }
  check_slack(call, found->first, block);
  block.freed = true;
  if (memory().observer.released != nullptr && block.place != Place::pinned) memory().observer.released(pointer);
  // Its pages are given back, and whoever still uses the address is stopped there.
  madvise(block.mapping, block.mapped_bytes, MADV_DONTNEED);
  mprotect(block.mapping, block.mapped_bytes, PROT_NONE);
  memory().freed.push_back(found->first);
  forget_oldest();
  return cudaSuccess;
}

void release_all() {
  std::vector<std::pair<void*, bool>> all;
  for (const auto& [begin, block] : memory().blocks) {
    if (!block.freed) all.emplace_back(address(begin), block.place == Place::device);
  }
  for (const auto& [block, device_memory] : all) (void)release("cudaDeviceReset", block, device_memory);
}

MemoryInUse memory_in_use(bool device_memory) {
  MemoryInUse used;
  for (const auto& [begin, block] : memory().blocks) {
    if (block.freed || (block.place == Place::device) != device_memory) continue;
    ++used.blocks;
    used.bytes += block.bytes;
  }
  return used;
}

std::string check_device_range(const void* begin, std::size_t bytes, int device) {
  if (bytes == 0) return {};
  const auto* const found = block_before(number(begin));
  const std::size_t offset = found == nullptr ? 0 : number(begin) - found->first;
  if (found == nullptr || offset > found->second.bytes + alignment) return fmt::format("{} is not device memory", begin);
  const Block& block = found->second;
  if (block.freed) return fmt::format("{} is device memory that was freed", begin);
  if (block.place == Place::pinned) return fmt::format("{} is host memory that is not mapped for the device", begin);
  if (block.place == Place::device && block.device != device) {
    return fmt::format("{} is memory of device {}, used on device {}", begin, block.device, device);
  }
  if (offset + bytes > block.bytes) {
    return fmt::format("{} bytes from byte {} of a block of {} bytes reach {} bytes past its end", bytes, offset, block.bytes, offset + bytes - block.bytes);
  }
  return {};
}

std::string check_pinned_range(const void* begin, std::size_t bytes) {
  const auto* const found = block_before(number(begin));
  const std::size_t offset = number(begin) - found->first;
  if (found->second.freed) return fmt::format("{} is pinned host memory that was freed", begin);
  if (offset + bytes > found->second.bytes) return fmt::format("{} bytes from byte {} of a pinned block of {} bytes", bytes, offset, found->second.bytes);
  return {};
}

Kind kind_of(const void* pointer) {
  const auto* const found = block_before(number(pointer));
  if (found == nullptr || number(pointer) - found->first >= found->second.bytes + alignment) return Kind::pageable;
  return found->second.place == Place::device ? Kind::device : Kind::pinned;
}

void mark_initialised(const void* begin, std::size_t bytes) {
  if (memory().observer.initialised != nullptr) memory().observer.initialised(begin, bytes);
}

std::string check_initialised(const void* begin, std::size_t bytes) {
  return memory().observer.check_initialised == nullptr ? std::string() : memory().observer.check_initialised(begin, bytes);
}

}  // namespace lockstep::fakes

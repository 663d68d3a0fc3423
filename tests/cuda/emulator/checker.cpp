#include "tests/cuda/emulator/checker.h"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "tests/cuda/emulator/shadow.h"
#include "tests/cuda/fakes/memory.h"

namespace lockstep::emulator {

namespace {

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

struct Checker {
  std::map<std::uintptr_t, std::unique_ptr<ShadowRange>> ranges;
  ShadowRange* last = nullptr;
  std::unique_ptr<ShadowRange> shared;
  bool inside = false;  ///< what the checker itself calls may be instrumented
};

Checker& checker() {
  static auto* const instance = new Checker;
  return *instance;
}

/// Where in the source a call returns to, by the debug information; inlined functions with their callers.
std::string place_of(const void* caller) {
  Dl_info info{};
  if (::dladdr(caller, &info) == 0 || info.dli_fname == nullptr) return "unknown place";
  const std::string command = fmt::format("addr2line -sie '{}' {:#x} 2>/dev/null", info.dli_fname, number(caller) - number(info.dli_fbase) - 1);
  std::string text;
  if (FILE* const pipe = ::popen(command.c_str(), "r"); pipe != nullptr) {
    std::array<char, 256> line{};
    while (std::fgets(line.data(), line.size(), pipe) != nullptr) {
      std::string one = line.data();
      one.resize(one.find_last_not_of("\n") + 1);
      if (const std::size_t note = one.find(" (discriminator"); note != std::string::npos) one.resize(note);
      text += (text.empty() ? "" : ", called from ") + one;
    }
    ::pclose(pipe);
  }
  return text.empty() ? "unknown place" : text;
}

[[noreturn]] void fault_at(const void* caller, const std::string& what) {
  const std::string text = fmt::format("{}: {}", place_of(caller), what);
  checker().inside = false;
  fault(text);
}

ShadowRange* find_range(std::uintptr_t at) {
  Checker& all = checker();
  if (all.last != nullptr && at - number(all.last->begin()) < all.last->bytes()) return all.last;
  auto after = all.ranges.upper_bound(at);
  if (after == all.ranges.begin()) return nullptr;
  ShadowRange& range = *(--after)->second;
  if (at - number(range.begin()) >= range.bytes()) return nullptr;
  all.last = &range;
  return &range;
}

/// Of an address in no block: how it lies to the nearest before it.
std::string where_outside(std::uintptr_t at) {
  const auto after = checker().ranges.upper_bound(at);
  if (after != checker().ranges.begin()) {
    const ShadowRange& before = *std::prev(after)->second;
    const std::uintptr_t past = at - number(before.begin()) - before.bytes();
    if (past < 4096) return fmt::format("{} bytes past the end of a block of {} bytes", past, before.bytes());
  }
  return "which is no memory of the device's: outside of every block, freed, or the host's own";
}

/// Tables of constants are in segments that nobody may write; a GPU has them in its own memory.
bool is_constant(std::uintptr_t at) {
  struct Looking {
    std::uintptr_t at;
    bool found = false;
  } looking{at};
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& wanted = *static_cast<Looking*>(data);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
          if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0 && wanted.at - begin < segment.p_memsz) wanted.found = true;
        }
        return wanted.found ? 1 : 0;
      },
      &looking);
  return looking.found;
}

bool is_builtin(std::uintptr_t at) {
  const auto within = [&](const auto& object) { return at - number(&object) < sizeof object; };
  return within(thread_index) || within(block_index) || within(block_size) || within(grid_size);
}

void check_cells(ShadowRange& range, std::size_t offset, std::size_t bytes, bool write, bool atomic, bool shared, const void* caller) {
  const ThreadId thread = current_thread();
  const std::uint32_t launch = launch_number();
  for (std::size_t i = offset; i < offset + bytes; ++i) {
    Cell& cell = range.cell(i);
    if (!write || atomic) {
      const bool known = shared ? written_by_block(cell, thread, launch) : range.is_initialised(i);
      if (!known) fault_at(caller, fmt::format("a read of {} memory that nobody wrote, {} bytes from its begin", shared ? "shared" : "device", i));
    }
    if (atomic) continue;  // ordered among themselves; against plain accesses is not looked at
    if (const std::string wrong = note_access(cell, thread, launch, write, shared); !wrong.empty()) {
      fault_at(caller, fmt::format("a race for {} memory: {}", shared ? "shared" : "device", wrong));
    }
  }
  if (write && !shared) range.set_initialised(offset, bytes);
}

enum class Kind { aligned, unaligned, atomic };

void access(const void* address, std::size_t bytes, bool write, Kind kind, const void* caller) {
  const bool atomic = kind == Kind::atomic;
  const std::uintptr_t at = number(address);
  if (on_own_stack(address) || is_builtin(at)) return;
  const char* const verb = write ? "a write" : "a read";
  if (const SharedRange arena = shared_arena(); at - number(arena.begin) < arena.bytes) {
    const SharedRange array = shared_range_of(address);
    const std::size_t offset = at - number(array.begin);
    if (array.begin == nullptr) fault_at(caller, fmt::format("{} of {} bytes outside of every shared array", verb, bytes));
    if (offset + bytes > array.bytes) fault_at(caller, fmt::format("{} of {} bytes from byte {} of a shared array of {} bytes", verb, bytes, offset, array.bytes));
    auto& shadow = checker().shared;
    if (shadow == nullptr || shadow->begin() != arena.begin || shadow->bytes() != arena.bytes) shadow = std::make_unique<ShadowRange>(arena.begin, arena.bytes);
    check_cells(*shadow, at - number(arena.begin), bytes, write, atomic, true, caller);
  } else if (ShadowRange* const range = find_range(at); range != nullptr) {
    const std::size_t offset = at - number(range->begin());
    if (offset + bytes > range->bytes()) fault_at(caller, fmt::format("{} of {} bytes from byte {} of a block of {} bytes", verb, bytes, offset, range->bytes()));
    check_cells(*range, offset, bytes, write, atomic, false, caller);
  } else if (write || !is_constant(at)) {
    fault_at(caller, fmt::format("{} of {} bytes at {}, {}", verb, bytes, address, where_outside(at)));
  }
  if (kind != Kind::unaligned && at % bytes != 0) fault_at(caller, fmt::format("{} of {} bytes at {}, which is not a multiple of {}", verb, bytes, address, bytes));
}

void look(const void* address, std::size_t bytes, bool write, Kind kind, const void* caller) {
  Checker& all = checker();
  if (all.inside || bytes == 0 || !in_kernel()) return;
  all.inside = true;
  access(address, bytes, write, kind, caller);
  all.inside = false;
}

// --- what the fakes tell -----------------------------------------------------------------------------------------------------
void allocated(const void* begin, std::size_t bytes, fakes::Place place) {
  auto range = std::make_unique<ShadowRange>(static_cast<const std::byte*>(begin), bytes);
  if (place != fakes::Place::device) range->set_initialised(0, bytes);  // the host writes there without telling
  checker().ranges[number(begin)] = std::move(range);
}

void released(const void* begin) {
  Checker& all = checker();
  all.last = nullptr;
  all.ranges.erase(number(begin));
}

void initialised(const void* begin, std::size_t bytes) {
  if (ShadowRange* const range = find_range(number(begin)); range != nullptr) range->set_initialised(number(begin) - number(range->begin()), bytes);
}

std::string check_initialised(const void* begin, std::size_t bytes) {
  ShadowRange* const range = find_range(number(begin));
  const std::size_t offset = range == nullptr ? 0 : number(begin) - number(range->begin());
  for (std::size_t i = offset; range != nullptr && i < offset + bytes; ++i) {
    if (!range->is_initialised(i)) return fmt::format("byte {} of what is read was never written", i - offset);
  }
  return {};
}

}  // namespace

void start_checking() {
  atomic_listener = [](const void* address, std::size_t bytes, const void* caller) { look(address, bytes, true, Kind::atomic, caller); };
  fakes::observe_memory({allocated, released, initialised, check_initialised});
  for (const auto& [begin, range] : checker().ranges) range->set_initialised(0, range->bytes());
}

}  // namespace lockstep::emulator

// --- what the instrumentation calls: the names and signatures are the compiler's ----------------------------------------------
using lockstep::emulator::Kind;
using lockstep::emulator::look;

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

#define LOCKSTEP_ACCESS(name, bytes, kind)                                                                                   \
  void __tsan_##name##read##bytes(void* address) { look(address, bytes, false, Kind::kind, __builtin_return_address(0)); }   \
  void __tsan_##name##write##bytes(void* address) { look(address, bytes, true, Kind::kind, __builtin_return_address(0)); }
#define LOCKSTEP_ACCESSES(bytes)          \
  LOCKSTEP_ACCESS(, bytes, aligned)       \
  LOCKSTEP_ACCESS(volatile_, bytes, aligned) \
  LOCKSTEP_ACCESS(unaligned_, bytes, unaligned)
LOCKSTEP_ACCESSES(1)
LOCKSTEP_ACCESSES(2)
LOCKSTEP_ACCESSES(4)
LOCKSTEP_ACCESSES(8)
LOCKSTEP_ACCESSES(16)
#undef LOCKSTEP_ACCESSES
#undef LOCKSTEP_ACCESS
void __tsan_read_range(void* address, unsigned long bytes) { look(address, bytes, false, Kind::unaligned, __builtin_return_address(0)); }
void __tsan_write_range(void* address, unsigned long bytes) { look(address, bytes, true, Kind::unaligned, __builtin_return_address(0)); }

// The host's own atomics in the same files (shared_ptr's counts): as the processor does them.
#define LOCKSTEP_ATOMICS(bits, type)                                                                                          \
  type __tsan_atomic##bits##_load(const volatile type* at, int) { return __atomic_load_n(at, __ATOMIC_SEQ_CST); }             \
  void __tsan_atomic##bits##_store(volatile type* at, type value, int) { __atomic_store_n(at, value, __ATOMIC_SEQ_CST); }     \
  type __tsan_atomic##bits##_exchange(volatile type* at, type value, int) { return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST); } \
  type __tsan_atomic##bits##_fetch_add(volatile type* at, type value, int) { return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST); } \
  type __tsan_atomic##bits##_fetch_sub(volatile type* at, type value, int) { return __atomic_fetch_sub(at, value, __ATOMIC_SEQ_CST); } \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type* at, type* expected, type value, int, int) {                \
    return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;               \
  }                                                                                                                           \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type* at, type* expected, type value, int, int) {                  \
    return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? 1 : 0;               \
  }
LOCKSTEP_ATOMICS(8, unsigned char)
LOCKSTEP_ATOMICS(32, unsigned int)
LOCKSTEP_ATOMICS(64, unsigned long)
#undef LOCKSTEP_ATOMICS
}

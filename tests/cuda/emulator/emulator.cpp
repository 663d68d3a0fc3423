#include "tests/cuda/emulator/emulator.h"

#include "tests/cuda/emulator/block.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace lockstep::emulator {

uint3 thread_index{0, 0, 0};
uint3 block_index{0, 0, 0};
dim3 block_size{1, 1, 1};
dim3 grid_size{1, 1, 1};
AtomicListener atomic_listener = nullptr;

namespace {

struct Settings {
  Order order = Order::forward;
  std::uint64_t seed = 1;
};

Settings from_environment() {
  const char* const given = std::getenv("LOCKSTEP_EMULATOR_ORDER");
  const std::string_view text = given == nullptr ? std::string_view() : std::string_view(given);
  Settings out;
  if (text == "reverse") out.order = Order::reverse;
  if (text.starts_with("random")) {
    out.order = Order::random;
    if (text.size() > 7) std::from_chars(text.data() + 7, text.data() + text.size(), out.seed);
  }
  return out;
}

Settings& settings() {
  static Settings instance = from_environment();
  return instance;
}

/// A GPU's limits, as of compute capability 7.5 to 12.
std::string broken_limit(const Launch& launch) {
  const std::uint64_t threads = std::uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  const auto say = [&](const std::string& what) { return fmt::format("{}: {}", launch.site.text(), what); };
  if (threads == 0) return say("a block of no threads");
  if (threads > 1024) return say(fmt::format("{} threads in a block; at most 1024", threads));
  if (launch.block.z > 64) return say(fmt::format("a block of depth {}; at most 64", launch.block.z));
  if (launch.grid.x > 2147483647U || launch.grid.y > 65535 || launch.grid.z > 65535) {
    return say(fmt::format("a grid of {} x {} x {}; at most 2147483647 x 65535 x 65535", launch.grid.x, launch.grid.y, launch.grid.z));
  }
  if (launch.shared_bytes > 48 * 1024) return say(fmt::format("{} bytes of dynamic shared memory; at most 49152", launch.shared_bytes));
  if (launch.parameter_bytes > 4096) return say(fmt::format("{} bytes of arguments; at most 4096", launch.parameter_bytes));
  return {};
}

Block*& running() {
  static Block* block = nullptr;
  return block;
}

std::uint32_t& launches() {
  static std::uint32_t count = 0;
  return count;
}

}  // namespace

std::string Site::text() const {
  std::string_view name = file;
  name.remove_prefix(name.rfind('/') == std::string_view::npos ? 0 : name.rfind('/') + 1);
  return fmt::format("{}:{}", name, line);
}

void set_order(Order order, std::uint64_t seed) { settings() = {order, seed}; }

bool in_kernel() noexcept { return running() != nullptr && running()->in_kernel(); }
void enter_kernel() noexcept { running()->set_in_kernel(true); }
void leave_kernel() noexcept { running()->set_in_kernel(false); }
std::uint32_t launch_number() noexcept { return launches(); }
ThreadId current_thread() noexcept { return running()->current_id(); }
void fault(std::string text) { running()->fault(std::move(text)); }

int barrier(int predicate, const Site& site) { return running()->barrier(predicate, site); }
std::uint64_t meet(Meeting kind, unsigned mask, std::uint64_t value, int lane, int width, const Site& site) {
  return running()->meet({kind, mask, value, lane, width, site});
}
unsigned active_mask() noexcept { return running()->active_mask(); }
void* shared_array(const void* tag, std::size_t bytes, std::size_t alignment) { return running()->shared().array(tag, bytes, alignment); }
void* dynamic_shared() noexcept { return running()->shared().dynamic(); }
SharedRange shared_arena() noexcept { return running()->shared().arena(); }
SharedRange shared_range_of(const void* address) noexcept { return running()->shared().range_of(address); }
bool on_own_stack(const void* address) noexcept { return running()->on_own_stack(address); }

std::string run(const Launch& launch, const std::function<void()>& thread) {
  if (std::string broken = broken_limit(launch); !broken.empty()) return broken;
  if (running() != nullptr) return launch.site.text() + ": a kernel starts a kernel";
  block_size = launch.block;
  grid_size = launch.grid;
  Block block(launch, thread, settings().order, settings().seed);
  running() = &block;
  ++launches();
  const std::uint64_t blocks = std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
  std::string found;
  for (std::uint64_t i = 0; i < blocks && found.empty(); ++i) {
    const std::uint64_t number = settings().order == Order::reverse ? blocks - 1 - i : i;
    block_index = {static_cast<unsigned>(number % launch.grid.x), static_cast<unsigned>(number / launch.grid.x % launch.grid.y),
                   static_cast<unsigned>(number / launch.grid.x / launch.grid.y)};
    found = block.run(static_cast<std::uint32_t>(number));
  }
  running() = nullptr;
  return found;
}

}  // namespace lockstep::emulator

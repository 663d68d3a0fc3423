#include "tests/cuda/fakes/world.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/memory.h"
#include "tests/cuda/fakes/reports.h"

namespace lockstep::fakes {

namespace {

World* make_world() {
  auto* const made = new World;
  const char* text = std::getenv("LOCKSTEP_FAKE_QUEUE");
  std::uint64_t seed = 1;
  if (text != nullptr && !parse_mode(text, made->mode, seed)) {
    std::fprintf(stderr, "fake CUDA: LOCKSTEP_FAKE_QUEUE=%s can't be understood; it is eager, deferred, late, early or random[:seed]\n", text);
    std::abort();
  }
  made->random.seed(seed);
  return made;
}

std::vector<std::string>& violation_list() {
  static auto* const all = new std::vector<std::string>;
  return *all;
}

std::string plural(std::size_t count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

/// Written when the process ends, where a test asked for it: counters, violations and what was never released.
__attribute__((destructor)) void write_report() {
  const char* path = std::getenv("LOCKSTEP_FAKE_REPORT");
  if (path == nullptr) return;
  std::FILE* const file = std::fopen(path, "w");
  if (file == nullptr) return;
  const LockstepFakeCounters& all = counters();
  fmt::print(file, "launches {}\nenqueued {}\nsynchronisations {}\nwaits {}\nimplicit_waits {}\nqueries {}\n", all.launches, all.enqueued, all.synchronisations,
             all.waits, all.implicit_waits, all.queries);
  fmt::print(file, "mallocs {}\nfrees {}\nhost_allocations {}\ncopies_to_device {}\ncopies_to_host {}\ncopies_on_device {}\nmemsets {}\n", all.mallocs, all.frees,
             all.host_allocations, all.copies_to_device, all.copies_to_host, all.copies_on_device, all.memsets);
  fmt::print(file, "captures {}\ngraph_launches {}\nmatmuls {}\nconvolutions {}\nviolations {}\n", all.captures, all.graph_launches, all.matmuls, all.convolutions,
             all.violations);
  for (const std::string& text : violations()) fmt::print(file, "violation: {}\n", text);
  if (const std::string left = leaks(); !left.empty()) fmt::print(file, "leaked: {}\n", left);
  std::fclose(file);
}

}  // namespace

// Never destroyed: whoever holds a backend may let go of it after our static objects.
World& world() {
  static World* const instance = make_world();
  return *instance;
}

ThreadState& thread_state() noexcept {
  thread_local ThreadState state;
  return state;
}

cudaError_t result(cudaError_t status) noexcept {
  if (status != cudaSuccess) thread_state().last_error = status;
  return status;
}

cudaError_t device_status() {
  FaultPlan& plan = fault_plan();
  if (plan.faults.no_driver || plan.faults.old_driver) return cudaErrorInsufficientDriver;
  if (plan.faults.no_device) return cudaErrorNoDevice;
  if (plan.faults.busy) return cudaErrorDevicesUnavailable;
  if (++plan.device_calls == plan.faults.lost) {
    set_sticky(plan.faults.lost_by_ecc ? cudaErrorECCUncorrectable : cudaErrorDevicesUnavailable, "the device is gone, as LOCKSTEP_FAKE_FAULT asks for");
  }
  return world().sticky;
}

std::shared_ptr<Stream> find_stream(cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy) return world().legacy;
  const auto found = world().streams.find(handle);
  return found == world().streams.end() ? nullptr : found->second;
}

cudaError_t usable_stream(const char* call, cudaStream_t handle, std::shared_ptr<Stream>& stream) {
  stream = find_stream(handle);
  if (stream == nullptr) {
    violation(fmt::format("{}: the stream {} does not exist or was destroyed", call, static_cast<const void*>(handle)));
    return cudaErrorInvalidResourceHandle;
  }
  if (stream != world().legacy) {
    if (stream->device == thread_state().device) return cudaSuccess;
    violation(fmt::format("{}: the stream is device {}'s, and the thread's device is {}", call, stream->device, thread_state().device));
    return cudaErrorInvalidResourceHandle;
  }
  // The legacy stream comes after all blocking streams, and before whatever they are given later.
  for (const auto& [other_handle, other] : world().streams) {
    if (!other->blocking) continue;
    if (other->capture != nullptr) {
      other->capture->invalid = true;
      violation(fmt::format("{}: the legacy default stream can't be used while a blocking stream captures (906)", call));
      return cudaErrorStreamCaptureImplicit;
    }
    run_stream(other);
  }
  return cudaSuccess;
}

LockstepFakeCounters& counters() noexcept {
  static LockstepFakeCounters all{};
  return all;
}

void violation(const std::string& text) {
  ++counters().violations;
  violation_list().push_back(text);
  std::fprintf(stderr, "fake CUDA: %s\n", text.c_str());
}

const std::vector<std::string>& violations() noexcept { return violation_list(); }

void forget_violations() noexcept {
  violation_list().clear();
  counters().violations = 0;
}

std::string leaks() {
  const Guard guard;
  std::string text;
  const auto add_text = [&](std::size_t count, const std::string& what) {
    if (count != 0) text += (text.empty() ? "" : ", ") + what;
  };
  const World& all = world();
  add_text(all.streams.size(), plural(all.streams.size(), "stream"));
  add_text(all.events.size(), plural(all.events.size(), "event"));
  add_text(all.graphs.size(), plural(all.graphs.size(), "graph"));
  add_text(all.executables.size(), plural(all.executables.size(), "executable graph"));
  add_text(all.library_handles.size(), plural(all.library_handles.size(), "library handle"));
  for (const bool device : {true, false}) {
    const MemoryInUse used = memory_in_use(device);
    add_text(used.blocks, fmt::format("{} of {} memory ({} bytes)", plural(used.blocks, "block"), device ? "device" : "pinned host", used.bytes));
  }
  return text;
}

}  // namespace lockstep::fakes

using namespace lockstep::fakes;

extern "C" {

const LockstepFakeCounters* lockstep_fakes_counters() { return &counters(); }

const char* lockstep_fakes_violations() {
  const Guard guard;
  static std::string text;
  text.clear();
  for (const std::string& one : violations()) text += one + '\n';
  return text.c_str();
}

bool lockstep_fakes_set_fault(const char* text) {
  const Guard guard;
  Faults faults;
  if (!parse_faults(text, faults)) return false;
  set_faults(faults);
  return true;
}

bool lockstep_fakes_set_queue(const char* text) {
  Mode mode = Mode::eager;
  std::uint64_t seed = 1;
  if (!parse_mode(text, mode, seed)) return false;
  set_mode(mode, seed);
  return true;
}

}  // extern "C"

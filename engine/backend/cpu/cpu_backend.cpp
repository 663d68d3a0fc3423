#include "engine/backend/cpu/cpu_backend.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "engine/backend/cpu/state.h"
#include "engine/ops/fill_cpu.h"

namespace lockstep::engine {

namespace {

std::string cgroup_folder() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("0::", 0) == 0) return "/sys/fs/cgroup" + line.substr(3);
  }
  return "/sys/fs/cgroup";
}

/// A cgroup's number, or `otherwise` when it is "max" or absent.
double cgroup_number(const std::string& path, double otherwise) {
  std::ifstream file(path);
  double value = 0;
  return file >> value ? value : otherwise;
}

double available_memory() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  double kibibytes = 0;
  std::string unit;
  while (file >> key >> kibibytes >> unit) {
    if (key == "MemAvailable:") return kibibytes * 1024;
  }
  return 4e9;
}

}  // namespace

std::size_t usable_host_memory() {
  double usable = available_memory();
  const std::string folder = cgroup_folder();
  const double limit = cgroup_number(folder + "/memory.max", -1);
  if (limit > 0) usable = std::min(usable, limit - cgroup_number(folder + "/memory.current", 0));
  // A tenth stays for decoded data, the store and everything else in the process.
  return static_cast<std::size_t>(std::max(usable * 0.9, 64.0 * 1048576.0));
}

int usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  std::ifstream file(cgroup_folder() + "/cpu.max");
  double quota = 0;
  double period = 0;
  if (file >> quota >> period && period > 0) count = std::min(count, std::max(1, static_cast<int>(std::ceil(quota / period))));
  return std::max(1, count);
}

CpuBackend::CpuBackend() : Backend(Device{}, usable_host_memory()), state_(std::make_unique<cpu::State>()) {
  state_->pool = std::make_unique<ThreadPool>(usable_processors());
  context_.state = state_.get();
  fill_cpu(mutable_kernels());
}

CpuBackend::~CpuBackend() = default;

void* CpuBackend::allocate_block(std::size_t bytes) noexcept { return std::aligned_alloc(64, (bytes + 63) / 64 * 64); }
void CpuBackend::release_block(void* block, std::size_t /*bytes*/) noexcept { std::free(block); }

void CpuBackend::copy_from_host(void* destination, const void* source, std::size_t bytes) {
  if (bytes != 0) std::memcpy(destination, source, bytes);
}
void CpuBackend::copy_to_host(void* destination, const void* source, std::size_t bytes) {
  if (bytes != 0) std::memcpy(destination, source, bytes);
}

void CpuBackend::set_threads(int threads) {
  if (threads < 1) throw ValueError(plain_message("threads.count", "the number of threads must be at least 1"));
  if (threads != state_->pool->threads()) state_->pool = std::make_unique<ThreadPool>(threads);
}

int CpuBackend::threads() const noexcept { return state_->pool->threads(); }

CpuBackend& cpu_backend() {
  // Never destroyed: tensors in static storage may be released after it.
  static auto* instance = new CpuBackend;
  return *instance;
}

}  // namespace lockstep::engine

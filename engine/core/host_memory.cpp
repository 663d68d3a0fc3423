#include "engine/core/host_memory.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace lockstep::engine {

namespace {

namespace fs = std::filesystem;

/// The process's control group (version 2) and those above it, innermost first.
std::vector<fs::path> control_groups() {
  const fs::path root("/sys/fs/cgroup");
  std::vector<fs::path> groups;
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with("0::/")) continue;
    for (fs::path relative = line.substr(4); !relative.empty(); relative = relative.parent_path()) groups.push_back(root / relative);
  }
  groups.push_back(root);
  return groups;
}

/// A file's one number, or `otherwise` when it is "max" or absent.
double number_in(const fs::path& path, double otherwise) {
  std::ifstream file(path);
  double value = 0;
  return file >> value ? value : otherwise;
}

/// The value after `key` in a file of "key value" or "key: value unit" lines.
double value_of(const fs::path& path, std::string_view key, double otherwise) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with(key)) return std::stod(line.substr(key.size()));
  }
  return otherwise;
}

}  // namespace

std::size_t usable_host_memory() {
  double usable = value_of("/proc/meminfo", "MemAvailable:", 4194304.0) * 1024;
  for (const fs::path& group : control_groups()) {
    const double limit = number_in(group / "memory.max", -1);
    if (limit < 0) continue;
    const double reclaimable = value_of(group / "memory.stat", "inactive_file ", 0) + value_of(group / "memory.stat", "slab_reclaimable ", 0);
    usable = std::min(usable, limit - number_in(group / "memory.current", 0) + reclaimable);
  }
  return static_cast<std::size_t>(std::max(usable * 0.9, 64.0 * 1048576.0));
}

int usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  for (const fs::path& group : control_groups()) {
    std::ifstream file(group / "cpu.max");
    double quota = 0;
    double period = 0;
    if (file >> quota >> period && period > 0) count = std::min(count, static_cast<int>(std::ceil(quota / period)));
  }
  return std::max(1, count);
}

}  // namespace lockstep::engine

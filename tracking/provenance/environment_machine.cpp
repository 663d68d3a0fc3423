// Operating system, processor, memory and the limits of control groups, from Linux's own files.
#include <sys/utsname.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <set>
#include <sstream>

#include "tracking/provenance/environment_parts.h"

namespace lockstep::tracking {

namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void read_os(EnvironmentState& state) {
  utsname name{};
  if (::uname(&name) == 0) {
    state.os.kernel = std::string(name.sysname) + " " + name.release;
    state.os.machine = name.machine;
    state.os.hostname = name.nodename;
  }
  std::ifstream release("/etc/os-release");
  for (std::string line; std::getline(release, line);) {
    if (!line.starts_with("PRETTY_NAME=")) continue;
    state.os.name = line.substr(12);
    std::erase(state.os.name, '"');
  }
}

bool chooses_kernels(const std::string& flag) {
  static const std::set<std::string> others{"sse2", "ssse3", "sse4_1", "sse4_2", "fma", "f16c", "bmi2", "asimd", "sve", "sve2", "bf16"};
  return flag.starts_with("avx") || flag.starts_with("amx") || others.contains(flag);
}

void read_cpu(EnvironmentState& state) {
  std::ifstream file("/proc/cpuinfo");
  std::set<std::pair<std::string, std::string>> cores;
  std::set<std::string> features;
  std::string package;
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string key = trimmed(line.substr(0, colon));
    const std::string value = trimmed(line.substr(colon + 1));
    if (key == "model name" && state.cpu.model.empty()) state.cpu.model = value;
    if (key == "physical id") package = value;
    if (key == "core id") cores.emplace(package, value);
    if ((key == "flags" || key == "Features") && features.empty()) {
      std::istringstream words(value);
      for (std::string word; words >> word;) {
        if (chooses_kernels(word)) features.insert(word);
      }
    }
  }
  for (const std::string& feature : features) state.cpu.features += (state.cpu.features.empty() ? "" : " ") + feature;
  state.cpu.logical_cores = ::sysconf(_SC_NPROCESSORS_ONLN);
  state.cpu.physical_cores = static_cast<std::int64_t>(cores.size());
}

/// "0-3,8" as the kernel writes lists of processors.
std::string read_affinity() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("Cpus_allowed_list:")) return trimmed(line.substr(18));
  }
  return {};
}

void read_memory(EnvironmentState& state) {
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    const std::uint64_t bytes = number(trimmed(line.substr(line.find(':') + 1))) * 1024;
    if (line.starts_with("MemTotal:")) state.memory.total_bytes = bytes;
    if (line.starts_with("MemAvailable:")) state.memory.available_bytes = bytes;
  }
}

void tighten(double& limit, double value) {
  if (value > 0 && (limit == 0 || value < limit)) limit = value;
}
void tighten(std::uint64_t& limit, std::uint64_t value) {
  // Version 1 says "no limit" with a number beyond any memory.
  if (value > 0 && value < (std::uint64_t{1} << 62) && (limit == 0 || value < limit)) limit = value;
}

/// The folder of a group and each above it up to the hierarchy's root. In a container the path given may lie outside
/// of what is mounted: then only the root is there.
template <class Read>
void each_group(const std::string& mount, std::string group, Read read) {
  while (true) {
    read(mount + group);
    if (group.empty() || group == "/") return;
    group = group.substr(0, group.rfind('/'));
  }
}

}  // namespace

CgroupLimits cgroup_limits(const std::string& root) {
  CgroupLimits out;
  const std::string mounts = root + "/sys/fs/cgroup";
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {  // "0::/user.slice/…", version 1: "4:cpu,cpuacct:/…"
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") {
      each_group(mounts, group, [&](const std::string& folder) {
        std::istringstream cpu(first_line(folder + "/cpu.max"));  // "max 100000" or "150000 100000"
        double quota = 0;
        double period = 0;
        if (cpu >> quota >> period && period > 0) tighten(out.cpus, quota / period);
        tighten(out.memory_bytes, number(first_line(folder + "/memory.max")));
      });
    }
    if (controllers.find(",cpu,") != std::string::npos) {
      each_group(mounts + "/cpu", group, [&](const std::string& folder) {
        const double period = static_cast<double>(number(first_line(folder + "/cpu.cfs_period_us")));
        if (period > 0) tighten(out.cpus, static_cast<double>(number(first_line(folder + "/cpu.cfs_quota_us"))) / period);
      });
    }
    if (controllers.find(",memory,") != std::string::npos) {
      each_group(mounts + "/memory", group, [&](const std::string& folder) {
        tighten(out.memory_bytes, number(first_line(folder + "/memory.limit_in_bytes")));
      });
    }
  }
  return out;
}

void capture_machine(EnvironmentState& state) {
  read_os(state);
  read_cpu(state);
  state.cpu.affinity = read_affinity();
  read_memory(state);
  const CgroupLimits limits = cgroup_limits();
  state.cpu.cgroup_limit = limits.cpus;
  state.memory.cgroup_limit_bytes = limits.memory_bytes;
}

}  // namespace lockstep::tracking

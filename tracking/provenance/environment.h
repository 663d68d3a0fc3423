// The machine and the programs around a run: what can make the same code on the same data give other numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/provenance/difference.h"

namespace lockstep::tracking {

struct GpuState {
  std::string name;
  std::uint64_t memory_bytes = 0;
  bool operator==(const GpuState&) const = default;
};

/// The GPU that a run computes on.
struct UsedGpu {
  std::string name;        ///< empty: none
  std::string capability;  ///< "9.0"
  std::uint64_t memory_bytes = 0;
  bool operator==(const UsedGpu&) const = default;
};

/// Sizes are bytes; a limit that is not set is 0, as is what could not be found out; such texts are empty.
struct EnvironmentState {
  std::int64_t captured = 0;  ///< UTC milliseconds
  struct {
    std::string name;     ///< "Debian GNU/Linux 12 (bookworm)"
    std::string kernel;   ///< "Linux 6.1.0-13-amd64"
    std::string machine;  ///< "x86_64"
    std::string hostname;
  } os;
  struct {
    std::string model;
    std::string features;  ///< those that choose kernels, sorted: "avx avx2 fma …"
    std::string isa;       ///< in use, as the engine says
    std::int64_t physical_cores = 0;
    std::int64_t logical_cores = 0;
    std::string affinity;     ///< this process's CPUs: "0-3,8"
    double cgroup_limit = 0;  ///< in CPUs
    std::int64_t threads = 0;  ///< of the engine
  } cpu;
  struct {
    std::uint64_t total_bytes = 0;
    std::uint64_t available_bytes = 0;
    std::uint64_t cgroup_limit_bytes = 0;
  } memory;
  struct {
    std::string status;   ///< "found", or why there is none
    std::string driver;   ///< "535.104.05"
    std::string cuda;     ///< the newest CUDA that the driver serves: "12.2"
    std::vector<GpuState> devices;
    UsedGpu used;
  } gpu;
  std::map<std::string, std::string> libraries;  ///< versions as loaded: "libgit2" → "1.5.1"
  std::map<std::string, std::string> variables;  ///< those of the environment that matter
  std::string locale;     ///< the C library's, in use
  std::string time_zone;  ///< "Europe/Berlin"
};

/// What only the caller knows.
struct EnvironmentExtras {
  std::string isa;  ///< the engine's: what oneDNN and Highway really use
  std::int64_t threads = 0;
  std::map<std::string, std::string> libraries;  ///< e.g. {"onednn", "2.7.3"}, {"cudnn", "9.1"}
  UsedGpu gpu = {};
  std::string cuda_of_driver = {};         ///< where the management library doesn't tell it
  std::string nvml = "libnvidia-ml.so.1";  ///< the management library
};

/// Never an error: what can't be found out stays empty.
[[nodiscard]] EnvironmentState capture_environment(const EnvironmentExtras& extras = {});

/// Of "NAME=value" entries those that may decide a result (OMP_*, CUDA_*, LD_PRELOAD, LC_*, …). The value of a variable
/// whose name speaks of a secret is "(hidden)"; user names and passwords in URLs are removed.
[[nodiscard]] std::map<std::string, std::string> variables_that_matter(const char* const* environment);

/// Limits of this process's control group and those above it, the smallest counts; version 2 and version 1.
/// `root` is "/" but in tests.
struct CgroupLimits {
  double cpus = 0;
  std::uint64_t memory_bytes = 0;
};
[[nodiscard]] CgroupLimits cgroup_limits(const std::string& root = "/");

/// Keys as the members above, nested the same way.
[[nodiscard]] std::string to_json(const EnvironmentState& state);
/// ValueError where the text is damaged.
[[nodiscard]] EnvironmentState environment_from_json(std::string_view text);
/// Keys that differ; the time and the memory that was free are no difference.
[[nodiscard]] std::vector<KeyDifference> differences(const EnvironmentState& before, const EnvironmentState& after);

}  // namespace lockstep::tracking

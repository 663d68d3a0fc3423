#include "tracking/provenance/environment.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <filesystem>

#include "tracking/provenance/environment_parts.h"
#include "tracking/provenance/utc_time.h"

namespace lockstep::tracking {

namespace {

constexpr std::array prefixes{"OMP_",  "GOMP_",   "KMP_",   "MKL_",    "OPENBLAS_", "DNNL_",     "ONEDNN_", "CUDA_",
                              "CUDNN_", "CUBLAS_", "NVIDIA_", "NCCL_", "LC_",       "LOCKSTEP_", "MALLOC_"};
constexpr std::array names{"LD_LIBRARY_PATH", "LD_PRELOAD", "LANG", "LANGUAGE", "TZ", "GLIBC_TUNABLES"};
constexpr std::array secrets{"TOKEN", "SECRET", "PASSW", "KEY", "CREDENTIAL", "AUTH"};

bool matters(std::string_view name) {
  const auto usual = [](char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  if (!std::ranges::all_of(name, usual)) return false;
  return std::ranges::find(names, name) != names.end() ||
         std::ranges::any_of(prefixes, [&](const char* prefix) { return name.starts_with(prefix); });
}

bool is_secret(std::string_view name) {
  return std::ranges::any_of(secrets, [&](const char* word) { return name.find(word) != std::string_view::npos; });
}

/// "https://person:secret@host" → "https://host", wherever it stands in the value.
std::string without_users(std::string value) {
  for (std::size_t scheme = value.find("://"); scheme != std::string::npos; scheme = value.find("://", scheme + 3)) {
    const std::size_t begin = scheme + 3;
    const std::size_t end = std::min(value.find_first_of("/ ,;", begin), value.size());
    const std::size_t at = value.substr(begin, end - begin).rfind('@');
    if (at != std::string::npos) value.erase(begin, at + 1);
  }
  return value;
}

std::string time_zone() {
  const char* variable = std::getenv("TZ");
  if (variable != nullptr && *variable != '\0') return *variable == ':' ? variable + 1 : variable;
  std::error_code ignored;
  const std::string target = std::filesystem::read_symlink("/etc/localtime", ignored).string();
  const std::size_t at = target.find("zoneinfo/");
  if (at != std::string::npos) return target.substr(at + 9);
  return std::filesystem::exists("/etc/localtime", ignored) ? "" : "UTC";  // what the C library does without the file
}

}  // namespace

std::map<std::string, std::string> variables_that_matter(const char* const* environment) {
  std::map<std::string, std::string> out;
  for (; *environment != nullptr; ++environment) {
    const std::string_view entry(*environment);
    const std::size_t equals = entry.find('=');
    const std::string_view name = entry.substr(0, equals);
    if (equals == std::string_view::npos || !matters(name)) continue;
    out[std::string(name)] = is_secret(name) ? "(hidden)" : without_users(std::string(entry.substr(equals + 1)));
  }
  return out;
}

EnvironmentState capture_environment(const EnvironmentExtras& extras) {
  EnvironmentState state;
  state.captured = utc_milliseconds();
  capture_machine(state);
  capture_gpu(state, extras.nvml);
  state.gpu.used = extras.gpu;
  if (state.gpu.cuda.empty()) state.gpu.cuda = extras.cuda_of_driver;
  capture_libraries(state);
  state.cpu.isa = extras.isa;
  state.cpu.threads = extras.threads;
  for (const auto& [name, version] : extras.libraries) state.libraries[name] = version;
  state.variables = variables_that_matter(environ);
  const char* locale = std::setlocale(LC_ALL, nullptr);
  state.locale = locale != nullptr ? locale : "";
  state.time_zone = time_zone();
  return state;
}

}  // namespace lockstep::tracking

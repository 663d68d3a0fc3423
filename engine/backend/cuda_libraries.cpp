#include "engine/backend/cuda_libraries.h"

#include <cstdlib>
#include <system_error>

namespace lockstep::engine {

namespace {

namespace fs = std::filesystem;

/// Entries of a folder whose names begin with `prefix`; none where it can't be read.
std::vector<fs::path> entries(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> out;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().filename().string().starts_with(prefix)) out.push_back(it->path());
  }
  return out;
}

fs::path from_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? fs::path() : fs::path(value);
}

void add(std::vector<fs::path>& folders, const fs::path& folder) {
  std::error_code error;
  if (!folder.empty() && fs::is_directory(folder, error)) folders.push_back(folder);
}

/// PyPI's packages put each library into nvidia/<library>/lib below site-packages.
void add_python(std::vector<fs::path>& folders, const fs::path& lib) {
  for (const fs::path& python : entries(lib, "python3")) {
    for (const char* const packages : {"site-packages", "dist-packages"}) {
      for (const fs::path& library : entries(python / packages / "nvidia", "")) add(folders, library / "lib");
    }
  }
}

}  // namespace

std::vector<fs::path> cuda_library_folders() {
  std::vector<fs::path> out;
  for (const char* const name : {"CUDA_PATH", "CUDA_HOME"}) {
    const fs::path root = from_environment(name);
    if (!root.empty()) add(out, root / "lib64");
  }
  add(out, "/usr/local/cuda/lib64");
  for (const fs::path& toolkit : entries("/usr/local", "cuda-")) add(out, toolkit / "lib64");
  for (const char* const name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const fs::path root = from_environment(name);
    if (root.empty()) continue;
    add(out, root / "lib");
    add_python(out, root / "lib");
  }
  if (const fs::path home = from_environment("HOME"); !home.empty()) add_python(out, home / ".local" / "lib");
  add_python(out, "/usr/local/lib");
  return out;
}

std::string missing_library(const std::string& linker_message) {
  const std::size_t colon = linker_message.find(": ");
  if (colon == std::string::npos) return {};
  const std::string name = linker_message.substr(0, colon);
  // A path is the module itself; a bare name of a shared object is what it needs.
  if (name.find('/') != std::string::npos || name.find(".so") == std::string::npos) return {};
  return name;
}

std::string how_to_install(const std::string& library) {
  if (library.starts_with("libcudnn")) return "install cuDNN 9 for CUDA 13 (from NVIDIA, or the Python package nvidia-cudnn-cu13)";
  if (library.starts_with("libcublas")) return "install the CUDA 13 toolkit or its library cuBLAS (from NVIDIA, or the Python package nvidia-cublas)";
  if (library.starts_with("libcudart")) return "install the CUDA 13 runtime (from NVIDIA, or the Python package nvidia-cuda-runtime)";
  return "install the CUDA 13 toolkit from NVIDIA";
}

}  // namespace lockstep::engine

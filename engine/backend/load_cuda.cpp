#include "engine/backend/load_cuda.h"

#include <dlfcn.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include "engine/backend/backend.h"
#include "engine/backend/cuda_libraries.h"
#include "engine/ops/kernel_table.h"

namespace lockstep::engine {

namespace {

namespace fs = std::filesystem;

constexpr const char* module_file = "liblockstep_cuda.so";
constexpr const char* emulated_file = "liblockstep_cuda_emulated.so";

std::string last_linker_message() {
  const char* const text = ::dlerror();
  return text == nullptr ? "unknown error" : text;
}

/// Loads a library from one of the folders for all that follows. False where none has it.
bool preload(const std::string& library, const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    std::error_code error;
    const fs::path file = folder / library;
    if (fs::exists(file, error) && ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return true;
  }
  return false;
}

/// dlopen that finds what the module needs, one library after the other.
void* open_with_libraries(const fs::path& file) {
  std::vector<fs::path> folders;
  std::string last;
  for (;;) {
    if (void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL); handle != nullptr) return handle;
    const std::string message = last_linker_message();
    const std::string library = missing_library(message);
    if (library.empty() || library == last) {
      throw DeviceError(Message{"cuda.module", "Lockstep's CUDA module cannot be loaded: {reason}", {{"reason", message}}});
    }
    last = library;
    if (folders.empty()) folders = cuda_library_folders();
    if (!preload(library, folders)) {
      throw DeviceError(Message{"cuda.library", "the library {library} was not found; {advice}", {{"library", library}, {"advice", how_to_install(library)}}});
    }
  }
}

struct Loaded {
  const cuda::ModuleTable* table = nullptr;
  CudaStatus status;
};

Loaded look(const fs::path& file) {
  Loaded out;
  try {
    out.table = &load_cuda_module(file);
    out.status.versions = out.table->versions();
    const int count = out.table->device_count(out.status.why);
    for (int i = 0; i < count; ++i) out.status.devices.push_back(out.table->facts(i));
    out.status.usable = count > 0;
  } catch (const Error& error) {
    out.status.why = error.message();
    out.status.usable = false;
  }
  return out;
}

const Loaded& loaded() {
  static const Loaded instance = look(module_folder() / module_file);
  return instance;
}

const Loaded& emulated() {
  static const Loaded instance = look(module_folder() / emulated_file);
  return instance;
}

const Loaded& of_type(DeviceType type) { return type == DeviceType::cuda_emulated ? emulated() : loaded(); }

/// Those that were opened; the registry owns them.
Backend* registered(Device device) {
  for (const Device one : registered_devices()) {
    if (one == device) return &backend_of(device);
  }
  return nullptr;
}

}  // namespace

fs::path module_folder() {
  if (const char* const given = std::getenv("LOCKSTEP_MODULES"); given != nullptr && *given != '\0') return given;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path prefix = program.parent_path().parent_path();
  // A package for one architecture among several keeps libraries in lib/<architecture>.
  for (const char* const lib : {"lib", "lib/x86_64-linux-gnu", "lib64"}) {
    if (fs::is_directory(prefix / lib / "lockstep", error)) return prefix / lib / "lockstep";
  }
  return prefix / "lib" / "lockstep";
}

const cuda::ModuleTable& load_cuda_module(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    throw DeviceError(Message{"cuda.no_module", "this build of Lockstep has no CUDA module ({path} is not there); build it where the CUDA toolkit and cuDNN are installed", {{"path", file.string()}}});
  }
  void* const handle = open_with_libraries(file);
  const auto entry = reinterpret_cast<const cuda::ModuleTable* (*)()>(::dlsym(handle, "lockstep_cuda_module"));
  const cuda::ModuleTable* const table = entry == nullptr ? nullptr : entry();
  if (table == nullptr || table->version != cuda::module_version || table->kernel_table_bytes != sizeof(KernelTable)) {
    throw DeviceError(Message{"cuda.other_build", "{path} belongs to another build of Lockstep; install the program and its CUDA module together", {{"path", file.string()}}});
  }
  return *table;
}

const CudaStatus& cuda_status(DeviceType type) { return of_type(type).status; }

Backend& open_cuda(Device device) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (Backend* const open = registered(device); open != nullptr) {
    if (const Message* const lost = open->lost(); lost != nullptr) throw DeviceError(*lost);
    return *open;
  }
  const Loaded& from = of_type(device.type);
  if (!from.status.usable) throw DeviceError(from.status.why);
  if (device.index >= static_cast<std::int32_t>(from.status.devices.size())) {
    throw DeviceError(Message{"cuda.index", "there is no {device}: this machine has {count} usable GPU(s), counted from 0",
                              {{"device", device_name(device)}, {"count", std::to_string(from.status.devices.size())}}});
  }
  register_backend(std::unique_ptr<Backend>(from.table->open(device.index)));
  return backend_of(device);
}

}  // namespace lockstep::engine

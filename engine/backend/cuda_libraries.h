// Where NVIDIA's libraries may lie that the system's linker does not know of.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::engine {

/// Existing folders: of $CUDA_PATH and $CUDA_HOME, the toolkit's usual place, Conda, and Python packages (nvidia/*/lib).
[[nodiscard]] std::vector<std::filesystem::path> cuda_library_folders();

/// The library that the linker's message says is missing ("libcudnn.so.9"), or empty when it says something else.
[[nodiscard]] std::string missing_library(const std::string& linker_message);

/// What to install for a library, in words.
[[nodiscard]] std::string how_to_install(const std::string& library);

}  // namespace lockstep::engine

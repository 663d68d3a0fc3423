// safetensors: a header of JSON and the raw tensors (the format of huggingface/safetensors, read strictly).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "engine/core/host_array.h"

namespace lockstep::engine::io {

struct Safetensors {
  std::map<std::string, HostArray> tensors;      ///< row-major
  std::map<std::string, std::string> metadata;
};

/// @throws FileError naming `name` and what is wrong: truncated, header too long or not JSON, a name twice, holes or
/// overlaps between tensors, sizes that don't fit, an unknown dtype
[[nodiscard]] Safetensors parse_safetensors(std::string_view bytes, const std::string& name);
[[nodiscard]] Safetensors read_safetensors(const std::filesystem::path& path);

/// The same content gives the same bytes: tensors by dtype (widest first), then name; header padded to 8.
/// Written atomically. @throws FileError
void write_safetensors(const std::filesystem::path& path, const Safetensors& content);

}  // namespace lockstep::engine::io

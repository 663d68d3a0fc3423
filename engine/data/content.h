// What a file holds, told by its first bytes and never by its name.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "engine/data/files.h"

namespace lockstep::engine::data {

enum class ImageFormat : std::uint8_t { none, png, jpeg };
[[nodiscard]] ImageFormat image_format(std::span<const std::byte> bytes) noexcept;

/// "idx", "npy" (NPZ too), "images" (also a folder that holds neither of the others) or, for everything else, "csv".
[[nodiscard]] std::string kind_of_content(const std::filesystem::path& path, const Work& work);

}  // namespace lockstep::engine::data

// Files that are either whole or not there: written beside their place, flushed to the disk, then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>

namespace lockstep::engine::io {

/// Receives pieces of the file in order.
using ByteSink = std::function<void(std::span<const std::byte>)>;

/// Calls `write` with a sink, then puts the file in its place in one step. On any failure the old file stays as it was
/// and nothing is left behind. @throws FileError naming the path and the reason (no space left, permission, …)
void write_atomically(const std::filesystem::path& path, const std::function<void(const ByteSink&)>& write);
void write_atomically(const std::filesystem::path& path, std::string_view text);

/// The whole file. @throws FileError; also where it is larger than `limit` bytes
[[nodiscard]] std::string read_file(const std::filesystem::path& path, std::uintmax_t limit = UINTMAX_MAX);

}  // namespace lockstep::engine::io

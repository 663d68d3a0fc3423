// Bytes of files: read whole against a limit, decompressed against a limit, told apart by their first bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/data/options.h"

namespace lockstep::engine::data {

using Bytes = std::vector<std::byte>;

/// Limits and interruption of one load, made once from a LoadContext.
class Work {
 public:
  explicit Work(const LoadContext& context);
  [[nodiscard]] std::size_t budget() const noexcept { return budget_; }
  /// Bytes of decoded images that are kept.
  [[nodiscard]] std::size_t image_cache() const noexcept { return cache_; }
  /// @throws Stopped when asked to stop
  void check() const;
  void progress(std::string_view what, std::int64_t done, std::int64_t total) const;
  /// Chunks on the pool, each after check().
  template <class F>
  void parallel(std::int64_t chunks, F&& body) const {
    auto step = [&](std::int64_t chunk) {
      check();
      body(chunk);
    };
    if (context_.pool != nullptr) {
      context_.pool->parallel_for(chunks, step);
    } else {
      for (std::int64_t i = 0; i < chunks; ++i) step(i);
    }
  }
  /// @throws OutOfMemory when `bytes` exceed the budget, naming `path` and both numbers
  void reserve(const std::string& path, std::uint64_t bytes) const;

 private:
  const LoadContext& context_;
  std::size_t budget_;
  std::size_t cache_;
};

/// Half of what the machine and the control group have left.
[[nodiscard]] std::size_t default_memory_budget();

/// The path as people write it, for messages (UTF-8 as it stands on disk).
[[nodiscard]] std::string shown(const std::filesystem::path& path);

/// @throws FileError naming the path and the reason (missing, a folder, no permission, larger than the budget)
[[nodiscard]] Bytes read_file(const std::filesystem::path& path, const Work& work);
/// The content, decompressed when it is gzip (any number of members).
/// @throws DataError for damaged or truncated gzip, OutOfMemory where it grows beyond the budget
[[nodiscard]] Bytes read_file_unpacked(const std::filesystem::path& path, const Work& work);
[[nodiscard]] bool is_gzip(std::span<const std::byte> bytes) noexcept;
[[nodiscard]] Bytes gunzip(std::span<const std::byte> packed, const std::string& path, const Work& work);
/// Raw deflate whose size is known beforehand (a ZIP's member). @throws DataError when the size or the data is wrong
[[nodiscard]] Bytes inflate_exactly(std::span<const std::byte> packed, std::size_t size, const std::string& path);

[[nodiscard]] inline std::span<const std::byte> as_bytes(std::string_view text) noexcept {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
[[nodiscard]] inline std::string_view as_text(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace lockstep::engine::data

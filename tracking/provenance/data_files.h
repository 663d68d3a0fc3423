// The files that a run reads its data from: path, size and SHA-256 of each, every byte of it, and one hash over all.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/thread_pool.h"

namespace lockstep::tracking {

struct DataFile {
  std::string path;  ///< relative to the manifest's base, '/' between folders, bytes as on disk
  std::uint64_t bytes = 0;
  std::string sha256;  ///< 64 lower-case hexadecimal digits
  bool operator==(const DataFile&) const = default;
};

struct DataManifest {
  std::string base;             ///< absolute folder that the paths are relative to; no part of the hash
  std::vector<DataFile> files;  ///< in byte order of their paths
  std::uint64_t total_bytes = 0;
  std::string sha256;  ///< of "<path>\0<bytes>\0<sha256>\n" for each file in order; bytes in decimal
  std::size_t from_cache = 0;          ///< how many hashes came from the cache; not in the JSON
  std::vector<std::string> warnings;  ///< e.g. a cache that can't be written; not in the JSON
};

struct HashProgress {
  std::size_t files = 0;
  std::size_t total_files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t total_bytes = 0;
};

struct HashOptions {
  engine::ThreadPool* pool = nullptr;  ///< null: threads of its own
  int threads = 2;                     ///< used where there is no pool
  /// Called from the hashing threads, one at a time, about every 50 ms and once at the end.
  std::function<void(const HashProgress&)> progress;
  std::stop_token stop;
  std::filesystem::path cache;  ///< a file for HashCache; empty: none
  bool rehash = false;          ///< read every file, whatever the cache says (and renew it)
  /// Files changed within this time before now are not cached: a second change might leave no trace in the times.
  std::chrono::milliseconds cache_after{2000};
};

/// Hashes the given files; a path twice counts once. Paths in the manifest are relative to `base`.
/// DataError that lists every file that can't be read (missing, no permission, no regular file, changed while being
/// read); engine::Stopped soon after the stop was requested.
[[nodiscard]] DataManifest hash_files(std::span<const std::filesystem::path> files, const std::filesystem::path& base,
                                      const HashOptions& options = {});
/// All files in the folder and its folders, links followed. Hidden files count too.
[[nodiscard]] DataManifest hash_folder(const std::filesystem::path& folder, const HashOptions& options = {});

/// {"base", "total_bytes", "sha256", "files": [{"path", "bytes", "sha256"}]}
[[nodiscard]] std::string to_json(const DataManifest& manifest);
/// ValueError where the text is damaged, or the hash over all is not that of the files listed.
[[nodiscard]] DataManifest data_manifest_from_json(std::string_view text);

struct ManifestDifference {
  std::vector<std::string> added;
  std::vector<std::string> removed;
  std::vector<std::string> changed;  ///< same path, other content
  [[nodiscard]] bool empty() const noexcept { return added.empty() && removed.empty() && changed.empty(); }
};
/// By path; where the folder lies is no difference. Each list in byte order.
[[nodiscard]] ManifestDifference differences(const DataManifest& before, const DataManifest& after);

}  // namespace lockstep::tracking

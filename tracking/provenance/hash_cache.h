// Hashes of files that were read before, so that a data set of many gigabytes is read once and not at every run.
// A text file, one line a file, written whole and renamed into place: processes that share it lose at most each other's
// newest entries, never read a half-written one. Each line carries a check of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace lockstep::tracking {

/// What tells that a file has not changed.
struct FileIdentity {
  std::string path;  ///< absolute
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;  ///< since 1970
  std::int64_t changed_ns = 0;   ///< of the inode; can't be set by programs
  std::uint64_t inode = 0;
  bool operator==(const FileIdentity&) const = default;
};

class HashCache {
 public:
  /// Reads the file; one that is missing or damaged is an empty cache, a damaged line is left out.
  explicit HashCache(std::filesystem::path file);

  /// The SHA-256 recorded for exactly this identity. Thread-safe, as is insert.
  [[nodiscard]] std::optional<std::string> find(const FileIdentity& identity) const;
  void insert(const FileIdentity& identity, std::string sha256);
  [[nodiscard]] std::size_t size() const;

  /// Writes the file if something was inserted, with what other processes have added meanwhile. FileError.
  void save();

 private:
  struct Entry {
    FileIdentity identity;
    std::string sha256;
  };
  using Entries = std::unordered_map<std::string, Entry>;
  static Entries read(const std::filesystem::path& file);

  std::filesystem::path file_;
  mutable std::mutex mutex_;
  Entries entries_;
  Entries inserted_;
};

}  // namespace lockstep::tracking

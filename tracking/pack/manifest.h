// What a pack holds. It is a ZIP file whose first entry, manifest.json, lists all the others with size and SHA-256:
//
//   checkpoints/<name>.safetensors    as in the run's folder
//   data/<sha256>                     with --with-data: each content once; documents/data.json says which files have it
//   documents/<name>                  the record
//   initial.safetensors               the weights that model.init_from names
//   log.txt  series.db                as in the run's folder
//   record.json                       the run's row in the catalogue
//
// No name comes from a person's files, so that none can be made to lead anywhere.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace lockstep::tracking::pack {

/// Raised whenever an older Lockstep could not read what a newer one packs.
inline constexpr int format_version = 1;
inline constexpr std::string_view manifest_name = "manifest.json";
inline constexpr std::string_view initial_weights_name = "initial.safetensors";

struct PackEntry {
  std::uint64_t bytes = 0;
  std::string sha256 = {};
};

struct PackManifest {
  std::string lockstep = {};                      ///< the version that packed it
  std::string run = {};                           ///< its id
  std::map<std::string, PackEntry> entries = {};  ///< by name

  [[nodiscard]] std::uint64_t total_bytes() const noexcept;
};

/// What is refused unread, so that a small file can't fill a disk or the memory.
struct PackLimits {
  std::uint64_t manifest_bytes = std::uint64_t{64} << 20U;
  std::size_t entries = 1'000'000;
  std::size_t documents = 1'000;
  std::uint64_t total_bytes = std::uint64_t{1} << 40U;  ///< 1 TiB
  /// Unpacked size to the file's, counted only where the unpacked size is larger than `small_bytes`.
  std::uint64_t ratio = 200;
  std::uint64_t small_bytes = std::uint64_t{1} << 30U;
};

/// True where the limits would refuse so much in a file of this size.
[[nodiscard]] bool is_too_dense(std::uint64_t total, std::uint64_t file_bytes, const PackLimits& limits) noexcept;

[[nodiscard]] std::string to_json(const PackManifest& manifest);
/// Refuses (zip.h) what is no manifest, another format's or a newer version's, beyond the limits, or names an entry that no pack has.
[[nodiscard]] PackManifest manifest_from_json(std::string_view text, const std::string& pack, std::uint64_t file_bytes,
                                              const PackLimits& limits);

/// The document, checkpoint or content that an entry is: the rest of its name behind the folder; empty where it is none.
[[nodiscard]] std::string_view inside(std::string_view entry, std::string_view folder) noexcept;

}  // namespace lockstep::tracking::pack

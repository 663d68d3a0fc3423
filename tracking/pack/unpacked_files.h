// The files of a pack in the staging folder: written as they are read, each new and with no name of the pack's choosing, and
// looked at one by one.
//
//   run/            becomes runs/<id>: series.db, log.txt, checkpoints/, documents/ (large ones), initial.safetensors
//   content/<hash>  data, by SHA-256, until they are put under their names
//   data/           becomes data/<id>
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "tracking/pack/pack_reader.h"
#include "tracking/provenance/data_files.h"
#include "tracking/store/foreign_run.h"

namespace lockstep::tracking::pack {

/// Raises an error before a disk is full.
class SpaceGuard {
 public:
  SpaceGuard(std::filesystem::path folder, std::function<std::uint64_t(const std::filesystem::path&)> free_space,
             std::string pack)
      : folder_(std::move(folder)), free_space_(std::move(free_space)), pack_(std::move(pack)) {}
  /// Refuses unless so much fits, and something is left for everybody else.
  void need(std::uint64_t bytes) const;
  /// To be called with what was written: looks again every 16 MiB.
  void wrote(std::uint64_t bytes);

 private:
  std::filesystem::path folder_;
  std::function<std::uint64_t(const std::filesystem::path&)> free_space_;
  std::string pack_;
  std::uint64_t since_ = 0;
};

/// A file that was not there before; closed with the object.
class NewFile {
 public:
  NewFile() = default;
  explicit NewFile(const std::filesystem::path& path);
  ~NewFile();
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&& other) noexcept;
  void write(std::span<const std::byte> bytes);

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

class UnpackedFiles {
 public:
  UnpackedFiles(std::filesystem::path staging, SpaceGuard& space) : staging_(std::move(staging)), space_(space) {}

  /// Reads and checks every entry.
  void extract(PackReader& reader, const std::stop_token& stop);
  /// Puts the data under their names below data/<base>. Refuses data that the record doesn't name, and a lack of any.
  void place_data(const PackReader& reader, const DataManifest& manifest, const std::filesystem::path& base,
                  const PackLimits& limits);

  [[nodiscard]] std::filesystem::path run_folder() const { return staging_ / "run"; }
  [[nodiscard]] std::filesystem::path data_folder() const { return staging_ / "data"; }
  /// Row and documents.
  [[nodiscard]] ForeignRun& run() noexcept { return run_; }
  /// A document's text, small or large; empty where there is none.
  [[nodiscard]] std::string document(const std::string& name) const;

 private:
  [[nodiscard]] PackReader::Content open(const std::string& name, const PackEntry& entry);
  void close(const std::string& name, const PackReader& reader);

  std::filesystem::path staging_;
  SpaceGuard& space_;
  ForeignRun run_;
  std::string text_;            ///< of the entry that is being read, where it is kept in memory
  std::filesystem::path path_;  ///< else its file
  NewFile file_;
};

}  // namespace lockstep::tracking::pack

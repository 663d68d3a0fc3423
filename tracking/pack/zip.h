// ZIP files through libarchive: written as a stream of bytes that depend on nothing but their content, and read with every
// entry that is not a plain file refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/io/atomic_file.h"

namespace lockstep::tracking::pack {

/// engine::FileError: "the pack {name} is refused: {reason}".
[[noreturn]] void refuse(const std::string& name, const std::string& reason);

class ZipWriter {
 public:
  explicit ZipWriter(const engine::io::ByteSink& sink);
  ~ZipWriter();

  /// Names are ASCII: others would stand in the file as the locale has them. All `bytes` must follow with write().
  void begin(const std::string& name, std::uint64_t bytes, bool compress);
  void write(std::span<const std::byte> bytes);
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

class ZipReader {
 public:
  struct Entry {
    std::string name = {};
    std::optional<std::uint64_t> bytes = {};  ///< as the ZIP declares it
  };

  /// engine::FileError where the file can't be read, is no ZIP, or has more than `most` entries or a name that is refused
  /// (zip_directory.h).
  ZipReader(const std::filesystem::path& file, std::size_t most);
  /// `bytes` must outlive the reader.
  ZipReader(std::span<const std::byte> bytes, std::string name, std::size_t most);
  ~ZipReader();
  ZipReader(ZipReader&&) noexcept;
  ZipReader& operator=(ZipReader&&) noexcept;

  /// What the pack is called in messages.
  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] std::uint64_t file_bytes() const noexcept;
  /// In the order of the file. Refuses links, folders and devices.
  [[nodiscard]] std::optional<Entry> next();
  /// The next bytes of the entry's content; 0 at its end.
  [[nodiscard]] std::size_t read(std::span<std::byte> into);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::tracking::pack

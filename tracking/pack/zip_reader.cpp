#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "engine/core/error.h"
#include "tracking/pack/zip.h"
#include "tracking/pack/zip_directory.h"

namespace lockstep::tracking::pack {
namespace fs = std::filesystem;

void refuse(const std::string& name, const std::string& reason) {
  throw engine::FileError(
      engine::Message{"pack.refused", "the pack {path} is refused: {reason}", {{"path", name}, {"reason", reason}}});
}

struct ZipReader::Impl {
  explicit Impl(std::string called) : name(std::move(called)), archive(archive_read_new()) {
    if (archive == nullptr) throw std::bad_alloc();
    // The directory at the end counts, as for any other tool; ZIP alone, for a pack is nothing else.
    archive_read_support_format_zip_seekable(archive);
  }
  ~Impl() {
    archive_read_free(archive);
    if (descriptor >= 0) ::close(descriptor);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  [[nodiscard]] std::string reason() const {
    const char* text = archive_error_string(archive);
    return text == nullptr ? "unknown" : text;
  }
  void open(int result) {
    if (result != ARCHIVE_OK) refuse(name, "it is no ZIP file, or not all of one (" + reason() + ")");
  }

  std::string name;
  std::uint64_t file_bytes = 0;
  struct archive* archive;
  int descriptor = -1;
  std::string entry;
};

namespace {

ReadAt read_at(int descriptor) {
  return [descriptor](std::uint64_t offset, std::size_t size) {
    std::string bytes(size, '\0');
    std::size_t got = 0;
    while (got < size) {
      const ssize_t count = ::pread(descriptor, bytes.data() + got, size - got, static_cast<off_t>(offset + got));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      got += static_cast<std::size_t>(count);
    }
    bytes.resize(got);
    return bytes;
  };
}

}  // namespace

ZipReader::ZipReader(const fs::path& file, std::size_t most) : impl_(std::make_unique<Impl>(file.string())) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::is_regular_file(status)) {
    const std::string reason = !fs::exists(status) ? "there is no such file" : "it is no file";
    throw engine::FileError(
        engine::Message{"pack.no_file", "cannot read {path}: {reason}", {{"path", file.string()}, {"reason", reason}}});
  }
  // One descriptor for both looks, so that they are at the same file.
  impl_->descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat found = {};
  if (impl_->descriptor < 0 || ::fstat(impl_->descriptor, &found) != 0) {
    throw engine::FileError(engine::Message{
        "pack.no_file", "cannot read {path}: {reason}", {{"path", file.string()}, {"reason", std::strerror(errno)}}});
  }
  impl_->file_bytes = static_cast<std::uint64_t>(found.st_size);
  check_directory(impl_->name, impl_->file_bytes, most, read_at(impl_->descriptor));
  impl_->open(archive_read_open_fd(impl_->archive, impl_->descriptor, 1 << 16));
}

ZipReader::ZipReader(std::span<const std::byte> bytes, std::string name, std::size_t most)
    : impl_(std::make_unique<Impl>(std::move(name))) {
  impl_->file_bytes = bytes.size();
  check_directory(impl_->name, bytes.size(), most, [bytes](std::uint64_t offset, std::size_t size) {
    const std::size_t from = static_cast<std::size_t>(std::min<std::uint64_t>(offset, bytes.size()));
    const std::span<const std::byte> part = bytes.subspan(from, std::min(size, bytes.size() - from));
    return std::string(reinterpret_cast<const char*>(part.data()), part.size());
  });
  impl_->open(archive_read_open_memory(impl_->archive, bytes.data(), bytes.size()));
}

ZipReader::~ZipReader() = default;
ZipReader::ZipReader(ZipReader&&) noexcept = default;
ZipReader& ZipReader::operator=(ZipReader&&) noexcept = default;

const std::string& ZipReader::name() const noexcept { return impl_->name; }
std::uint64_t ZipReader::file_bytes() const noexcept { return impl_->file_bytes; }

std::optional<ZipReader::Entry> ZipReader::next() {
  struct archive_entry* entry = nullptr;
  const int result = archive_read_next_header(impl_->archive, &entry);
  if (result == ARCHIVE_EOF) return std::nullopt;
  if (result != ARCHIVE_OK) refuse(impl_->name, "it is no ZIP file, or a damaged one (" + impl_->reason() + ")");
  const char* path = archive_entry_pathname(entry);
  const std::string_view text = path == nullptr ? std::string_view() : path;
  if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_symlink(entry) != nullptr ||
      archive_entry_hardlink(entry) != nullptr) {
    refuse(impl_->name, "its entry \"" + std::string(text) + "\" is a link, a folder or a device, not a file");
  }
  if (archive_entry_is_encrypted(entry) != 0)
    refuse(impl_->name, "its entry \"" + std::string(text) + "\" is encrypted");
  impl_->entry = text;
  Entry found{impl_->entry, {}};
  if (archive_entry_size_is_set(entry) != 0) found.bytes = static_cast<std::uint64_t>(archive_entry_size(entry));
  return found;
}

std::size_t ZipReader::read(std::span<std::byte> into) {
  const la_ssize_t size = archive_read_data(impl_->archive, into.data(), into.size());
  if (size < 0) refuse(impl_->name, "its entry \"" + impl_->entry + "\" is damaged (" + impl_->reason() + ")");
  return static_cast<std::size_t>(size);
}

}  // namespace lockstep::tracking::pack

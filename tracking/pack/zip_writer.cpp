#include <archive.h>
#include <archive_entry.h>

#include <exception>

#include "engine/core/error.h"
#include "tracking/pack/zip.h"

namespace lockstep::tracking::pack {

struct ZipWriter::Impl {
  explicit Impl(const engine::io::ByteSink& to) : sink(to), archive(archive_write_new()), entry(archive_entry_new()) {
    if (archive == nullptr || entry == nullptr) throw std::bad_alloc();
  }
  ~Impl() {
    archive_write_fail(archive);  // without this, freeing one that isn't finished would write on
    archive_write_free(archive);
    archive_entry_free(entry);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// Exceptions must not pass through libarchive: kept here, thrown by check().
  static la_ssize_t receive(struct archive* archive, void* self, const void* bytes, std::size_t size) {
    auto* impl = static_cast<Impl*>(self);
    try {
      impl->sink({static_cast<const std::byte*>(bytes), size});
      return static_cast<la_ssize_t>(size);
    } catch (...) {
      impl->error = std::current_exception();
      archive_set_error(archive, EIO, "the file could not be written");
      return -1;
    }
  }

  void check(la_ssize_t result) {
    if (error) std::rethrow_exception(error);
    if (result >= ARCHIVE_OK) return;
    const char* reason = archive_error_string(archive);
    throw engine::FileError(engine::Message{
        "pack.write", "the pack could not be written: {reason}", {{"reason", reason == nullptr ? "unknown" : reason}}});
  }

  const engine::io::ByteSink& sink;
  struct archive* archive;
  struct archive_entry* entry;
  std::exception_ptr error;
};

ZipWriter::ZipWriter(const engine::io::ByteSink& sink) : impl_(std::make_unique<Impl>(sink)) {
  impl_->check(archive_write_set_format_zip(impl_->archive));
  impl_->check(archive_write_set_bytes_per_block(impl_->archive, 1 << 16));
  impl_->check(archive_write_set_bytes_in_last_block(impl_->archive, 1));  // no padding
  impl_->check(archive_write_open(impl_->archive, impl_.get(), nullptr, &Impl::receive, nullptr));
}

ZipWriter::~ZipWriter() = default;

void ZipWriter::begin(const std::string& name, std::uint64_t bytes, bool compress) {
  impl_->check(compress ? archive_write_zip_set_compression_deflate(impl_->archive)
                        : archive_write_zip_set_compression_store(impl_->archive));
  archive_entry_clear(impl_->entry);  // no times and no owner: they would differ from one machine to the next
  archive_entry_set_pathname(impl_->entry, name.c_str());
  archive_entry_set_filetype(impl_->entry, AE_IFREG);
  archive_entry_set_perm(impl_->entry, 0644);
  archive_entry_set_size(impl_->entry, static_cast<la_int64_t>(bytes));
  impl_->check(archive_write_header(impl_->archive, impl_->entry));
}

void ZipWriter::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const la_ssize_t written = archive_write_data(impl_->archive, bytes.data(), bytes.size());
    impl_->check(written);
    if (written == 0)
      throw engine::FileError(
          engine::plain_message("pack.write", "the pack could not be written: a file grew while it was packed"));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void ZipWriter::finish() { impl_->check(archive_write_close(impl_->archive)); }

}  // namespace lockstep::tracking::pack

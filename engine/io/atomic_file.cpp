#include "engine/io/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "engine/core/error.h"

namespace lockstep::engine::io {

namespace {

[[noreturn]] void fail(std::string_view what, const std::filesystem::path& path, int error) {
  throw FileError(Message{"file.io", "cannot {what} {path}: {reason}", {{"what", std::string(what)}, {"path", path.string()}, {"reason", std::strerror(error)}}});
}

/// An open file descriptor with the name of a file that is removed unless it was committed.
class Temporary {
 public:
  explicit Temporary(const std::filesystem::path& final_path) : final_(final_path), path_(final_path) {
    path_ += fmt::format(".{}.tmp", getpid());
    fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd_ < 0) fail("create", path_, errno);
  }
  ~Temporary() {
    if (fd_ >= 0) ::close(fd_);
    if (!committed_) ::unlink(path_.c_str());
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  void write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(fd_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) fail("write", path_, count < 0 ? errno : ENOSPC);
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  void commit() {
    if (::fsync(fd_) != 0) fail("flush", path_, errno);
    const int closed = ::close(fd_);
    fd_ = -1;
    if (closed != 0) fail("close", path_, errno);
    if (::rename(path_.c_str(), final_.c_str()) != 0) fail("replace", final_, errno);
    committed_ = true;
    // The name is on the disk only when the folder is. Some file systems refuse this; then there is nothing more to do.
    const std::filesystem::path folder = final_.has_parent_path() ? final_.parent_path() : std::filesystem::path(".");
    const int folder_fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder_fd >= 0) {
      (void)::fsync(folder_fd);
      ::close(folder_fd);
    }
  }

 private:
  std::filesystem::path final_;
  std::filesystem::path path_;
  int fd_ = -1;
  bool committed_ = false;
};

}  // namespace

void write_atomically(const std::filesystem::path& path, const std::function<void(const ByteSink&)>& write) {
  Temporary file(path);
  write([&file](std::span<const std::byte> bytes) { file.write(bytes); });
  file.commit();
}

void write_atomically(const std::filesystem::path& path, std::string_view text) {
  write_atomically(path, [text](const ByteSink& sink) { sink(std::as_bytes(std::span(text))); });
}

std::string read_file(const std::filesystem::path& path, std::uintmax_t limit) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("open", path, errno);
  std::string out;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      ::close(fd);
      fail("read", path, error);
    }
    if (count == 0) break;
    out.append(buffer, static_cast<std::size_t>(count));
    if (out.size() > limit) {
      ::close(fd);
      throw FileError(Message{"file.too_large", "{path} is larger than the {limit} bytes that are read from such a file", {{"path", path.string()}, {"limit", std::to_string(limit)}}});
    }
  }
  ::close(fd);
  return out;
}

}  // namespace lockstep::engine::io

// The lease by open-file-description locks, which the kernel drops with the last descriptor: on SIGKILL too.
#include "tracking/store/lease.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "tracking/store/database.h"
#include "tracking/store/types.h"

namespace lockstep::tracking::store {
namespace fs = std::filesystem;

namespace {

struct flock whole_file(short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

struct LeaseHolder {
  std::string host;
  std::int64_t pid = 0;
};

/// What the holder wrote, for the message.
LeaseHolder read_holder(int descriptor) {
  std::array<char, 512> buffer = {};
  const ssize_t size = ::pread(descriptor, buffer.data(), buffer.size(), 0);
  LeaseHolder holder{"an unknown machine", 0};
  if (size <= 0) return holder;
  const auto json = nlohmann::json::parse(buffer.data(), buffer.data() + size, nullptr, false);
  if (!json.is_object()) return holder;
  holder.host = json.value("host", holder.host);
  holder.pid = json.value("pid", holder.pid);
  return holder;
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name = {};
  if (::gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  return name.data();
}

Lease::Lease(const fs::path& run_folder) {
  const fs::path path = run_folder / "lock";
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) {
    throw engine::FileError(
        {"store.lock", "cannot open {path}: {reason}", {{"path", path_text(path)}, {"reason", std::strerror(errno)}}});
  }
  struct flock lock = whole_file(F_WRLCK);
  if (::fcntl(descriptor_, F_OFD_SETLK, &lock) != 0) {
    const int error = errno;
    const LeaseHolder holder = read_holder(descriptor_);
    ::close(std::exchange(descriptor_, -1));
    if (error != EAGAIN && error != EACCES) {
      throw engine::FileError({"store.lock",
                               "cannot lock {path}: {reason}",
                               {{"path", path_text(path)}, {"reason", std::strerror(error)}}});
    }
    throw engine::ValueError(
        {"store.run_is_held",
         "run {run} is in use by process {pid} on {host}; stop it there first",
         {{"run", run_folder.filename().string()}, {"pid", std::to_string(holder.pid)}, {"host", holder.host}}});
  }
  heartbeat();
}

Lease::~Lease() { release(); }
Lease::Lease(Lease&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
Lease& Lease::operator=(Lease&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void Lease::heartbeat() noexcept {
  if (descriptor_ < 0) return;
  try {
    nlohmann::json content = {{"host", host_name()}, {"pid", ::getpid()}, {"heartbeat", now_ms()}};
    std::string text = content.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    text += '\n';
    const ssize_t written = ::pwrite(descriptor_, text.data(), text.size(), 0);
    if (written == static_cast<ssize_t>(text.size()) && ::ftruncate(descriptor_, written) != 0) return;
  } catch (const std::exception&) {
    return;  // out of memory: the next one comes in a second
  }
}

void Lease::release() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

bool Lease::is_held(const fs::path& run_folder) {
  const fs::path path = run_folder / "lock";
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock lock = whole_file(F_WRLCK);
  const bool known = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0;
  ::close(descriptor);
  return known && lock.l_type != F_UNLCK;
}

}  // namespace lockstep::tracking::store

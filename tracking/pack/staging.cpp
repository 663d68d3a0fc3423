#include "tracking/pack/staging.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>

#include "engine/core/error.h"
#include "engine/io/atomic_file.h"
#include "tracking/store/foreign_run.h"

namespace lockstep::tracking::pack {
namespace fs = std::filesystem;
using engine::FileError;
using engine::Message;

namespace {

constexpr const char* lock_name = "lock";
constexpr const char* moving_name = "moving";

[[noreturn]] void cannot_create(const fs::path& path, const std::string& reason) {
  throw FileError(
      Message{"pack.create", "cannot create {path}: {reason}", {{"path", path.string()}, {"reason", reason}}});
}

bool is_same_file(int descriptor, const fs::path& path) {
  struct stat open_one = {};
  struct stat named = {};
  return ::fstat(descriptor, &open_one) == 0 && ::stat(path.c_str(), &named) == 0 && open_one.st_ino == named.st_ino &&
         open_one.st_dev == named.st_dev;
}

}  // namespace

Staging::Staging(const fs::path& project) : project_(project), folder_(project / "unpacking") {
  for (fs::path missing = project; !missing.empty() && !fs::exists(missing); missing = missing.parent_path())
    made_.push_back(missing);
  // Another process may remove the folder between two steps of this: then from the beginning.
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) cannot_create(folder_, error.message());
    lock_ = ::open((folder_ / lock_name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (lock_ < 0 && errno == ENOENT) continue;
    if (lock_ < 0) cannot_create(folder_ / lock_name, std::strerror(errno));
    const bool locked = ::flock(lock_, LOCK_EX | LOCK_NB) == 0;
    if (locked && is_same_file(lock_, folder_ / lock_name)) return;
    ::close(lock_);
    if (locked) continue;
    throw engine::ValueError(Message{"pack.busy",
                                     "another process is unpacking into {project}; try again when it is done",
                                     {{"project", project_.string()}}});
  }
  cannot_create(folder_, "other processes keep removing it");
}

Staging::~Staging() {
  clear();
  std::error_code ignored;
  fs::remove(folder_ / lock_name, ignored);  // the last, and while it is locked: who waits for it sees that it is gone
  remove_if_empty(folder_);
  ::close(lock_);
  for (const fs::path& folder : made_) remove_if_empty(folder);
}

void Staging::clear() const noexcept {
  std::error_code ignored;
  for (fs::directory_iterator it(folder_, ignored), end; it != end; it.increment(ignored)) {
    if (it->path().filename() != lock_name) fs::remove_all(it->path(), ignored);
  }
}

void Staging::clear_leftovers(const std::function<bool(const std::string&)>& is_known) {
  const fs::path note = folder_ / moving_name;
  if (fs::exists(note)) {
    const std::string run = engine::io::read_file(note, 1024);
    if (is_run_id(run) && !is_known(run)) {
      std::error_code ignored;
      fs::remove_all(project_ / "runs" / run, ignored);
      fs::remove_all(data_folder(project_, run), ignored);
      remove_if_empty(project_ / "data");
    }
  }
  clear();
}

void Staging::note_move(const std::string& run) const { engine::io::write_atomically(folder_ / moving_name, run); }

fs::path data_folder(const fs::path& project, const std::string& run) { return project / "data" / run; }

void remove_if_empty(const fs::path& folder) noexcept { (void)::rmdir(folder.c_str()); }

std::uint64_t free_space(const fs::path& folder) {
  struct statvfs status = {};
  if (::statvfs(folder.c_str(), &status) != 0) return std::numeric_limits<std::uint64_t>::max();  // writing will tell
  return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
}

}  // namespace lockstep::tracking::pack

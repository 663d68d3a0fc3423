#include "tracking/provenance/data_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/sha256.h"
#include "tracking/provenance/hash_cache.h"
#include "tracking/provenance/manifest_hash.h"

namespace lockstep::tracking {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;  // a stop waits for one block at most
constexpr std::size_t listed_errors = 1000;

struct Descriptor {
  int value = -1;
  explicit Descriptor(int descriptor) : value(descriptor) {}
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

std::string system_reason(int error) { return std::generic_category().message(error); }

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

FileIdentity identity_of(std::string path, const struct stat& status) {
  return {std::move(path), static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim),
          nanoseconds(status.st_ctim), static_cast<std::uint64_t>(status.st_ino)};
}

/// One file to hash, and what came of it.
struct Job {
  fs::path full;
  std::string path;
  std::uint64_t bytes = 0;
  std::string sha256;
  std::string error;
  bool cached = false;
};

class Hashing {
 public:
  Hashing(std::vector<Job> jobs, const HashOptions& options) : jobs_(std::move(jobs)), options_(options) {
    if (!options.cache.empty()) cache_.emplace(options.cache);
  }

  DataManifest run(const fs::path& base);

 private:
  void measure();
  void hash(Job& job);
  std::string read(Job& job, const Descriptor& file);
  void advance(std::size_t files, std::uint64_t bytes);
  void save_cache(std::vector<std::string>* warnings);
  void throw_errors(const fs::path& base) const;
  [[nodiscard]] bool stopped() const { return options_.stop.stop_requested(); }

  std::vector<Job> jobs_;
  const HashOptions& options_;
  std::optional<HashCache> cache_;
  std::mutex progress_mutex_;
  HashProgress progress_;
  std::chrono::steady_clock::time_point reported_{};
};

void Hashing::measure() {
  progress_.total_files = jobs_.size();
  for (Job& job : jobs_) {
    if (stopped()) throw engine::Stopped();
    struct stat status {};
    if (::stat(job.full.c_str(), &status) == 0) job.bytes = static_cast<std::uint64_t>(status.st_size);
    progress_.total_bytes += job.bytes;
  }
}

void Hashing::advance(std::size_t files, std::uint64_t bytes) {
  const std::lock_guard lock(progress_mutex_);
  progress_.files += files;
  progress_.bytes += bytes;
  const auto now = std::chrono::steady_clock::now();
  const bool done = progress_.files == progress_.total_files;
  if (!options_.progress || (!done && now - reported_ < std::chrono::milliseconds(50))) return;
  reported_ = now;
  options_.progress(progress_);
}

std::string Hashing::read(Job& job, const Descriptor& file) {
  engine::Sha256 hash;
  const std::size_t size = std::clamp<std::size_t>(static_cast<std::size_t>(job.bytes) + 1, 4096, block_bytes);
  const auto block = std::make_unique_for_overwrite<std::byte[]>(size);
  std::uint64_t total = 0;
  while (!stopped()) {
    const ssize_t count = ::read(file.value, block.get(), size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      job.error = system_reason(errno);
      return {};
    }
    if (count == 0) {
      if (total != job.bytes) job.error = "changed while it was read";
      return hash.hex();
    }
    hash.update(std::span(block.get(), static_cast<std::size_t>(count)));
    total += static_cast<std::uint64_t>(count);
    advance(0, static_cast<std::uint64_t>(count));
  }
  return {};
}

void Hashing::hash(Job& job) {
  // Not blocking: a pipe in a data folder must be an error and not a wait for ever.
  const Descriptor file(::open(job.full.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat before {};
  if (file.value < 0 || ::fstat(file.value, &before) != 0) {
    job.error = system_reason(errno);
    return;
  }
  if (!S_ISREG(before.st_mode)) {
    job.error = S_ISDIR(before.st_mode) ? "is a folder" : "is no regular file";
    return;
  }
  job.bytes = static_cast<std::uint64_t>(before.st_size);
  const FileIdentity identity = identity_of(job.full.string(), before);
  if (cache_ && !options_.rehash) {
    if (const auto known = cache_->find(identity)) {
      job.sha256 = *known;
      job.cached = true;
      return advance(0, job.bytes);
    }
  }
  job.sha256 = read(job, file);
  if (!job.error.empty() || stopped()) return;
  struct stat after {};
  if (::fstat(file.value, &after) != 0 || identity_of(identity.path, after) != identity) {
    // Reading moves the access time only. Anything else that moved means that the hash may be of neither state.
    job.error = "changed while it was read";
    return;
  }
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch());
  const std::int64_t newest = std::max(identity.modified_ns, identity.changed_ns);
  if (cache_ && now.count() - newest >= std::chrono::nanoseconds(options_.cache_after).count()) {
    cache_->insert(identity, job.sha256);
  }
}

void Hashing::save_cache(std::vector<std::string>* warnings) {
  if (!cache_) return;
  try {
    cache_->save();
  } catch (const engine::FileError& error) {  // the hashes are right all the same
    if (warnings != nullptr) warnings->emplace_back(error.what());
  }
}

void Hashing::throw_errors(const fs::path& base) const {
  std::size_t count = 0;
  std::string list;
  for (const Job& job : jobs_) {
    if (job.error.empty()) continue;
    if (++count <= listed_errors) list += fmt::format("\n  {}: {}", job.path, job.error);
  }
  if (count == 0) return;
  if (count > listed_errors) list += fmt::format("\n  and {} more", count - listed_errors);
  throw engine::DataError(engine::Message{"data.unreadable_files", "{count} of {total} data files in {base} can't be read:{list}",
                                          {{"count", std::to_string(count)}, {"total", std::to_string(jobs_.size())},
                                           {"base", base.string()}, {"list", list}}});
}

DataManifest Hashing::run(const fs::path& base) {
  measure();
  std::vector<Job*> order;  // the largest first, so that none of them is left to one thread at the end
  for (Job& job : jobs_) order.push_back(&job);
  std::ranges::stable_sort(order, std::greater{}, &Job::bytes);
  std::optional<engine::ThreadPool> own;
  if (options_.pool == nullptr) own.emplace(std::max(1, options_.threads));
  engine::ThreadPool& pool = options_.pool != nullptr ? *options_.pool : *own;
  pool.parallel_for(static_cast<std::int64_t>(order.size()), [&](std::int64_t i) {
    if (stopped()) return;
    hash(*order[static_cast<std::size_t>(i)]);
    advance(1, 0);
  });
  if (stopped()) {
    save_cache(nullptr);  // what was read need not be read again
    throw engine::Stopped();
  }
  DataManifest manifest;
  save_cache(&manifest.warnings);
  throw_errors(base);
  manifest.base = base.string();
  for (Job& job : jobs_) {
    manifest.total_bytes += job.bytes;
    manifest.from_cache += job.cached ? 1 : 0;
    manifest.files.push_back({std::move(job.path), job.bytes, std::move(job.sha256)});
  }
  manifest.sha256 = manifest_hash(manifest.files);
  return manifest;
}

/// Every file below, links followed; a folder that is its own ancestor through a link is taken once.
class FolderWalk {
 public:
  explicit FolderWalk(const std::stop_token& stop) : stop_(stop) {}

  void walk(const fs::path& folder) {
    if (stop_.stop_requested()) throw engine::Stopped();
    struct stat status {};
    std::error_code error;
    if (::stat(folder.c_str(), &status) != 0) error = std::error_code(errno, std::generic_category());
    const Place place{status.st_dev, status.st_ino};
    if (!error && std::ranges::find(ancestors_, place) != ancestors_.end()) return;
    fs::directory_iterator entries;
    if (!error) entries = fs::directory_iterator(folder, error);
    if (error) {
      throw engine::DataError(engine::Message{"data.unreadable_folder", "the data folder {path} can't be read: {reason}",
                                              {{"path", folder.string()}, {"reason", error.message()}}});
    }
    ancestors_.push_back(place);
    for (const fs::directory_entry& entry : entries) {
      std::error_code ignored;
      if (entry.is_directory(ignored)) {
        walk(entry.path());
      } else {
        files.push_back(entry.path());
      }
    }
    ancestors_.pop_back();
  }

  std::vector<fs::path> files;

 private:
  using Place = std::pair<dev_t, ino_t>;
  const std::stop_token& stop_;
  std::vector<Place> ancestors_;
};

fs::path absolute_folder(const fs::path& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

DataManifest hash_files(std::span<const fs::path> files, const fs::path& base, const HashOptions& options) {
  const fs::path absolute_base = absolute_folder(base);
  std::vector<Job> jobs;
  for (const fs::path& file : files) {
    Job job;
    job.full = fs::absolute(file).lexically_normal();
    job.path = job.full.lexically_relative(absolute_base).generic_string();
    jobs.push_back(std::move(job));
  }
  std::ranges::sort(jobs, {}, &Job::path);  // std::string compares bytes as unsigned
  const auto twice = std::ranges::unique(jobs, {}, &Job::path);
  jobs.erase(twice.begin(), twice.end());
  return Hashing(std::move(jobs), options).run(absolute_base);
}

DataManifest hash_folder(const fs::path& folder, const HashOptions& options) {
  const fs::path base = absolute_folder(folder);
  FolderWalk walk(options.stop);
  walk.walk(base);
  return hash_files(walk.files, base, options);
}

}  // namespace lockstep::tracking

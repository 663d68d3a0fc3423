#include "tracking/provenance/hash_cache.h"

#include <unistd.h>

#include <charconv>
#include <fstream>
#include <map>
#include <system_error>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/sha256.h"

namespace lockstep::tracking {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view header = "lockstep-hash-cache 1";

std::string check_of(std::string_view line) { return engine::sha256_hex(line).substr(0, 16); }

template <class T>
bool take_number(std::string_view& line, T& out) {
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), out);
  if (error != std::errc{} || end == line.data() + line.size() || *end != ' ') return false;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
  return true;
}

}  // namespace

HashCache::HashCache(fs::path file) : file_(std::move(file)), entries_(read(file_)) {}

HashCache::Entries HashCache::read(const fs::path& file) {
  Entries out;
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!std::getline(in, line) || line != header) return out;
  while (std::getline(in, line)) {
    // check, size, mtime, ctime, inode, sha256, path to the line's end
    if (line.size() < 17 || line[16] != ' ' || check_of(std::string_view(line).substr(17)) != line.substr(0, 16)) continue;
    std::string_view rest = std::string_view(line).substr(17);
    Entry entry;
    FileIdentity& identity = entry.identity;
    if (!take_number(rest, identity.bytes) || !take_number(rest, identity.modified_ns) ||
        !take_number(rest, identity.changed_ns) || !take_number(rest, identity.inode) || rest.size() < 66) {
      continue;
    }
    entry.sha256 = rest.substr(0, 64);
    identity.path = rest.substr(65);
    out[identity.path] = std::move(entry);
  }
  return out;
}

std::optional<std::string> HashCache::find(const FileIdentity& identity) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(identity.path);
  if (found == entries_.end() || found->second.identity != identity) return std::nullopt;
  return found->second.sha256;
}

void HashCache::insert(const FileIdentity& identity, std::string sha256) {
  if (identity.path.find('\n') != std::string::npos) return;  // a line is an entry
  const std::lock_guard lock(mutex_);
  const Entry entry{identity, std::move(sha256)};
  entries_[identity.path] = entry;
  inserted_[identity.path] = entry;
}

std::size_t HashCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

void HashCache::save() {
  const std::lock_guard lock(mutex_);
  if (inserted_.empty()) return;
  entries_ = read(file_);
  for (const auto& [path, entry] : inserted_) entries_[path] = entry;
  std::map<std::string, const Entry*> ordered;
  for (const auto& [path, entry] : entries_) ordered[path] = &entry;

  const auto fail = [&](const std::string& reason) {
    throw engine::FileError(engine::Message{"provenance.cache", "the cache of file hashes {path} can't be written: {reason}",
                                            {{"path", file_.string()}, {"reason", reason}}});
  };
  std::error_code error;
  fs::create_directories(file_.parent_path(), error);
  const fs::path temporary = fmt::format("{}.{}.tmp", file_.string(), ::getpid());
  {
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    out << header << '\n';
    for (const auto& [path, entry] : ordered) {
      const FileIdentity& id = entry->identity;
      const std::string line = fmt::format("{} {} {} {} {} {}", id.bytes, id.modified_ns, id.changed_ns, id.inode, entry->sha256, path);
      out << check_of(line) << ' ' << line << '\n';
    }
    out.flush();
    if (!out) {
      out.close();
      fs::remove(temporary, error);
      fail("is its folder there and writable, and the disk not full?");
    }
  }
  fs::rename(temporary, file_, error);
  if (error) fail(error.message());
  inserted_.clear();
}

}  // namespace lockstep::tracking

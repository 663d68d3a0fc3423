#include "tracking/pack/unpacked_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/io/atomic_file.h"
#include "engine/io/safetensors.h"
#include "engine/schema/check.h"
#include "tracking/pack/run_json.h"

namespace lockstep::tracking::pack {
namespace fs = std::filesystem;
using engine::FileError;
using engine::Message;

namespace {

/// What stays free, whatever is unpacked.
constexpr std::uint64_t left_free = std::uint64_t{64} << 20U;
constexpr std::uint64_t look_again = std::uint64_t{16} << 20U;

[[noreturn]] void cannot_write(const fs::path& path, int error) {
  throw FileError(Message{
      "pack.unpack", "cannot write {path}: {reason}", {{"path", path.string()}, {"reason", std::strerror(error)}}});
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) cannot_write(folder, error.value());
}

/// Calls `check` and says its error as the pack's.
template <class Check>
void looked_at(const std::string& pack, const std::string& entry, Check&& check) {
  try {
    check();
  } catch (const engine::Error& error) { refuse(pack, "its entry \"" + entry + "\" is of no use: " + error.what()); }
}

}  // namespace

NewFile::NewFile(const fs::path& path) : path_(path) {
  make_folder(path.parent_path());
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (descriptor_ < 0) cannot_write(path, errno);
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

NewFile& NewFile::operator=(NewFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void NewFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(descriptor_, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) cannot_write(path_, size < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(size));
  }
}

void SpaceGuard::need(std::uint64_t bytes) const {
  const std::uint64_t there = free_space_(folder_);
  if (bytes <= there && there - bytes >= left_free) return;
  refuse(pack_, fmt::format("{} bytes are to be written, but {} has only {} bytes free, and {} are to stay free", bytes,
                            folder_.string(), there, left_free));
}

void SpaceGuard::wrote(std::uint64_t bytes) {
  since_ += bytes;
  if (since_ < look_again) return;
  since_ = 0;
  need(0);
}

PackReader::Content UnpackedFiles::open(const std::string& name, const PackEntry& entry) {
  text_.clear();
  path_.clear();
  const std::string_view document = inside(name, "documents/");
  const std::string_view data = inside(name, "data/");
  if (name == "record.json" || (!document.empty() && entry.bytes <= largest_document_in_catalogue)) {
    return [this](std::span<const std::byte> bytes) {
      text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
  }
  path_ = data.empty() ? run_folder() / name : staging_ / "content" / std::string(data);
  file_ = NewFile(path_);
  return [this](std::span<const std::byte> bytes) {
    file_.write(bytes);
    space_.wrote(bytes.size());
  };
}

void UnpackedFiles::close(const std::string& name, const PackReader& reader) {
  file_ = NewFile();
  const std::string& pack = reader.name();
  const std::string document(inside(name, "documents/"));
  if (name == "record.json") run_.summary = run_from_json(text_, reader.manifest().run, pack);
  else if (!document.empty() && path_.empty()) run_.texts[document] = text_;
  else if (!document.empty()) run_.files[document] = reader.manifest().entries.at(name).sha256;
  else if (name == "series.db") looked_at(pack, name, [&] { check_series(path_); });
  else if (name.ends_with(".safetensors")) looked_at(pack, name, [&] { (void)engine::io::read_safetensors(path_); });
}

void UnpackedFiles::extract(PackReader& reader, const std::stop_token& stop) {
  make_folder(run_folder() / "checkpoints");
  space_.need(reader.manifest().total_bytes());
  reader.read_all([this](const std::string& name, const PackEntry& entry) { return open(name, entry); },
                  [&](const std::string& name) { close(name, reader); }, stop);
}

std::string UnpackedFiles::document(const std::string& name) const {
  if (const auto text = run_.texts.find(name); text != run_.texts.end()) return text->second;
  return run_.files.contains(name) ? engine::io::read_file(run_folder() / "documents" / name) : std::string();
}

namespace {

/// Two files of one path, or one that another would have to be a folder for.
void check_paths(const DataManifest& manifest, const std::string& pack) {
  std::set<std::string_view> paths;
  for (const DataFile& file : manifest.files) {
    if (!paths.insert(file.path).second)
      refuse(pack, "its data have the file " + engine::schema::quote(file.path) + " twice");
  }
  for (const DataFile& file : manifest.files) {
    for (std::size_t slash = file.path.find('/'); slash != std::string::npos; slash = file.path.find('/', slash + 1)) {
      const std::string_view above = std::string_view(file.path).substr(0, slash);
      if (paths.contains(above))
        refuse(pack, "its data have " + engine::schema::quote(above) + " as a file and as a folder");
    }
  }
}

}  // namespace

void UnpackedFiles::place_data(const PackReader& reader, const DataManifest& manifest, const fs::path& base,
                               const PackLimits& limits) {
  check_paths(manifest, reader.name());
  std::map<std::string, fs::path> placed;  // by content
  std::uint64_t twice = 0;
  for (const DataFile& file : manifest.files) {
    const auto entry = reader.manifest().entries.find("data/" + file.sha256);
    if (entry == reader.manifest().entries.end() || entry->second.bytes != file.bytes)
      refuse(reader.name(), "it lacks the data file " + engine::schema::quote(file.path));
    if (!placed.emplace(file.sha256, fs::path()).second) twice += file.bytes;
    if (twice > limits.total_bytes)
      refuse(reader.name(),
             fmt::format("unpacked it would take more than {} bytes, the most that are unpacked", limits.total_bytes));
  }
  for (const auto& [name, entry] : reader.manifest().entries) {
    const std::string content(inside(name, "data/"));
    if (!content.empty() && !placed.contains(content))
      refuse(reader.name(), "it holds \"" + name + "\", which its documents/data.json does not name");
  }
  space_.need(twice);
  for (const DataFile& file : manifest.files) {
    const fs::path to = data_folder() / base / file.path;
    fs::path& first = placed[file.sha256];
    std::error_code error;
    make_folder(to.parent_path());
    if (first.empty()) fs::rename(staging_ / "content" / file.sha256, to, error);
    else fs::copy_file(first, to, error);
    if (error) cannot_write(to, error.value());
    first = to;
  }
}

}  // namespace lockstep::tracking::pack

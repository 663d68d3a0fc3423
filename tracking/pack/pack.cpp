#include "tracking/pack/pack.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/sha256.h"
#include "engine/io/atomic_file.h"
#include "tracking/pack/data_layout.h"
#include "tracking/pack/manifest.h"
#include "tracking/pack/run_json.h"
#include "tracking/pack/zip.h"
#include "tracking/provenance/build_info.h"
#include "tracking/provenance/data_files.h"
#include "tracking/recorder/places.h"
#include "tracking/recorder/session.h"
#include "tracking/recorder/unpacked.h"
#include "tracking/store/foreign_run.h"

namespace lockstep::tracking {
namespace fs = std::filesystem;

namespace {

using engine::DataError;
using engine::FileError;
using engine::Message;
using engine::ValueError;
using Bytes = std::span<const std::byte>;

/// Calls `use` with the file's bytes in pieces.
template <class Use>
void each_piece(const fs::path& file, const std::stop_token& stop, Use&& use) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const auto fail = [&] {
    throw FileError(Message{
        "pack.read", "cannot read {path}: {reason}", {{"path", file.string()}, {"reason", std::strerror(errno)}}});
  };
  if (descriptor < 0) fail();
  const struct Closer {
    int descriptor;
    ~Closer() { ::close(descriptor); }
  } closer{descriptor};
  std::vector<std::byte> buffer(std::size_t{1} << 18U);
  while (true) {
    if (stop.stop_requested()) throw engine::Stopped();
    const ssize_t size = ::read(descriptor, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail();
    if (size == 0) return;
    use(Bytes(buffer).first(static_cast<std::size_t>(size)));
  }
}

/// A file that is gone with the object: the series' copy.
class Temporary {
 public:
  explicit Temporary(fs::path path) : path_(std::move(path)) { remove(); }
  ~Temporary() { remove(); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  [[nodiscard]] const fs::path& path() const noexcept { return path_; }

 private:
  void remove() const noexcept {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  fs::path path_;
};

/// One entry to be: a text, or a file.
struct Part {
  std::optional<std::string> text = {};
  fs::path file = {};
  bool compress = true;
  pack::PackEntry entry = {};
};

bool is_compressed(const fs::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  static constexpr std::string_view known[] = {".gz", ".npz", ".png", ".jpg", ".jpeg"};
  return std::find(std::begin(known), std::end(known), extension) != std::end(known);
}

/// Gathers what a run's pack holds.
class Gatherer {
 public:
  Gatherer(Project& project, const HeldRun& held, const PackOptions& options)
      : project_(project), held_(held), run_(held.summary()), options_(options) {
    packed_.run = run_.id;
    toml_ = project.document(run_.id, "config.toml").value_or("");
    paths_ = path_settings(toml_);
    if (const auto note = project.document(run_.id, unpacked_document)) moved_ = unpacked_from_json(*note);
  }

  void gather(const fs::path& series_copy) {
    add_text("record.json", pack::run_to_json(run_));
    for (const std::string& name : project_.document_names(run_.id)) {
      if (name != unpacked_document)
        add_text("documents/" + name, project_.document(run_.id, name).value_or(""));  // that one is of this machine
    }
    if (held_.copy_series(series_copy)) add_file("series.db", series_copy, true);
    const fs::path folder = project_.run_folder(run_.id);
    if (fs::exists(folder / "log.txt")) add_file("log.txt", folder / "log.txt", true);
    if (fs::exists(folder / "checkpoints")) {
      for (const auto& file : fs::directory_iterator(folder / "checkpoints")) {
        const std::string name = file.path().filename().string();
        if (file.is_regular_file() && is_document_name(name) && name.ends_with(".safetensors"))
          add_file("checkpoints/" + name, file.path(), false);
      }
    }
    add_initial_weights();
    if (options_.with_data) add_data();
  }

  [[nodiscard]] const std::map<std::string, Part>& parts() const noexcept { return parts_; }
  [[nodiscard]] Packed& packed() noexcept { return packed_; }

 private:
  void add_text(const std::string& name, std::string text) {
    const pack::PackEntry entry{text.size(), engine::sha256_hex(text)};
    parts_[name] = {std::move(text), {}, true, entry};
  }

  void add_file(const std::string& name, const fs::path& file, bool compress) {
    pack::PackEntry entry;
    engine::Sha256 hash;
    each_piece(file, options_.stop, [&](Bytes bytes) {
      hash.update(bytes);
      entry.bytes += bytes.size();
    });
    entry.sha256 = hash.hex();
    parts_[name] = {{}, file, compress, entry};
  }

  /// Where the config's key leads on this machine.
  [[nodiscard]] std::string place_of(const std::string& key, const std::string& recorded) const {
    const auto found = moved_.locations.find(key);
    return found == moved_.locations.end() ? recorded : (project_.folder() / found->second).string();
  }

  void add_initial_weights() {
    const auto from = paths_.find("model.init_from");
    if (from == paths_.end()) return;
    const std::string place = place_of(from->first, from->second);
    try {
      add_file(std::string(pack::initial_weights_name), weights_file(project_, place), false);
    } catch (const engine::Stopped&) { throw; } catch (const engine::Error& error) {
      packed_.notes.push_back(fmt::format(
          "its initial weights ({}) are not packed, and it can't be reproduced without them: {}", place, error.what()));
    }
  }

  void add_data() {
    const auto text = project_.document(run_.id, "data.json");
    if (!text)
      throw ValueError(Message{"pack.no_data",
                               "the run {run} ended before its data were recorded: there are none to pack",
                               {{"run", run_.id}}});
    if (std::none_of(paths_.begin(), paths_.end(), [](const auto& path) { return path.first.starts_with("data."); })) {
      packed_.notes.emplace_back("its data set is a known one, which Lockstep finds by itself: it is not packed");
      return;
    }
    const DataManifest manifest = data_manifest_from_json(*text);
    const fs::path base = moved_.base.empty() ? fs::path(manifest.base) : project_.folder() / moved_.base;
    (void)pack::data_layout(manifest, paths_);  // refuses here what unpacking would
    check_data(manifest, base);
    for (const DataFile& file : manifest.files) {
      parts_["data/" + file.sha256] = {{}, base / file.path, !is_compressed(file.path), {file.bytes, file.sha256}};
      packed_.data_bytes += file.bytes;
    }
    packed_.data_files = manifest.files.size();
  }

  /// Every file that is missing or changed, in one error.
  void check_data(const DataManifest& manifest, const fs::path& base) const {
    std::vector<fs::path> files;
    for (const DataFile& file : manifest.files) files.push_back(base / file.path);
    HashOptions hashing;
    hashing.stop = options_.stop;
    hashing.cache = hash_cache_file();
    const ManifestDifference changes = differences(manifest, hash_files(files, base, hashing));
    if (changes.empty()) return;
    std::string list;
    for (const auto* names : {&changes.changed, &changes.removed, &changes.added}) {
      for (const std::string& name : *names) list += "\n  " + (base / name).string();
    }
    throw DataError(Message{
        "pack.data_changed",
        "these data files are not what the run {run} was trained on any more, so they can't be packed with it:{files}",
        {{"run", run_.id}, {"files", list}}});
  }

  Project& project_;
  const HeldRun& held_;
  const RunSummary& run_;
  const PackOptions& options_;
  std::string toml_;
  std::map<std::string, std::string> paths_;
  UnpackedNote moved_;
  std::map<std::string, Part> parts_;
  Packed packed_;
};

[[noreturn]] void changed_meanwhile(const fs::path& file) {
  throw FileError(Message{"pack.changed", "{path} changed while it was packed; try again", {{"path", file.string()}}});
}

void write_part(pack::ZipWriter& zip, const std::string& name, const Part& part, bool compress,
                const std::stop_token& stop) {
  zip.begin(name, part.entry.bytes, compress && part.compress);
  if (part.text) {
    zip.write(std::as_bytes(std::span(*part.text)));
    return;
  }
  engine::Sha256 hash;
  std::uint64_t total = 0;
  each_piece(part.file, stop, [&](Bytes bytes) {
    total += bytes.size();
    if (total > part.entry.bytes) changed_meanwhile(part.file);
    hash.update(bytes);
    zip.write(bytes);
  });
  if (total != part.entry.bytes || hash.hex() != part.entry.sha256) changed_meanwhile(part.file);
}

/// The file's size.
std::uint64_t write(const fs::path& output, const pack::PackManifest& manifest,
                    const std::map<std::string, Part>& parts, bool compress, const std::stop_token& stop) {
  std::uint64_t written = 0;
  engine::io::write_atomically(output, [&](const engine::io::ByteSink& sink) {
    const engine::io::ByteSink counted = [&](Bytes bytes) {
      written += bytes.size();
      sink(bytes);
    };
    pack::ZipWriter zip(counted);
    const std::string text = pack::to_json(manifest);
    zip.begin(std::string(pack::manifest_name), text.size(), true);
    zip.write(std::as_bytes(std::span(text)));
    for (const auto& [name, part] : parts) write_part(zip, name, part, compress, stop);
    zip.finish();
  });
  return written;
}

/// Before the run is read: the pack may take minutes.
void check_output(const fs::path& output) {
  const fs::path folder = output.has_parent_path() ? output.parent_path() : fs::path(".");
  const char* reason = output.filename().empty() || fs::is_directory(output) ? "it is a folder"
                       : !fs::is_directory(folder)                           ? "there is no such folder"
                                                                             : nullptr;
  if (reason != nullptr)
    throw FileError(
        Message{"pack.output", "cannot create {path}: {reason}", {{"path", output.string()}, {"reason", reason}}});
}

}  // namespace

Packed pack_run(Project& project, const std::string& run, const fs::path& output, const PackOptions& options) {
  check_output(output);
  const HeldRun held(project, run);
  Gatherer gatherer(project, held, options);
  const Temporary series(output.string() + fmt::format(".{}.series.tmp", ::getpid()));
  gatherer.gather(series.path());
  pack::PackManifest manifest{build_info().version, run, {}};
  for (const auto& [name, part] : gatherer.parts()) manifest.entries[name] = part.entry;
  Packed& packed = gatherer.packed();
  packed.entries = manifest.entries.size();
  packed.bytes = write(output, manifest, gatherer.parts(), true, options.stop);
  // Data that shrink to almost nothing (zeros) would look like an attack where they are unpacked.
  if (pack::is_too_dense(manifest.total_bytes(), packed.bytes, {}))
    packed.bytes = write(output, manifest, gatherer.parts(), false, options.stop);
  return packed;
}

}  // namespace lockstep::tracking

#include "tracking/pack/unpack.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/config/catalog/catalog.h"
#include "engine/config/config.h"
#include "engine/core/error.h"
#include "engine/core/utf8.h"
#include "tracking/pack/data_layout.h"
#include "tracking/pack/pack_reader.h"
#include "tracking/pack/staging.h"
#include "tracking/pack/unpacked_files.h"
#include "tracking/recorder/unpacked.h"

namespace lockstep::tracking {
namespace fs = std::filesystem;

namespace {

using engine::FileError;
using engine::Message;

void sync_file_system(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = descriptor >= 0 && ::syncfs(descriptor) == 0;
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!synced)
    throw FileError(Message{
        "pack.sync", "cannot flush {path}: {reason}", {{"path", folder.string()}, {"reason", std::strerror(error)}}});
}

void check_place(const fs::path& folder) {
  if (!fs::exists(fs::symlink_status(folder))) return;
  throw FileError(Message{"pack.place_taken",
                          "{path} is there already, and no run's; move it away, then unpack again",
                          {{"path", folder.string()}}});
}

void move_folder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  if (!error) fs::rename(from, to, error);
  if (error)
    throw FileError(
        Message{"pack.move", "cannot create {path}: {reason}", {{"path", to.string()}, {"reason", error.message()}}});
}

/// Takes back what reached the project, unless all of it did.
class Undo {
 public:
  Undo(const fs::path& project, const std::string& run)
      : project_(project),
        run_(run),
        new_project_(!fs::exists(project / catalogue_file)),
        first_run_(!fs::exists(project / "runs")) {}
  ~Undo() {
    if (done_) return;
    std::error_code ignored;
    if (moving_) {
      fs::remove_all(project_ / "runs" / run_, ignored);
      fs::remove_all(pack::data_folder(project_, run_), ignored);
    }
    pack::remove_if_empty(project_ / "data");
    if (first_run_) pack::remove_if_empty(project_ / "runs");
    if (!new_project_ || fs::exists(project_ / "runs")) return;  // somebody else may use what was just made
    for (const char* suffix : {"", "-wal", "-shm", "-journal"})
      fs::remove(project_ / (std::string(catalogue_file) + suffix), ignored);
  }
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;

  void moving() noexcept { moving_ = true; }
  void done() noexcept { done_ = true; }

 private:
  const fs::path& project_;
  const std::string& run_;
  bool new_project_;
  bool first_run_;
  bool moving_ = false;
  bool done_ = false;
};

/// What the documents say about the data. Errors in them are the pack's.
struct Record {
  std::map<std::string, std::string> paths = {};
  std::string dataset = {};
  std::optional<DataManifest> manifest = {};
  pack::DataLayout layout = {};
  std::string from = {};
};

Record read_record(const pack::UnpackedFiles& files, const pack::PackReader& reader, bool with_data) {
  Record record;
  try {
    const std::string toml = files.document("config.toml");
    record.paths = path_settings(toml);
    if (!toml.empty()) {
      for (const auto& setting : engine::config::diff("config_version = 1", toml, engine::config::catalog())) {
        if (setting.key == "data.dataset")
          record.dataset = setting.right.substr(1, setting.right.size() - 2);  // without its quotes
      }
    }
    if (const std::string text = files.document("data.json"); !text.empty())
      record.manifest = data_manifest_from_json(text);
    if (with_data && record.manifest) record.layout = pack::data_layout(*record.manifest, record.paths);
    RunReader series(files.run_folder());
    for (const Attempt& attempt : series.attempts()) record.from = attempt.host;
  } catch (const engine::Error& error) {
    pack::refuse(reader.name(), std::string("its record is damaged: ") + error.what());
  }
  return record;
}

/// Where the data will be looked for, as reproduce and resume will.
std::optional<NeededData> needed_data(const Record& record) {
  if (!record.dataset.empty()) return NeededData{.dataset = record.dataset};
  if (!record.manifest) return std::nullopt;
  NeededData needed;
  needed.base = record.manifest->base;
  needed.files = record.manifest->files.size();
  needed.bytes = record.manifest->total_bytes;
  for (const DataFile& file : record.manifest->files) {
    std::error_code ignored;
    needed.missing += fs::exists(fs::path(needed.base) / file.path, ignored) ? 0U : 1U;
  }
  return needed;
}

class Unpacking {
 public:
  Unpacking(const fs::path& file, const fs::path& project, const UnpackOptions& options)
      : project_(fs::absolute(project).lexically_normal()),
        options_(options),
        reader_(pack::ZipReader(file, options.limits.entries), options.limits),
        run_(reader_.manifest().run) {
    if (!project_.has_filename()) project_ = project_.parent_path();
    if (engine::first_invalid_utf8(project_.string()) != std::string::npos) {
      throw engine::ValueError(
          Message{"pack.project_name",
                  "the project's path {path} is not UTF-8, so a config can't name data in it; choose another folder",
                  {{"path", project_.string()}}});
    }
    const auto& entries = reader_.manifest().entries;
    with_data_ =
        std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return entry.first.starts_with("data/"); });
  }

  Unpacked run() {
    pack::Staging staging(project_);
    check_project(staging);
    pack::SpaceGuard space(project_, options_.free_space ? options_.free_space : pack::free_space, reader_.name());
    pack::UnpackedFiles files(staging.folder(), space);
    files.extract(reader_, options_.stop);
    const Record record = read_record(files, reader_, with_data_);
    if (with_data_) {
      if (!record.manifest) pack::refuse(reader_.name(), "it holds data, but no documents/data.json that names them");
      files.place_data(reader_, *record.manifest, record.layout.base, options_.limits);
    }
    files.run().texts[std::string(unpacked_document)] = to_json(note(record));
    sync_file_system(staging.folder());
    if (options_.stop.stop_requested()) throw engine::Stopped();
    Unpacked out = commit(staging, files);
    describe(record, out);
    return out;
  }

 private:
  [[nodiscard]] bool has_weights() const {
    return reader_.manifest().entries.contains(std::string(pack::initial_weights_name));
  }

  void check_project(pack::Staging& staging) const {
    std::optional<Project> project;
    if (fs::exists(project_ / catalogue_file)) project.emplace(project_, ProjectOptions{.create = false});
    staging.clear_leftovers([&](const std::string& run) {
      try {
        return project && project->summary(run).id == run;
      } catch (const engine::ValueError&) { return false; }
    });
    if (project) check_absent(*project, run_);
    check_place(project_ / "runs" / run_);
    check_place(pack::data_folder(project_, run_));
  }

  [[nodiscard]] UnpackedNote note(const Record& record) const {
    UnpackedNote note{record.from, {}, {}};
    const fs::path data = fs::path("data") / run_;
    if (with_data_) {
      note.base = record.layout.base.empty() ? data.string() : (data / record.layout.base).string();
      for (const auto& [key, place] : record.layout.locations)
        note.locations[key] = place == "." ? data.string() : (data / place).string();
    }
    if (has_weights())
      note.locations["model.init_from"] = (fs::path("runs") / run_ / pack::initial_weights_name).string();
    return note;
  }

  Unpacked commit(pack::Staging& staging, pack::UnpackedFiles& files) const {
    Undo undo(project_, run_);
    Project project(project_, {});
    staging.note_move(run_);
    adopt_run(project, files.run(), [&] {
      undo.moving();
      move_folder(files.run_folder(), project.run_folder(run_));
      if (with_data_) move_folder(files.data_folder(), pack::data_folder(project_, run_));
      sync_file_system(project_);
    });
    undo.done();
    staging.keep();
    return {.run = project.summary(run_), .project = project_, .from = {}};
  }

  void describe(const Record& record, Unpacked& out) const {
    out.from = record.from;
    if (with_data_) {
      out.data_files = record.manifest->files.size();
      out.data_bytes = record.manifest->total_bytes;
      out.data_folder = pack::data_folder(project_, run_);
    } else {
      out.needed = needed_data(record);
    }
    const auto from = record.paths.find("model.init_from");
    if (from != record.paths.end() && !has_weights()) out.needed_weights = from->second;
  }

  fs::path project_;
  const UnpackOptions& options_;
  pack::PackReader reader_;
  const std::string& run_;
  bool with_data_ = false;
};

}  // namespace

Unpacked unpack_run(const fs::path& file, const fs::path& project, const UnpackOptions& options) {
  return Unpacking(file, project, options).run();
}

}  // namespace lockstep::tracking

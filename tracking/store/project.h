// A project: a folder with the catalogue of its runs (lockstep.db) and one folder a run (runs/<id>/).
// Several processes may use one project at the same time; within a process a Project serves one thread at a time, so open another
// for another thread. Everything throws engine::FileError when the disk or the database fails, naming the path and the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/store/run_reader.h"
#include "tracking/store/run_writer.h"
#include "tracking/store/types.h"

namespace lockstep::tracking {

inline constexpr std::string_view catalogue_file = "lockstep.db";

/// The nearest folder at or above `start` that holds lockstep.db, else the user's data folder
/// ($XDG_DATA_HOME or ~/.local/share)/lockstep/default, which may not exist yet.
[[nodiscard]] std::filesystem::path find_project(const std::filesystem::path& start);

struct ProjectOptions {
  bool create = true;             ///< make the folder and the catalogue when they are missing
  bool rollback_journal = false;  ///< don't use the write-ahead log (chosen by itself on a network filesystem)
};

/// All of what is given must hold.
struct RunFilter {
  std::string text = {};  ///< in the id, the name, the notes or a tag, ignoring ASCII case; empty: any
  std::string tag = {};   ///< exactly; empty: any
  std::optional<Status> status = {};
  [[nodiscard]] bool matches(const RunSummary& run) const;
};

class Project {
 public:
  /// Opens the project, creating it (parents too) when asked. engine::FileError when lockstep.db is no database, belongs to
  /// another program, or was written by a newer Lockstep; an older catalogue is migrated after a backup copy beside it.
  explicit Project(const std::filesystem::path& folder, ProjectOptions options = {});
  ~Project();
  Project(Project&&) noexcept;
  Project& operator=(Project&&) noexcept;

  [[nodiscard]] const std::filesystem::path& folder() const noexcept;
  /// What a person should be told about this project, e.g. that the rollback journal is in use.
  [[nodiscard]] const std::vector<engine::Message>& notes() const noexcept;
  [[nodiscard]] std::filesystem::path run_folder(std::string_view id) const;

  // Runs begin and continue.

  /// A new run, `preparing`, held by the writer that is returned.
  [[nodiscard]] std::unique_ptr<RunWriter> create_run(const RunDraft& draft);
  /// A new run, `queued`, held by nobody: another process takes it with open_writer. Returns its id.
  [[nodiscard]] std::string enqueue_run(const RunDraft& draft);
  /// Takes a queued run, or one that is over, and opens its next attempt from `from_step`; the status becomes `preparing`.
  /// engine::ValueError when a process holds it, or when it is in the trash.
  [[nodiscard]] std::unique_ptr<RunWriter> open_writer(std::string_view id, std::int64_t from_step = 0);

  // Runs are found and read.

  /// Every run that is not in the trash, oldest first.
  [[nodiscard]] std::vector<RunSummary> runs() const;
  /// The runs in the trash, oldest first.
  [[nodiscard]] std::vector<RunSummary> trash() const;
  /// RUN as a person gives it: `last`, an id, a name (the newest of that name), or a unique beginning of an id.
  /// engine::ValueError when there is none or when several ids begin so (it lists them).
  [[nodiscard]] RunSummary find(std::string_view run) const;
  /// The same among the runs in the trash.
  [[nodiscard]] RunSummary find_in_trash(std::string_view run) const;
  /// The run of exactly this id, in the trash or not; engine::ValueError when there is none.
  [[nodiscard]] RunSummary summary(std::string_view id) const;
  /// Runs that come from this one, oldest first, with any relation when `relation` is empty.
  [[nodiscard]] std::vector<std::string> children(std::string_view id, std::string_view relation = {}) const;

  /// Names of the run's documents, sorted; see RunWriter::put_document.
  [[nodiscard]] std::vector<std::string> document_names(std::string_view id) const;
  /// A document's text; absent when the run has none of that name.
  [[nodiscard]] std::optional<std::string> document(std::string_view id, std::string_view name) const;

  [[nodiscard]] RunReader reader(std::string_view id) const;

  /// True once after the catalogue was changed by another connection (of this process too). Cheap: meant for polling at 30 Hz.
  [[nodiscard]] bool changed();

  // Runs are told and edited.

  /// Leaves a command for the process that holds the run; it acts within 500 ms. engine::ValueError when no process holds it.
  /// A queued run is stopped at once.
  void send(std::string_view id, Command command);
  void edit(std::string_view id, const RunEdit& edit);
  /// What came of a reproduction, and a document that says all about it.
  void set_verdict(std::string_view id, std::string_view verdict, std::string_view document);
  /// Moves runs to the trash, all or none. engine::ValueError when one of them is live.
  void remove(std::span<const std::string> ids);
  void restore(std::span<const std::string> ids);
  /// Deletes runs that are in the trash for good, with their folders. Returns how many.
  std::size_t purge();
  std::size_t purge(std::span<const std::string> ids);
  /// Writes `interrupted` for runs whose process is gone. Returns their ids. Readers report it without this.
  std::vector<std::string> mark_interrupted();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::tracking

// The SQL of lockstep.db: one connection, used by a Project or, under its mutex, by a RunWriter. Internal to tracking/store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/store/bytes.h"
#include "tracking/store/database.h"
#include "tracking/store/types.h"

namespace lockstep::tracking::store {

class Catalogue {
 public:
  struct WaitingCommand {
    std::int64_t number;
    Command command;
  };
  enum class Which { kept, trashed, all };

  /// Opens and migrates. Errors as Project's constructor has them.
  Catalogue(const std::filesystem::path& project, bool create, Journal journal);

  [[nodiscard]] const std::filesystem::path& project() const noexcept { return project_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path run_folder(std::string_view id) const;
  [[nodiscard]] bool write_ahead_log() const noexcept { return write_ahead_log_; }
  /// Whether another connection has committed since the last call.
  [[nodiscard]] bool changed();

  // Rows of runs. An id that isn't there is engine::ValueError (store.no_such_run).

  void insert(const std::string& id, const RunDraft& draft, Status status);
  void update(std::string_view id, const RunFields& fields);
  void edit(std::string_view id, const RunEdit& edit);
  /// Also sets `started` (at the first live status) and `ended` (a terminal one: now, or `ended`; else none).
  void set_status(std::string_view id, Status status, std::string_view reason, std::optional<std::int64_t> ended = {});
  /// Only when the status is still `from`. Returns whether it was.
  bool replace_status(std::string_view id, Status from, Status to, std::string_view reason);
  void set_progress(std::string_view id, std::int64_t step, std::span<const std::byte> metrics);
  void set_verdict(std::string_view id, std::string_view verdict);
  /// All or none.
  void set_trashed(std::span<const std::string> ids, std::optional<std::int64_t> when);
  /// Deletes the row and what hangs on it.
  void erase(std::string_view id);

  /// The status as it stands in the row.
  [[nodiscard]] Status stored_status(std::string_view id);
  [[nodiscard]] bool is_trashed(std::string_view id);
  /// As a reader sees them: a live status without a lease is `interrupted`. Oldest first.
  [[nodiscard]] std::vector<RunSummary> summaries(Which which);
  [[nodiscard]] RunSummary summary(std::string_view id);
  /// Ids of the runs that RUN may mean; see Project::find.
  [[nodiscard]] std::vector<std::string> matches(std::string_view run, bool trashed);
  [[nodiscard]] std::vector<std::string> children(std::string_view id, std::string_view relation);

  // Documents.

  void put_document(std::string_view id, std::string_view name, std::string_view text);
  [[nodiscard]] std::vector<std::string> document_names(std::string_view id);
  [[nodiscard]] std::optional<std::string> document(std::string_view id, std::string_view name);

  // Commands.

  void send(std::string_view id, Command command);
  [[nodiscard]] std::vector<WaitingCommand> waiting_commands(std::string_view id);
  /// Marks the run's commands up to this number as taken.
  void take_commands(std::string_view id, std::int64_t up_to);

  [[nodiscard]] SQLite::Database& database() noexcept { return database_; }

 private:
  [[nodiscard]] std::int64_t number_of(std::string_view id);
  void insert_tags(std::int64_t run, const std::vector<std::string>& tags);
  [[nodiscard]] std::vector<RunSummary> select(const std::string& condition, std::string_view argument);
  void add_tags(std::vector<RunSummary>& runs, std::span<const std::int64_t> numbers);
  void see_interrupted(RunSummary& run);
  void store_text(std::string_view sha256, std::string_view text);
  void write_document_file(std::string_view id, std::string_view name, std::string_view sha256, std::string_view text);
  [[nodiscard]] std::vector<std::filesystem::path> files_with(std::string_view sha256);

  Catalogue(const std::filesystem::path& project, OpenedDatabase opened);

  std::filesystem::path project_;
  std::filesystem::path path_;
  SQLite::Database database_;
  bool write_ahead_log_;
  std::int64_t data_version_ = -1;
};

/// A run that isn't there.
[[noreturn]] void throw_no_such_run(std::string_view run, const std::filesystem::path& project);

}  // namespace lockstep::tracking::store

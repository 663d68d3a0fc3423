#include "tracking/store/foreign_run.h"

#include <algorithm>
#include <vector>

#include "engine/core/sha256.h"
#include "tracking/store/catalogue.h"
#include "tracking/store/metric_table.h"
#include "tracking/store/schema.h"

namespace lockstep::tracking {
namespace fs = std::filesystem;
using engine::ValueError;
using store::guarded;
using store::path_text;

namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

[[noreturn]] void not_ours(const fs::path& file, const std::string& reason) {
  throw engine::FileError({"store.not_a_series",
                           "{path} is no series.db of Lockstep: {reason}",
                           {{"path", path_text(file)}, {"reason", reason}}});
}

const RunSummary& over(const RunSummary& run) {
  if (is_terminal(run.status)) return run;
  throw ValueError({"store.not_over",
                    "the run {run} is {status}; only a run that is over can be copied. Stop it, or wait for its end",
                    {{"run", run.id}, {"status", std::string(status_name(run.status))}}});
}

/// Every table, index, trigger and view with its SQL.
std::vector<std::string> schema_of(SQLite::Database& database) {
  SQLite::Statement select(database,
                           "SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_master ORDER BY type, name");
  std::vector<std::string> found;
  while (select.executeStep()) {
    std::string row;
    for (int column = 0; column < 4; ++column) row += select.getColumn(column).getString() + '\n';
    found.push_back(std::move(row));
  }
  return found;
}

void check_schema(SQLite::Database& database, const fs::path& file) {
  const store::Schema& schema = store::series_schema();
  const int id = database.execAndGet("PRAGMA application_id").getInt();
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  const int newest = static_cast<int>(schema.migrations.size());
  if (id != schema.application_id) not_ours(file, "it belongs to another program");
  if (version > newest) not_ours(file, "it was written by a newer Lockstep; update Lockstep to read it");
  if (version < 1) not_ours(file, "it is empty");
  SQLite::Database expected(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  for (int i = 0; i < version; ++i) expected.exec(schema.migrations[static_cast<std::size_t>(i)]);
  if (schema_of(database) != schema_of(expected)) not_ours(file, "its tables are not those that Lockstep makes");
}

void check_paths(SQLite::Database& database, const fs::path& file) {
  SQLite::Statement select(database, "SELECT path FROM checkpoints");
  while (select.executeStep()) {
    const fs::path path = select.getColumn(0).getString();
    const bool leaves = std::find(path.begin(), path.end(), "..") != path.end();
    if (path.is_absolute() || leaves)
      not_ours(file, "it names a checkpoint outside the run's folder: " + path.string());
  }
}

template <class T>
void bind_optional(SQLite::Statement& statement, int place, const std::optional<T>& value) {
  if (!value) statement.bind(place);
  else if constexpr (std::is_same_v<T, std::string>) statement.bind(place, *value);
  else statement.bind(place, static_cast<std::int64_t>(*value));
}

std::int64_t insert_row(SQLite::Database& database, const RunSummary& run) {
  SQLite::Statement insert(
      database,
      "INSERT INTO runs(id, name, notes, status, reason, created, started, ended, steps, device, seed, "
      "code_commit, dirty, config_hash, data_fingerprint, parent, relation, verdict) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(1, run.id);
  insert.bind(2, run.name);
  insert.bind(3, run.notes);
  insert.bind(4, std::string(status_name(run.status)));
  insert.bind(5, run.reason);
  insert.bind(6, run.created);
  bind_optional(insert, 7, run.started);
  bind_optional(insert, 8, run.ended);
  bind_optional(insert, 9, run.steps);
  bind_optional(insert, 10, run.device);
  bind_optional(insert, 11, run.seed);
  bind_optional(insert, 12, run.commit);
  bind_optional(insert, 13, run.dirty);
  bind_optional(insert, 14, run.config_hash);
  bind_optional(insert, 15, run.data_fingerprint);
  insert.bind(16, run.parent);
  insert.bind(17, run.relation);
  bind_optional(insert, 18, run.verdict);
  insert.exec();
  return database.getLastInsertRowid();
}

void insert_tags_and_progress(SQLite::Database& database, std::int64_t number, const RunSummary& run) {
  for (std::size_t place = 0; place < run.tags.size(); ++place) {
    SQLite::Statement tag(database, "INSERT INTO tags(run, place, tag) VALUES (?, ?, ?)");
    tag.bind(1, number);
    tag.bind(2, static_cast<std::int64_t>(place));
    tag.bind(3, run.tags[place]);
    tag.exec();
  }
  const store::Bytes metrics = store::encode_metrics(run.metrics);
  SQLite::Statement progress(database, "INSERT INTO progress(run, step, updated, metrics) VALUES (?, ?, ?, ?)");
  progress.bind(1, number);
  progress.bind(2, run.step);
  progress.bind(3, run.ended.value_or(run.created));
  progress.bind(4, metrics.empty() ? "" : static_cast<const void*>(metrics.data()), static_cast<int>(metrics.size()));
  progress.exec();
}

void insert_document(SQLite::Database& database, std::int64_t number, const std::string& name,
                     const std::string& sha256, bool in_file) {
  SQLite::Statement put(database, "INSERT INTO documents(run, name, sha256, in_file) VALUES (?, ?, ?, ?)");
  put.bind(1, number);
  put.bind(2, name);
  put.bind(3, sha256);
  put.bind(4, in_file ? 1 : 0);
  put.exec();
}

void insert_documents(SQLite::Database& database, std::int64_t number, const ForeignRun& run) {
  for (const auto& [name, text] : run.texts) {
    const std::string sha256 = engine::sha256_hex(text);
    SQLite::Statement put(database, "INSERT INTO texts(sha256, text) VALUES (?, ?) ON CONFLICT DO NOTHING");
    put.bind(1, sha256);
    put.bind(2, text);
    put.exec();
    insert_document(database, number, name, sha256, false);
  }
  for (const auto& [name, sha256] : run.files) insert_document(database, number, name, sha256, true);
}

void throw_if_present(SQLite::Database& database, std::string_view id, const fs::path& project) {
  SQLite::Statement select(database, "SELECT trashed IS NOT NULL FROM runs WHERE id = ?");
  select.bind(1, std::string(id));
  if (!select.executeStep()) return;
  std::vector<engine::Message::Argument> arguments{{"run", std::string(id)}, {"project", path_text(project)}};
  if (select.getColumn(0).getInt() == 0) {
    throw ValueError(
        {"store.run_exists", "the run {run} is in {project} already; nothing was changed", std::move(arguments)});
  }
  throw ValueError(
      {"store.run_in_trash",
       "the run {run} is in the trash of {project}; `lockstep restore {run}` brings it back. Nothing was changed",
       std::move(arguments)});
}

store::Catalogue catalogue_of(const Project& project) { return {project.folder(), false, store::Journal::automatic}; }

}  // namespace

bool is_run_id(std::string_view text) noexcept {
  constexpr std::string_view shape = "dddddddd-dddddd-xxxx";
  if (text.size() != shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const char c = text[i];
    if (shape[i] == 'd' ? !is_digit(c) : shape[i] == 'x' ? !is_digit(c) && (c < 'a' || c > 'f') : c != '-')
      return false;
  }
  return true;
}

bool is_document_name(std::string_view name) noexcept {
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  });
  return plain && !name.empty() && name.front() != '.' && name.size() <= 128;
}

HeldRun::HeldRun(Project& project, std::string_view id)
    : folder_(project.run_folder(id)), summary_(over(project.summary(id))), lease_(folder_) {
  // Held by this lease, a run whose process died would look alive: its row has to say what it is.
  store::Catalogue catalogue = catalogue_of(project);
  if (is_live(catalogue.stored_status(id)))
    catalogue.set_status(id, Status::interrupted, summary_.reason, summary_.ended);
  summary_ = over(project.summary(id));  // it may have gone on, and ended, between the two looks
}

bool HeldRun::copy_series(const fs::path& to) const {
  const fs::path path = folder_ / "series.db";
  if (!fs::exists(path)) return false;
  guarded(path, [&] {
    store::OpenedDatabase opened = store::open_database(path, false, store::Journal::rollback);
    store::migrate(opened.database, path, store::series_schema());
    SQLite::Statement copy(opened.database, "VACUUM INTO ?");
    copy.bind(1, to.string());
    copy.exec();
  });
  // The copy counts the schema's changes on from the original's; the same content is to give the same bytes.
  guarded(to, [&] { SQLite::Database(to.string(), SQLite::OPEN_READWRITE).exec("PRAGMA schema_version = 1"); });
  return true;
}

void check_series(const fs::path& file) {
  try {
    SQLite::Database database(file.string(),
                              SQLite::OPEN_READWRITE);  // the last writer removes what SQLite puts beside it
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA cell_size_check = ON");
    check_schema(database, file);
    const std::string found = database.execAndGet("PRAGMA integrity_check(1)").getString();
    if (found != "ok") not_ours(file, "it is damaged: " + found);
    check_paths(database, file);
  } catch (const SQLite::Exception& error) { not_ours(file, error.what()); }
}

void check_absent(const Project& project, std::string_view id) {
  store::Catalogue catalogue = catalogue_of(project);
  guarded(catalogue.path(), [&] { throw_if_present(catalogue.database(), id, project.folder()); });
}

void adopt_run(const Project& project, const ForeignRun& run, const std::function<void()>& place) {
  store::Catalogue catalogue = catalogue_of(project);
  SQLite::Database& database = catalogue.database();
  guarded(catalogue.path(), [&] {
    store::WriteTransaction transaction(database);
    throw_if_present(database, run.summary.id, project.folder());
    const std::int64_t number = insert_row(database, run.summary);
    insert_tags_and_progress(database, number, run.summary);
    insert_documents(database, number, run);
    place();
    transaction.commit();
  });
}

}  // namespace lockstep::tracking

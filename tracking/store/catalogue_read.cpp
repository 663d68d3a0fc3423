// Reading the catalogue: summaries of runs as they are now, and what a person's RUN means.
#include "tracking/store/catalogue.h"

#include <sqlite3.h>

#include <algorithm>
#include <memory>

#include "tracking/store/lease.h"
#include "tracking/store/metric_table.h"

namespace lockstep::tracking::store {
namespace {

/// A statement on SQLite's own interface: SQLiteCpp's column objects cost more than the rest of a list of ten thousand runs.
class RowReader {
 public:
  RowReader(SQLite::Database& database, const std::string& sql) : database_(database) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(database.getHandle(), sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr));
    statement_.reset(statement);
  }
  void bind(int place, std::string_view text) {
    const char* bytes = text.empty() ? "" : text.data();  // an empty view may have no address, which would be NULL
    check(sqlite3_bind_text(statement_.get(), place, bytes, static_cast<int>(text.size()), SQLITE_TRANSIENT));
  }
  [[nodiscard]] bool next() {
    const int result = sqlite3_step(statement_.get());
    if (result != SQLITE_ROW && result != SQLITE_DONE) check(result);
    return result == SQLITE_ROW;
  }
  [[nodiscard]] std::int64_t integer(int column) { return sqlite3_column_int64(statement_.get(), column); }
  [[nodiscard]] bool is_null(int column) { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }
  [[nodiscard]] std::string text(int column) {
    const auto* bytes = sqlite3_column_text(statement_.get(), column);
    if (bytes == nullptr) return {};
    return {reinterpret_cast<const char*>(bytes),
            static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
  }
  [[nodiscard]] std::span<const std::byte> blob(int column) {
    const void* bytes = sqlite3_column_blob(statement_.get(), column);
    return {static_cast<const std::byte*>(bytes),
            static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
  }
  [[nodiscard]] std::optional<std::int64_t> optional_integer(int column) {
    return is_null(column) ? std::nullopt : std::optional(integer(column));
  }
  [[nodiscard]] std::optional<std::string> optional_text(int column) {
    return is_null(column) ? std::nullopt : std::optional(text(column));
  }

 private:
  void check(int result) const {
    if (result != SQLITE_OK) throw SQLite::Exception(database_.getHandle(), result);
  }
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
  };
  SQLite::Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

constexpr const char* summary_columns =
    "number, id, name, notes, status, reason, step, steps, created, started, ended, device, seed, code_commit, dirty, "
    "config_hash, "
    "data_fingerprint, parent, relation, trashed, metrics, verdict FROM runs LEFT JOIN progress ON progress.run = "
    "runs.number ";

RunSummary read_summary(RowReader& row) {
  RunSummary run;
  run.id = row.text(1);
  run.name = row.text(2);
  run.notes = row.text(3);
  run.status = status_from_name(row.text(4));
  run.reason = row.text(5);
  run.step = row.integer(6);
  run.steps = row.optional_integer(7);
  run.created = row.integer(8);
  run.started = row.optional_integer(9);
  run.ended = row.optional_integer(10);
  run.device = row.optional_text(11);
  if (const auto seed = row.optional_integer(12)) run.seed = static_cast<std::uint64_t>(*seed);
  run.commit = row.optional_text(13);
  if (const auto dirty = row.optional_integer(14)) run.dirty = *dirty != 0;
  run.config_hash = row.optional_text(15);
  run.data_fingerprint = row.optional_text(16);
  run.parent = row.text(17);
  run.relation = row.text(18);
  run.trashed = row.optional_integer(19);
  run.metrics = decode_metrics(row.blob(20));
  run.verdict = row.optional_text(21);
  return run;
}

}  // namespace

std::vector<RunSummary> Catalogue::select(const std::string& condition, std::string_view argument) {
  return guarded(path_, [&] {
    std::vector<RunSummary> runs;
    std::vector<std::int64_t> numbers;
    {
      SQLite::Transaction snapshot(database_);
      RowReader rows(database_, std::string("SELECT ") + summary_columns + condition + " ORDER BY number");
      if (!argument.empty()) rows.bind(1, argument);
      while (rows.next()) {
        runs.push_back(read_summary(rows));
        numbers.push_back(rows.integer(0));
      }
      add_tags(runs, numbers);
    }
    for (RunSummary& run : runs) see_interrupted(run);
    return runs;
  });
}

void Catalogue::add_tags(std::vector<RunSummary>& runs, std::span<const std::int64_t> numbers) {
  if (runs.empty()) return;
  const std::string one = runs.size() == 1 ? " WHERE run = " + std::to_string(numbers.front()) : "";
  RowReader tags(database_, "SELECT run, tag FROM tags" + one + " ORDER BY run, place");
  std::size_t at = 0;
  while (tags.next()) {
    const std::int64_t run = tags.integer(0);
    while (at < numbers.size() && numbers[at] < run) ++at;
    if (at == numbers.size()) break;
    if (numbers[at] == run) runs[at].tags.push_back(tags.text(1));
  }
}

void Catalogue::see_interrupted(RunSummary& run) {
  if (!is_live(run.status) || Lease::is_held(run_folder(run.id))) return;
  // Its process may have finished between the two looks, so the row decides once more: the status is written before the lease ends.
  RowReader row(database_,
                "SELECT status, reason, ended, started, updated FROM runs LEFT JOIN progress ON progress.run = "
                "runs.number WHERE id = ?1");
  row.bind(1, run.id);
  if (!row.next()) return;
  run.status = status_from_name(row.text(0));
  run.reason = row.text(1);
  run.ended = row.optional_integer(2);
  // The lease may also have been taken anew meanwhile (a resume).
  if (!is_live(run.status) || Lease::is_held(run_folder(run.id))) return;
  run.status = Status::interrupted;
  const std::int64_t started = run.started.value_or(run.created);
  run.ended = std::max(started, row.integer(4));
}

std::vector<RunSummary> Catalogue::summaries(Which which) {
  switch (which) {
    case Which::kept: return select("WHERE trashed IS NULL", {});
    case Which::trashed: return select("WHERE trashed IS NOT NULL", {});
    case Which::all: break;
  }
  return select("", {});
}

RunSummary Catalogue::summary(std::string_view id) {
  if (id.empty()) throw_no_such_run(id, project_);
  std::vector<RunSummary> found = select("WHERE id = ?1", id);
  if (found.empty()) throw_no_such_run(id, project_);
  return std::move(found.front());
}

std::vector<std::string> Catalogue::matches(std::string_view run, bool trashed) {
  return guarded(path_, [&] {
    const std::string among = std::string("SELECT id FROM runs WHERE trashed IS ") + (trashed ? "NOT NULL" : "NULL");
    const auto ids = [&](const std::string& condition) {
      RowReader rows(database_, among + condition);
      if (condition.find('?') != std::string::npos) rows.bind(1, run);
      std::vector<std::string> found;
      while (rows.next()) found.push_back(rows.text(0));
      return found;
    };
    if (run.empty()) return std::vector<std::string>{};
    if (run == "last") return ids(" ORDER BY number DESC LIMIT 1");
    for (const char* condition : {" AND id = ?1", " AND name = ?1 ORDER BY number DESC LIMIT 1"}) {
      if (auto found = ids(condition); !found.empty()) return found;
    }
    return ids(" AND substr(id, 1, length(?1)) = ?1 ORDER BY number");
  });
}

std::vector<std::string> Catalogue::children(std::string_view id, std::string_view relation) {
  return guarded(path_, [&] {
    RowReader rows(database_,
                   "SELECT id FROM runs WHERE parent = ?1 AND parent <> '' AND (?2 = '' OR relation = ?2) AND trashed "
                   "IS NULL ORDER BY number");
    rows.bind(1, id);
    rows.bind(2, relation);
    std::vector<std::string> found;
    while (rows.next()) found.push_back(rows.text(0));
    return found;
  });
}

}  // namespace lockstep::tracking::store

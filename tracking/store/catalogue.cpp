// Writing the catalogue: rows of runs, their tags, progress and commands.
#include "tracking/store/catalogue.h"

#include <algorithm>

#include "tracking/store/schema.h"

namespace lockstep::tracking::store {
namespace fs = std::filesystem;

namespace {

template <class T>
void bind_optional(SQLite::Statement& statement, int place, const std::optional<T>& value) {
  if (!value) {
    statement.bind(place);
  } else if constexpr (std::is_same_v<T, std::string>) {
    statement.bind(place, *value);
  } else {
    statement.bind(place, static_cast<std::int64_t>(*value));
  }
}

OpenedDatabase open_catalogue(const fs::path& project, bool create, Journal journal) {
  const fs::path path = project / "lockstep.db";
  if (create) {
    std::error_code error;
    fs::create_directories(project, error);
    if (error) {
      throw engine::FileError({"store.create_project",
                               "cannot create the project folder {path}: {reason}",
                               {{"path", path_text(project)}, {"reason", error.message()}}});
    }
  } else if (!fs::exists(path)) {
    throw engine::FileError(
        {"store.no_project", "{path} is no Lockstep project: it has no lockstep.db", {{"path", path_text(project)}}});
  }
  OpenedDatabase opened = open_database(path, create, journal);
  migrate(opened.database, path, catalogue_schema());
  return opened;
}

}  // namespace

void throw_no_such_run(std::string_view run, const fs::path& project) {
  throw engine::ValueError({"store.no_such_run",
                            "there is no run \"{run}\" in {project}; `lockstep runs` lists them",
                            {{"run", std::string(run)}, {"project", path_text(project)}}});
}

Catalogue::Catalogue(const fs::path& project, bool create, Journal journal)
    : Catalogue(project, open_catalogue(project, create, journal)) {}

Catalogue::Catalogue(const fs::path& project, OpenedDatabase opened)
    : project_(project),
      path_(project / "lockstep.db"),
      database_(std::move(opened.database)),
      write_ahead_log_(opened.write_ahead_log) {}

fs::path Catalogue::run_folder(std::string_view id) const { return project_ / "runs" / id; }

bool Catalogue::changed() {
  return guarded(path_, [&] {
    const std::int64_t version = database_.execAndGet("PRAGMA data_version").getInt64();
    return std::exchange(data_version_, version) != version;
  });
}

std::int64_t Catalogue::number_of(std::string_view id) {
  SQLite::Statement select(database_, "SELECT number FROM runs WHERE id = ?");
  select.bind(1, std::string(id));
  if (!select.executeStep()) throw_no_such_run(id, project_);
  return select.getColumn(0).getInt64();
}

void Catalogue::insert_tags(std::int64_t run, const std::vector<std::string>& tags) {
  SQLite::Statement insert(database_, "INSERT INTO tags(run, place, tag) VALUES (?, ?, ?)");
  std::vector<std::string> seen;
  for (const std::string& tag : tags) {
    if (std::find(seen.begin(), seen.end(), tag) != seen.end()) continue;
    insert.bind(1, run);
    insert.bind(2, static_cast<std::int64_t>(seen.size()));
    insert.bind(3, tag);
    insert.exec();
    insert.reset();
    seen.push_back(tag);
  }
}

void Catalogue::insert(const std::string& id, const RunDraft& draft, Status status) {
  guarded(path_, [&] {
    WriteTransaction transaction(database_);
    SQLite::Statement insert(
        database_,
        "INSERT INTO runs(id, name, notes, status, created, started, steps, device, seed, parent, relation) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const std::int64_t now = now_ms();
    insert.bind(1, id);
    insert.bind(2, draft.name);
    insert.bind(3, draft.notes);
    insert.bind(4, std::string(status_name(status)));
    insert.bind(5, now);
    bind_optional(insert, 6, is_live(status) ? std::optional(now) : std::nullopt);
    bind_optional(insert, 7, draft.steps);
    bind_optional(insert, 8, draft.device);
    bind_optional(insert, 9, draft.seed);
    insert.bind(10, draft.parent);
    insert.bind(11, draft.relation);
    insert.exec();
    insert_tags(database_.getLastInsertRowid(), draft.tags);
    transaction.commit();
  });
}

void Catalogue::update(std::string_view id, const RunFields& fields) {
  guarded(path_, [&] {
    SQLite::Statement update(
        database_,
        "UPDATE runs SET steps = ifnull(?2, steps), device = ifnull(?3, device), seed = ifnull(?4, seed), "
        "code_commit = ifnull(?5, code_commit), dirty = ifnull(?6, dirty), config_hash = ifnull(?7, config_hash), "
        "data_fingerprint = ifnull(?8, data_fingerprint) WHERE number = ?1");
    update.bind(1, number_of(id));
    bind_optional(update, 2, fields.steps);
    bind_optional(update, 3, fields.device);
    bind_optional(update, 4, fields.seed);
    bind_optional(update, 5, fields.commit);
    bind_optional(update, 6, fields.dirty);
    bind_optional(update, 7, fields.config_hash);
    bind_optional(update, 8, fields.data_fingerprint);
    update.exec();
  });
}

void Catalogue::set_verdict(std::string_view id, std::string_view verdict) {
  guarded(path_, [&] {
    SQLite::Statement update(database_, "UPDATE runs SET verdict = ?2 WHERE number = ?1");
    update.bind(1, number_of(id));
    update.bind(2, std::string(verdict));
    update.exec();
  });
}

void Catalogue::edit(std::string_view id, const RunEdit& edit) {
  guarded(path_, [&] {
    WriteTransaction transaction(database_);
    const std::int64_t run = number_of(id);
    SQLite::Statement update(database_,
                             "UPDATE runs SET name = ifnull(?2, name), notes = ifnull(?3, notes) WHERE number = ?1");
    update.bind(1, run);
    bind_optional(update, 2, edit.name);
    bind_optional(update, 3, edit.notes);
    update.exec();
    if (edit.tags) {
      SQLite::Statement clear(database_, "DELETE FROM tags WHERE run = ?");
      clear.bind(1, run);
      clear.exec();
      insert_tags(run, *edit.tags);
    }
    transaction.commit();
  });
}

void Catalogue::set_status(std::string_view id, Status status, std::string_view reason,
                           std::optional<std::int64_t> ended) {
  guarded(path_, [&] {
    SQLite::Statement update(
        database_,
        "UPDATE runs SET status = ?2, reason = ?3, started = ifnull(started, ?4), ended = ?5 WHERE number = ?1");
    update.bind(1, number_of(id));
    update.bind(2, std::string(status_name(status)));
    update.bind(3, std::string(reason));
    bind_optional(update, 4, is_live(status) ? std::optional(now_ms()) : std::nullopt);
    bind_optional(update, 5, is_terminal(status) ? std::optional(ended.value_or(now_ms())) : std::nullopt);
    update.exec();
  });
}

bool Catalogue::replace_status(std::string_view id, Status from, Status to, std::string_view reason) {
  return guarded(path_, [&] {
    WriteTransaction transaction(database_);
    if (stored_status(id) != from) return false;
    set_status(id, to, reason);
    transaction.commit();
    return true;
  });
}

void Catalogue::set_progress(std::string_view id, std::int64_t step, std::span<const std::byte> metrics) {
  guarded(path_, [&] {
    SQLite::Statement put(database_,
                          "INSERT OR REPLACE INTO progress(run, step, updated, metrics) VALUES (?, ?, ?, ?)");
    put.bind(1, number_of(id));
    put.bind(2, step);
    put.bind(3, now_ms());
    // An empty span has no address, which SQLite would take for NULL.
    put.bindNoCopy(4, metrics.empty() ? "" : static_cast<const void*>(metrics.data()),
                   static_cast<int>(metrics.size()));
    put.exec();
  });
}

void Catalogue::set_trashed(std::span<const std::string> ids, std::optional<std::int64_t> when) {
  guarded(path_, [&] {
    WriteTransaction transaction(database_);
    for (const std::string& id : ids) {
      SQLite::Statement update(database_, "UPDATE runs SET trashed = ?2 WHERE number = ?1");
      update.bind(1, number_of(id));
      bind_optional(update, 2, when);
      update.exec();
    }
    transaction.commit();
  });
}

void Catalogue::erase(std::string_view id) {
  guarded(path_, [&] {
    WriteTransaction transaction(database_);
    SQLite::Statement remove(database_, "DELETE FROM runs WHERE number = ?");
    remove.bind(1, number_of(id));
    remove.exec();
    database_.exec(
        "DELETE FROM texts WHERE NOT EXISTS (SELECT 1 FROM documents WHERE documents.sha256 = texts.sha256)");
    transaction.commit();
  });
}

Status Catalogue::stored_status(std::string_view id) {
  return guarded(path_, [&] {
    SQLite::Statement select(database_, "SELECT status FROM runs WHERE id = ?");
    select.bind(1, std::string(id));
    if (!select.executeStep()) throw_no_such_run(id, project_);
    return status_from_name(select.getColumn(0).getString());
  });
}

bool Catalogue::is_trashed(std::string_view id) {
  return guarded(path_, [&] {
    SQLite::Statement select(database_, "SELECT trashed IS NOT NULL FROM runs WHERE number = ?");
    select.bind(1, number_of(id));
    return select.executeStep() && select.getColumn(0).getInt() != 0;
  });
}

void Catalogue::send(std::string_view id, Command command) {
  guarded(path_, [&] {
    SQLite::Statement insert(database_, "INSERT INTO commands(run, command, time) VALUES (?, ?, ?)");
    insert.bind(1, number_of(id));
    insert.bind(2, std::string(command_name(command)));
    insert.bind(3, now_ms());
    insert.exec();
  });
}

std::vector<Catalogue::WaitingCommand> Catalogue::waiting_commands(std::string_view id) {
  return guarded(path_, [&] {
    SQLite::Statement select(database_,
                             "SELECT number, command FROM commands WHERE run = ? AND taken IS NULL ORDER BY number");
    select.bind(1, number_of(id));
    std::vector<WaitingCommand> waiting;
    while (select.executeStep()) {
      const std::string word = select.getColumn(1).getString();
      for (const Command command : {Command::stop, Command::pause, Command::resume}) {
        if (word == command_name(command)) waiting.push_back({select.getColumn(0).getInt64(), command});
      }
    }
    return waiting;
  });
}

void Catalogue::take_commands(std::string_view id, std::int64_t up_to) {
  guarded(path_, [&] {
    SQLite::Statement update(database_,
                             "UPDATE commands SET taken = ?3 WHERE run = ?1 AND number <= ?2 AND taken IS NULL");
    update.bind(1, number_of(id));
    update.bind(2, up_to);
    update.bind(3, now_ms());
    update.exec();
  });
}

}  // namespace lockstep::tracking::store

// Connections, journals, migrations and error texts. WAL needs shared memory, which network filesystems don't give: there the
// rollback journal is used.
#include "tracking/store/database.h"

#include <sqlite3.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "engine/core/error.h"

namespace lockstep::tracking::store {
namespace fs = std::filesystem;
using engine::FileError;

namespace {

std::string reason_of(const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_FULL: return "the disk is full; free some space, then try again";
    case SQLITE_BUSY:
      return "another process has kept it locked for too long; see which one is using it, then try again";
    case SQLITE_READONLY: return "it can only be read; check its permissions and its folder's";
    case SQLITE_CANTOPEN: return "it can't be opened; check that its folder exists and is writable";
    case SQLITE_NOTADB: return "it is not a database; move it away if it isn't Lockstep's";
    case SQLITE_CORRUPT: return "its content is damaged; restore it from a copy";
    default: return error.what();
  }
}

/// The switch to WAL is not covered by the busy timeout when two processes do it at once.
bool switch_to_wal(SQLite::Database& database) {
  for (int attempt = 0;; ++attempt) {
    try {
      return database.execAndGet("PRAGMA journal_mode = WAL").getString() == "wal";
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_BUSY || attempt == 200) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

int version_of(SQLite::Database& database) { return database.execAndGet("PRAGMA user_version").getInt(); }

void check_ours(SQLite::Database& database, const fs::path& path, const Schema& schema) {
  const int version = version_of(database);
  const int newest = static_cast<int>(schema.migrations.size());
  const int id = database.execAndGet("PRAGMA application_id").getInt();
  const bool empty = database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
  if (!(empty && version == 0) && id != schema.application_id) {
    throw FileError({"store.foreign_database",
                     "{path} belongs to another program; Lockstep leaves it alone. Choose another folder",
                     {{"path", path_text(path)}}});
  }
  if (version > newest) {
    throw FileError(
        {"store.newer_schema",
         "{path} was written by a newer Lockstep (its schema is {found}, this program knows {known}); update Lockstep "
         "to open it",
         {{"path", path_text(path)}, {"found", std::to_string(version)}, {"known", std::to_string(newest)}}});
  }
}

/// A consistent copy, whole or not there at all.
void back_up(SQLite::Database& database, const fs::path& path, int version) {
  fs::path copy = path;
  copy += ".backup-v" + std::to_string(version);
  fs::path partial = copy;
  partial += "." + std::to_string(::getpid());
  std::error_code ignored;
  fs::remove(partial, ignored);
  SQLite::Statement vacuum(database, "VACUUM INTO ?");
  vacuum.bind(1, partial.string());
  vacuum.exec();
  fs::rename(partial, copy);
}

}  // namespace

std::string path_text(const fs::path& path) { return path.string(); }

void throw_file_error(const SQLite::Exception& error, const fs::path& path) {
  throw FileError(
      {"store.database", "cannot use {path}: {reason}", {{"path", path_text(path)}, {"reason", reason_of(error)}}});
}

bool is_network_filesystem(const fs::path& path) {
  struct statfs status = {};
  if (::statfs(path.c_str(), &status) != 0) return false;
  // linux/magic.h and the filesystems' own sources: NFS, SMB, CIFS, SMB2, 9p, AFS, Coda, Ceph, Lustre, OCFS2, GFS2.
  constexpr std::array<std::uint32_t, 11> network = {0x6969,     0x517B,     0xFF534D42, 0xFE534D42,
                                                     0x01021997, 0x5346414F, 0x73757245, 0x00C36400,
                                                     0x0BD00BD0, 0x7461636F, 0x01161970};
  for (const std::uint32_t type : network) {
    if (static_cast<std::uint32_t>(status.f_type) == type) return true;
  }
  return false;
}

OpenedDatabase open_database(const fs::path& path, bool create, Journal journal) {
  return guarded(path, [&] {
    const int flags = SQLite::OPEN_READWRITE | (create ? SQLite::OPEN_CREATE : 0);
    OpenedDatabase opened{SQLite::Database(path.string(), flags, busy_timeout_ms), false};
    SQLite::Database& database = opened.database;
    if (journal == Journal::automatic && !is_network_filesystem(path.parent_path()))
      opened.write_ahead_log = switch_to_wal(database);
    // Without the log only FULL keeps a database whole through a loss of power; with it NORMAL does.
    database.exec(opened.write_ahead_log ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL");
    database.exec("PRAGMA foreign_keys = ON");
    return opened;
  });
}

void migrate(SQLite::Database& database, const fs::path& path, const Schema& schema) {
  guarded(path, [&] {
    const int newest = static_cast<int>(schema.migrations.size());
    check_ours(database, path, schema);
    const int found = version_of(database);
    if (found == newest) return;
    if (found > 0) back_up(database, path, found);
    WriteTransaction transaction(database);
    check_ours(database, path, schema);  // another process may have been faster
    for (int version = version_of(database); version < newest; ++version) {
      database.exec(schema.migrations[static_cast<std::size_t>(version)]);
    }
    database.exec("PRAGMA user_version = " + std::to_string(newest));
    database.exec("PRAGMA application_id = " + std::to_string(schema.application_id));
    transaction.commit();
  });
}

}  // namespace lockstep::tracking::store

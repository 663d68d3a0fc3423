// Opens SQLite databases as the store wants them, and says its errors in our words. Internal to tracking/store.
#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::tracking::store {

/// How long a connection waits for another one's lock.
inline constexpr int busy_timeout_ms = 20000;

enum class Journal { automatic, rollback };

struct OpenedDatabase {
  SQLite::Database database;
  bool write_ahead_log;  ///< false: the rollback journal is in use
};

/// Opens for reading and writing; the busy timeout comes first, then the journal. Errors: engine::FileError.
[[nodiscard]] OpenedDatabase open_database(const std::filesystem::path& path, bool create, Journal journal);

/// True where several processes can't share memory over the file: NFS, SMB, 9p and their like.
[[nodiscard]] bool is_network_filesystem(const std::filesystem::path& path);

/// Marks a kind of file ("LSK1" for the catalogue, …) in its header, so that another program's database is not taken for ours.
struct Schema {
  std::int32_t application_id;
  std::span<const char* const> migrations;  ///< SQL that leads from version i to i + 1; the first creates everything
};

/// Brings a database to the schema's newest version, in one transaction, after a copy of an older one was put beside it
/// (`<file>.backup-v<version>`). engine::FileError when it is newer than this program or not ours.
void migrate(SQLite::Database& database, const std::filesystem::path& path, const Schema& schema);

/// engine::FileError for what SQLite said about `path`.
[[noreturn]] void throw_file_error(const SQLite::Exception& error, const std::filesystem::path& path);

/// Runs `body`, with SQLite's exceptions turned into engine::FileError.
template <class Body>
decltype(auto) guarded(const std::filesystem::path& path, Body&& body) {
  try {
    return body();
  } catch (const SQLite::Exception& error) { throw_file_error(error, path); }
}

/// A transaction that has the write lock from its beginning, so that it never fails half-way for another writer's sake.
class WriteTransaction {
 public:
  explicit WriteTransaction(SQLite::Database& database)
      : transaction_(database, SQLite::TransactionBehavior::IMMEDIATE) {}
  void commit() { transaction_.commit(); }

 private:
  SQLite::Transaction transaction_;
};

/// UTF-8 text of a path, for messages.
[[nodiscard]] std::string path_text(const std::filesystem::path& path);

}  // namespace lockstep::tracking::store

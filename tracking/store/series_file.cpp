// Commits and folds. Everything in memory changes only after the transaction has succeeded, so a full disk loses nothing.
#include "tracking/store/series_file.h"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

#include "tracking/store/lease.h"
#include "tracking/store/schema.h"

namespace lockstep::tracking::store {
namespace fs = std::filesystem;

namespace {

OpenedDatabase open_series(const fs::path& path, Journal journal) {
  OpenedDatabase opened = open_database(path, true, journal);
  migrate(opened.database, path, series_schema());
  return opened;
}

}  // namespace

SeriesFile::SeriesFile(const fs::path& run_folder, Journal journal, std::int64_t from_step)
    : SeriesFile(run_folder / "series.db", open_series(run_folder / "series.db", journal), from_step) {}

SeriesFile::SeriesFile(const fs::path& path, OpenedDatabase opened, std::int64_t from_step)
    : path_(path), database_(std::move(opened.database)) {
  guarded(path_, [&] {
    WriteTransaction transaction(database_);
    fold_leftovers();
    begin_attempt(from_step);
    transaction.commit();
    read_known();
  });
}

void SeriesFile::begin_attempt(std::int64_t from_step) {
  attempt_ = database_.execAndGet("SELECT ifnull(max(attempt), 0) + 1 FROM attempts").getInt();
  SQLite::Statement insert(database_,
                           "INSERT INTO attempts(attempt, from_step, started, host, pid) VALUES (?, ?, ?, ?, ?)");
  insert.bind(1, attempt_);
  insert.bind(2, from_step);
  insert.bind(3, now_ms());
  insert.bind(4, host_name());
  insert.bind(5, static_cast<std::int64_t>(::getpid()));
  insert.exec();
}

void SeriesFile::read_known() {
  SQLite::Statement select(database_, "SELECT key, type, axis FROM series ORDER BY id");
  while (select.executeStep()) {
    known_.push_back({select.getColumn(0).getString(), static_cast<SeriesType>(select.getColumn(1).getInt()),
                      static_cast<SeriesAxis>(select.getColumn(2).getInt())});
  }
}

/// A killed attempt leaves its last points as tails.
void SeriesFile::fold_leftovers() {
  struct Points {
    std::vector<std::int64_t> steps;
    std::vector<std::uint64_t> bits;
  };
  std::map<std::pair<int, std::uint32_t>, Points> left;  // by attempt and series
  {
    SQLite::Statement tails(database_, "SELECT attempt, data FROM tails ORDER BY id");
    while (tails.executeStep()) {
      const int attempt = tails.getColumn(0).getInt();
      const SQLite::Column data = tails.getColumn(1);
      ByteReader in({static_cast<const std::byte*>(data.getBlob()), static_cast<std::size_t>(data.getBytes())});
      while (!in.empty()) {
        const auto series = in.get<std::uint32_t>();
        Points& points = left[{attempt, series}];
        decode_points(in.take(in.get<std::uint32_t>()), points.steps, points.bits);
      }
    }
  }
  for (const auto& [place, points] : left) {
    static_cast<void>(write_chunk(place.second, place.first, points.steps, points.bits));
  }
  database_.exec("DELETE FROM tails");
}

void SeriesFile::add_series(const SeriesInfo& info) {
  Column column;
  column.info = info;
  columns_.push_back(std::move(column));
}

Job SeriesFile::end_attempt(Status status, std::string reason) {
  return [status, reason = std::move(reason)](SQLite::Database& database, int attempt) {
    SQLite::Statement update(database, "UPDATE attempts SET ended = ?2, status = ?3, reason = ?4 WHERE attempt = ?1");
    update.bind(1, attempt);
    update.bind(2, now_ms());
    update.bind(3, std::string(status_name(status)));
    update.bind(4, reason);
    update.exec();
  };
}

void SeriesFile::checkpoint_log() {
  guarded(path_, [&] { database_.tryExec("PRAGMA wal_checkpoint(PASSIVE)"); });
}

void SeriesFile::commit(const std::vector<Job>& jobs, bool fold_all) {
  const bool any_new =
      std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return c.written < c.steps.size(); });
  const bool fold_now = fold_all || tails_ >= most_tails ||
                        std::any_of(columns_.begin(), columns_.end(),
                                    [](const Column& c) { return c.steps.size() - c.folded >= chunk_points; });
  if (!any_new && jobs.empty() && !fold_all && last_step_ == written_last_step_) return;
  guarded(path_, [&] {
    WriteTransaction transaction(database_);
    std::vector<std::int64_t> rows;
    give_rows(rows);
    std::vector<Folded> folded;
    if (fold_now) {
      folded = fold(rows);
    } else if (any_new) {
      write_tail(rows);
    }
    if (last_step_ != written_last_step_) {
      SQLite::Statement update(database_, "UPDATE attempts SET last_step = ?2 WHERE attempt = ?1");
      update.bind(1, attempt_);
      update.bind(2, last_step_);
      update.exec();
    }
    for (const Job& job : jobs) job(database_, attempt_);
    transaction.commit();
    settle(rows, folded);
    tails_ = fold_now ? 0 : tails_ + (any_new ? 1 : 0);
  });
}

/// The row of each column in the table `series`: new for a column with its first points.
void SeriesFile::give_rows(std::vector<std::int64_t>& rows) {
  for (const Column& column : columns_) {
    std::int64_t row = column.row;
    if (row < 0 && !column.steps.empty()) {
      SQLite::Statement insert(database_,
                               "INSERT INTO series(key, type, axis) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
      insert.bind(1, column.info.key);
      insert.bind(2, static_cast<int>(column.info.type));
      insert.bind(3, static_cast<int>(column.info.axis));
      insert.exec();
      SQLite::Statement select(database_, "SELECT id FROM series WHERE key = ?");
      select.bind(1, column.info.key);
      if (select.executeStep()) row = select.getColumn(0).getInt64();
    }
    rows.push_back(row);
  }
}

void SeriesFile::write_tail(const std::vector<std::int64_t>& rows) {
  Bytes tail;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (column.written == column.steps.size()) continue;
    put(tail, static_cast<std::uint32_t>(rows[i]));
    const std::size_t size_at = tail.size();
    put(tail, std::uint32_t{0});
    encode_points(std::span(column.steps).subspan(column.written), std::span(column.bits).subspan(column.written),
                  tail);
    const auto size = static_cast<std::uint32_t>(tail.size() - size_at - sizeof(std::uint32_t));
    std::memcpy(tail.data() + size_at, &size, sizeof size);
  }
  SQLite::Statement insert(database_, "INSERT INTO tails(attempt, data) VALUES (?, ?)");
  insert.bind(1, attempt_);
  insert.bindNoCopy(2, tail.data(), static_cast<int>(tail.size()));
  insert.exec();
}

std::int64_t SeriesFile::write_chunk(std::int64_t series, int attempt, std::span<const std::int64_t> steps,
                                     std::span<const std::uint64_t> bits) {
  Bytes data;
  encode_points(steps, bits, data);
  SQLite::Statement insert(database_,
                           "INSERT INTO chunks(series, attempt, last_step, points, data) VALUES (?, ?, ?, ?, ?)");
  insert.bind(1, series);
  insert.bind(2, attempt);
  insert.bind(3, *std::max_element(steps.begin(), steps.end()));
  insert.bind(4, static_cast<std::int64_t>(steps.size()));
  insert.bindNoCopy(5, data.data(), static_cast<int>(data.size()));
  insert.exec();
  return database_.getLastInsertRowid();
}

/// Every column's points that are not in a full chunk become chunks; the last one stays open, to be written anew when more come.
std::vector<SeriesFile::Folded> SeriesFile::fold(const std::vector<std::int64_t>& rows) {
  std::vector<Folded> result;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (column.folded == column.steps.size()) continue;
    if (column.open_chunk >= 0) {
      SQLite::Statement remove(database_, "DELETE FROM chunks WHERE id = ?");
      remove.bind(1, column.open_chunk);
      remove.exec();
    }
    Folded folded{i, 0, -1};
    for (std::size_t at = 0; at < column.steps.size(); at += chunk_points) {
      const std::size_t count = std::min(chunk_points, column.steps.size() - at);
      const std::int64_t chunk = write_chunk(rows[i], attempt_, std::span(column.steps).subspan(at, count),
                                             std::span(column.bits).subspan(at, count));
      if (count == chunk_points) {
        folded.dropped += count;
      } else {
        folded.open_chunk = chunk;
      }
    }
    result.push_back(folded);
  }
  database_.exec("DELETE FROM tails");
  return result;
}

void SeriesFile::settle(const std::vector<std::int64_t>& rows, const std::vector<Folded>& folded) {
  for (const Folded& done : folded) {
    Column& column = columns_[done.column];
    column.steps.erase(column.steps.begin(), column.steps.begin() + static_cast<std::ptrdiff_t>(done.dropped));
    column.bits.erase(column.bits.begin(), column.bits.begin() + static_cast<std::ptrdiff_t>(done.dropped));
    column.folded = column.steps.size();
    column.open_chunk = done.open_chunk;
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    columns_[i].row = rows[i];
    columns_[i].written = columns_[i].steps.size();
  }
  written_last_step_ = last_step_;
}

}  // namespace lockstep::tracking::store

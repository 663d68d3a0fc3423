// The writing side of runs/<id>/series.db. Each commit appends what is new as one row of tails; when a series has 4096 points that
// are not folded, or there are many tails, all become chunks and the tails go. Used by one thread at a time. Internal to tracking/store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tracking/store/chunk.h"
#include "tracking/store/database.h"
#include "tracking/store/types.h"

namespace lockstep::tracking::store {

/// Rows of tails before everything is folded, so that a slow run's readers don't gather thousands of them.
inline constexpr int most_tails = 256;

/// Written in the transaction of the next commit, with the attempt's number.
using Job = std::function<void(SQLite::Database&, int attempt)>;

class SeriesFile {
 public:
  /// Opens or creates the file and begins its next attempt. Leftover tails of earlier attempts are folded.
  SeriesFile(const std::filesystem::path& run_folder, Journal journal, std::int64_t from_step);

  [[nodiscard]] int attempt() const noexcept { return attempt_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// The series that the file has already.
  [[nodiscard]] const std::vector<SeriesInfo>& known() const noexcept { return known_; }

  /// Makes room for the series of this index; `info` is written with its first point. Indices follow each other from 0.
  void add_series(const SeriesInfo& info);
  [[nodiscard]] std::size_t series_count() const noexcept { return columns_.size(); }
  [[nodiscard]] const SeriesInfo& info(std::size_t index) const { return columns_[index].info; }

  void append(std::size_t index, std::int64_t step, std::uint64_t bits) {
    columns_[index].steps.push_back(step);
    columns_[index].bits.push_back(bits);
  }
  void set_last_step(std::int64_t step) noexcept { last_step_ = step; }

  /// Writes what is new and runs the jobs, all or nothing: after an error everything waits for another commit.
  void commit(const std::vector<Job>& jobs, bool fold_all);
  /// Ends the attempt, in the transaction of the next commit.
  [[nodiscard]] static Job end_attempt(Status status, std::string reason);
  /// Moves the write-ahead log's content into the file, as far as readers allow, without waiting for them.
  void checkpoint_log();

 private:
  struct Column {
    SeriesInfo info;
    std::int64_t row = -1;         ///< id in the table `series`; -1 before the first point
    std::int64_t open_chunk = -1;  ///< row of the last chunk while it is not full
    std::size_t folded = 0;        ///< points of that chunk: the first of `steps`
    std::size_t written = 0;       ///< points in chunks or tails; what follows is new
    std::vector<std::int64_t> steps;
    std::vector<std::uint64_t> bits;
  };
  /// What a column becomes if the transaction succeeds.
  struct Folded {
    std::size_t column;
    std::size_t dropped;  ///< points in full chunks
    std::int64_t open_chunk;
  };

  SeriesFile(const std::filesystem::path& path, OpenedDatabase opened, std::int64_t from_step);
  void begin_attempt(std::int64_t from_step);
  void read_known();
  void fold_leftovers();
  void give_rows(std::vector<std::int64_t>& rows);
  void write_tail(const std::vector<std::int64_t>& rows);
  [[nodiscard]] std::vector<Folded> fold(const std::vector<std::int64_t>& rows);
  [[nodiscard]] std::int64_t write_chunk(std::int64_t series, int attempt, std::span<const std::int64_t> steps,
                                         std::span<const std::uint64_t> bits);
  void settle(const std::vector<std::int64_t>& rows, const std::vector<Folded>& folded);

  std::filesystem::path path_;
  SQLite::Database database_;
  int attempt_ = 0;
  std::int64_t last_step_ = -1;
  std::int64_t written_last_step_ = -1;
  int tails_ = 0;
  std::vector<SeriesInfo> known_;
  std::vector<Column> columns_;
};

}  // namespace lockstep::tracking::store

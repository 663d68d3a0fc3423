// Reading runs/<id>/series.db: chunks and tails of all attempts, put together in one read transaction.
#include "tracking/store/run_reader.h"

#include <algorithm>
#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "tracking/store/chunk.h"
#include "tracking/store/database.h"
#include "tracking/store/schema.h"

namespace lockstep::tracking {
namespace fs = std::filesystem;
using store::guarded;

namespace {

std::span<const std::byte> blob(const SQLite::Column& column) {
  return {static_cast<const std::byte*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

std::optional<std::int64_t> optional_integer(const SQLite::Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getInt64());
}

/// The last step that each attempt shows: the smallest `from_step` of the later attempts that have recorded a step.
std::map<int, std::int64_t> visible_until(const std::vector<Attempt>& attempts) {
  std::map<int, std::int64_t> limits;
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt) {
    limits[attempt->number] = limit;
    if (attempt->last_step) limit = std::min(limit, attempt->from_step);
  }
  return limits;
}

struct Range {
  std::int64_t first;
  std::int64_t last;
};

/// Appends the points of one stored piece that lie in the range.
void add_piece(std::span<const std::byte> data, Range range, Series& series) {
  const std::size_t before = series.steps.size();
  store::decode_points(data, series.steps, series.bits);
  const auto outside = [&](std::int64_t step) { return step < range.first || step > range.last; };
  if (std::none_of(series.steps.begin() + static_cast<std::ptrdiff_t>(before), series.steps.end(), outside)) return;
  std::size_t kept = before;
  for (std::size_t i = before; i < series.steps.size(); ++i) {
    if (outside(series.steps[i])) continue;
    series.steps[kept] = series.steps[i];
    series.bits[kept++] = series.bits[i];
  }
  series.steps.resize(kept);
  series.bits.resize(kept);
}

/// By step; points of one step stay in the order of their recording.
void sort_points(Series& series) {
  if (std::is_sorted(series.steps.begin(), series.steps.end())) return;
  std::vector<std::size_t> order(series.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return series.steps[a] < series.steps[b]; });
  Series sorted = series;
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted.steps[i] = series.steps[order[i]];
    sorted.bits[i] = series.bits[order[i]];
  }
  series = std::move(sorted);
}

}  // namespace

struct RunReader::Impl {
  fs::path folder;
  fs::path path;
  std::optional<SQLite::Database> database;
  std::int64_t data_version = -1;

  /// False while the run has no series yet.
  bool open() {
    if (database) return true;
    if (!fs::exists(path)) return false;
    SQLite::Database opened = store::open_database(path, false, store::Journal::rollback).database;
    store::migrate(opened, path, store::series_schema());
    database.emplace(std::move(opened));
    return true;
  }

  std::vector<Attempt> attempts() {
    SQLite::Statement select(*database,
                             "SELECT attempt, from_step, last_step, started, ended, host, pid, status, reason FROM "
                             "attempts ORDER BY attempt");
    std::vector<Attempt> found;
    while (select.executeStep()) {
      Attempt& attempt = found.emplace_back();
      attempt.number = select.getColumn(0).getInt();
      attempt.from_step = select.getColumn(1).getInt64();
      attempt.last_step = optional_integer(select.getColumn(2));
      attempt.started = select.getColumn(3).getInt64();
      attempt.ended = optional_integer(select.getColumn(4));
      attempt.host = select.getColumn(5).getString();
      attempt.pid = select.getColumn(6).getInt64();
      if (!select.getColumn(7).isNull()) attempt.status = status_from_name(select.getColumn(7).getString());
      attempt.reason = select.getColumn(8).getString();
    }
    return found;
  }

  /// Rows of the wanted keys in the table `series`, with their place in `found`.
  std::map<std::int64_t, std::size_t> look_up(std::vector<Series>& found) {
    std::map<std::int64_t, std::size_t> rows;
    for (std::size_t i = 0; i < found.size(); ++i) {
      SQLite::Statement select(*database, "SELECT id, type, axis FROM series WHERE key = ?");
      select.bind(1, found[i].key);
      if (!select.executeStep()) continue;
      rows[select.getColumn(0).getInt64()] = i;
      found[i].type = static_cast<SeriesType>(select.getColumn(1).getInt());
      found[i].axis = static_cast<SeriesAxis>(select.getColumn(2).getInt());
    }
    return rows;
  }

  /// `limits`: the last step shown of each attempt; an attempt that isn't there shows nothing.
  void read_points(std::vector<Series>& found, std::int64_t from_step, const std::map<int, std::int64_t>& limits) {
    const auto range_of = [&](const Series& series, int attempt) {
      const auto limit = limits.find(attempt);
      if (limit == limits.end()) return Range{1, 0};
      return Range{from_step,
                   series.axis == SeriesAxis::time ? std::numeric_limits<std::int64_t>::max() : limit->second};
    };
    const auto rows = look_up(found);
    for (const auto& [row, place] : rows) {
      SQLite::Statement chunks(
          *database, "SELECT attempt, data FROM chunks WHERE series = ? AND last_step >= ? ORDER BY attempt, id");
      chunks.bind(1, row);
      chunks.bind(2, from_step);
      while (chunks.executeStep())
        add_piece(blob(chunks.getColumn(1)), range_of(found[place], chunks.getColumn(0).getInt()), found[place]);
    }
    SQLite::Statement tails(*database, "SELECT attempt, data FROM tails ORDER BY id");
    while (tails.executeStep()) {
      const SQLite::Column data = tails.getColumn(1);
      for (store::ByteReader in(blob(data)); !in.empty();) {
        const auto row = in.get<std::uint32_t>();
        const auto piece = in.take(in.get<std::uint32_t>());
        if (const auto wanted = rows.find(row); wanted != rows.end()) {
          add_piece(piece, range_of(found[wanted->second], tails.getColumn(0).getInt()), found[wanted->second]);
        }
      }
    }
    for (Series& series : found) sort_points(series);
  }
};

RunReader::RunReader(const fs::path& run_folder) : impl_(std::make_unique<Impl>()) {
  impl_->folder = run_folder;
  impl_->path = run_folder / "series.db";
}
RunReader::~RunReader() = default;
RunReader::RunReader(RunReader&&) noexcept = default;
RunReader& RunReader::operator=(RunReader&&) noexcept = default;
const fs::path& RunReader::folder() const noexcept { return impl_->folder; }
fs::path RunReader::log_file() const { return impl_->folder / "log.txt"; }

std::vector<Attempt> RunReader::attempts() {
  return guarded(impl_->path, [&] { return impl_->open() ? impl_->attempts() : std::vector<Attempt>{}; });
}

std::vector<SeriesInfo> RunReader::series_list() {
  return guarded(impl_->path, [&] {
    std::vector<SeriesInfo> found;
    if (!impl_->open()) return found;
    SQLite::Statement select(*impl_->database, "SELECT key, type, axis FROM series ORDER BY key");
    while (select.executeStep()) {
      found.push_back({select.getColumn(0).getString(), static_cast<SeriesType>(select.getColumn(1).getInt()),
                       static_cast<SeriesAxis>(select.getColumn(2).getInt())});
    }
    return found;
  });
}

std::vector<Series> RunReader::series(std::span<const std::string> keys, std::int64_t from_step) {
  return guarded(impl_->path, [&] {
    std::vector<Series> found(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) found[i].key = keys[i];
    if (!impl_->open()) return found;
    SQLite::Transaction snapshot(*impl_->database);
    impl_->read_points(found, from_step, visible_until(impl_->attempts()));
    return found;
  });
}

Series RunReader::series(std::string_view key, std::int64_t from_step) {
  const std::string keys[] = {std::string(key)};
  return std::move(series(keys, from_step).front());
}

Series RunReader::series_of_attempt(std::string_view key, int attempt) {
  return guarded(impl_->path, [&] {
    std::vector<Series> found(1);
    found.front().key = key;
    if (impl_->open()) {
      SQLite::Transaction snapshot(*impl_->database);
      impl_->read_points(found, std::numeric_limits<std::int64_t>::min(),
                         {{attempt, std::numeric_limits<std::int64_t>::max()}});
    }
    return std::move(found.front());
  });
}

std::vector<Event> RunReader::events(std::size_t after) {
  return guarded(impl_->path, [&] {
    std::vector<Event> found;
    if (!impl_->open()) return found;
    SQLite::Statement select(
        *impl_->database,
        "SELECT attempt, time, step, severity, code, text, arguments FROM events ORDER BY id LIMIT -1 OFFSET ?");
    select.bind(1, static_cast<std::int64_t>(after));
    while (select.executeStep()) {
      Event& event = found.emplace_back();
      event.attempt = select.getColumn(0).getInt();
      event.time = select.getColumn(1).getInt64();
      event.step = select.getColumn(2).getInt64();
      event.severity = static_cast<Severity>(std::clamp(select.getColumn(3).getInt(), 0, 2));
      event.message.code = select.getColumn(4).getString();
      event.message.text = select.getColumn(5).getString();
      const auto arguments = nlohmann::json::parse(select.getColumn(6).getString(), nullptr, false);
      if (!arguments.is_array()) continue;
      for (const auto& entry : arguments) {
        if (entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_string()) {
          event.message.arguments.emplace_back(entry[0].get<std::string>(), entry[1].get<std::string>());
        }
      }
    }
    return found;
  });
}

std::vector<Evaluation> RunReader::evaluations() {
  return guarded(impl_->path, [&] {
    std::vector<Evaluation> found;
    if (!impl_->open()) return found;
    SQLite::Transaction snapshot(*impl_->database);
    SQLite::Statement select(*impl_->database,
                             "SELECT id, attempt, time, step, part, weights FROM evaluations ORDER BY id");
    while (select.executeStep()) {
      Evaluation& evaluation = found.emplace_back();
      evaluation.attempt = select.getColumn(1).getInt();
      evaluation.time = select.getColumn(2).getInt64();
      evaluation.step = select.getColumn(3).getInt64();
      evaluation.part = select.getColumn(4).getString();
      evaluation.weights = select.getColumn(5).getString();
      SQLite::Statement metrics(*impl_->database,
                                "SELECT key, bits FROM evaluation_metrics WHERE evaluation = ? ORDER BY place");
      metrics.bind(1, select.getColumn(0).getInt64());
      while (metrics.executeStep()) {
        evaluation.metrics.push_back(
            {metrics.getColumn(0).getString(), std::bit_cast<double>(metrics.getColumn(1).getInt64())});
      }
    }
    return found;
  });
}

std::vector<Checkpoint> RunReader::checkpoints() {
  return guarded(impl_->path, [&] {
    std::vector<Checkpoint> found;
    if (!impl_->open()) return found;
    SQLite::Statement select(*impl_->database, "SELECT step, kind, path, bytes, time FROM checkpoints ORDER BY kind");
    while (select.executeStep()) {
      found.push_back({select.getColumn(0).getInt64(), select.getColumn(1).getString(), select.getColumn(2).getString(),
                       select.getColumn(3).getInt64(), select.getColumn(4).getInt64()});
    }
    return found;
  });
}

std::optional<Checkpoint> RunReader::checkpoint(std::string_view kind) {
  for (Checkpoint& checkpoint : checkpoints()) {
    if (checkpoint.kind == kind) return std::move(checkpoint);
  }
  return std::nullopt;
}

bool RunReader::changed() {
  return guarded(impl_->path, [&] {
    if (!impl_->open()) return false;
    const std::int64_t version = impl_->database->execAndGet("PRAGMA data_version").getInt64();
    return std::exchange(impl_->data_version, version) != version;
  });
}

}  // namespace lockstep::tracking

// The words of the run store: what a run is, what is recorded about it, and what can be asked of it. Times are UTC milliseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"

namespace lockstep::tracking {

enum class Status { queued, preparing, running, paused, finished, stopped, interrupted, failed };

/// The word that the command line and the database use, e.g. "running".
[[nodiscard]] std::string_view status_name(Status status);
/// Throws engine::FileError for a word that is none.
[[nodiscard]] Status status_from_name(std::string_view name);
/// A process should be holding the run's lease: preparing, running, paused.
[[nodiscard]] bool is_live(Status status) noexcept;
/// The run is over: finished, stopped, interrupted, failed.
[[nodiscard]] bool is_terminal(Status status) noexcept;

/// What another process may ask of a run.
enum class Command { stop, pause, resume };
[[nodiscard]] std::string_view command_name(Command command);

[[nodiscard]] std::int64_t now_ms();

/// What is known when a run is created. The rest follows with RunWriter::update while it is preparing.
struct RunDraft {
  std::string name = {};
  std::vector<std::string> tags = {};
  std::string notes = {};
  std::string parent = {};    ///< id of the run that this one comes from; empty: none
  std::string relation = {};  ///< "reproduces", "seed_of", "init_from", "sweep", …; empty without a parent
  std::optional<std::int64_t> steps = {};  ///< planned
  std::optional<std::string> device = {};
  std::optional<std::uint64_t> seed = {};
};

/// Catalogue fields that become known while a run is preparing; absent ones stay as they are.
struct RunFields {
  std::optional<std::int64_t> steps = {};
  std::optional<std::string> device = {};
  std::optional<std::uint64_t> seed = {};
  std::optional<std::string> commit = {};
  std::optional<bool> dirty = {};
  std::optional<std::string> config_hash = {};
  std::optional<std::string> data_fingerprint = {};
};

/// Name, tags and notes: all that may be edited afterwards. Absent ones stay as they are.
struct RunEdit {
  std::optional<std::string> name = {};
  std::optional<std::vector<std::string>> tags = {};
  std::optional<std::string> notes = {};
};

/// The last value of a metric and its extremes; a NaN is never an extreme. Values keep every bit.
struct MetricSummary {
  std::string key = {};
  double last = 0;
  double minimum = 0;  ///< NaN while every value was NaN
  double maximum = 0;
  std::int64_t last_step = 0;
  std::int64_t minimum_step = 0;  ///< the earliest step of the minimum
  std::int64_t maximum_step = 0;
};

/// One run as the list shows it.
struct RunSummary {
  std::string id = {};
  std::string name = {};
  std::string notes = {};
  std::vector<std::string> tags = {};  ///< in the order given
  Status status = Status::queued;  ///< as found now: interrupted when the row says live and no process holds the lease
  std::string reason = {};         ///< why it failed or stopped; empty otherwise
  std::int64_t step = 0;
  std::optional<std::int64_t> steps = {};
  std::int64_t created = 0;
  std::optional<std::int64_t> started = {};
  std::optional<std::int64_t> ended = {};  ///< of an interrupted run: its last sign of life
  std::optional<std::string> device = {};
  std::optional<std::uint64_t> seed = {};
  std::optional<std::string> commit = {};
  std::optional<bool> dirty = {};
  std::optional<std::string> config_hash = {};
  std::optional<std::string> data_fingerprint = {};
  std::string parent = {};
  std::string relation = {};
  std::optional<std::string> verdict = {};  ///< of a reproduction that is over: "identical", "within_tolerance", "diverged"
  std::optional<std::int64_t> trashed = {};
  std::vector<MetricSummary> metrics = {};  ///< by key

  [[nodiscard]] const MetricSummary* metric(std::string_view key) const noexcept;
};

enum class SeriesType : std::uint8_t { real = 0, bits = 1 };  ///< f64, or u64 such as a hash
enum class SeriesAxis : std::uint8_t {
  step = 0,
  time = 1
};  ///< what a point's position counts: steps, or UTC milliseconds

/// A series of this run, from RunWriter::series.
enum class SeriesId : std::uint32_t {};

struct Sample {
  SeriesId series;
  double value;
};

/// What is recorded at a training step. All of `values` must be series of type real.
struct StepRecord {
  std::int64_t step = 0;
  std::int64_t epoch = 0;
  std::span<const Sample> values = {};
  std::optional<std::uint64_t> batch_hash = {};  ///< series "batch_hash"
  std::optional<std::uint64_t> parameters = {};  ///< checksum after the step: series "parameters"
};

/// A column of points. Of type real the bits are those of an f64.
struct Series {
  std::string key = {};
  SeriesType type = SeriesType::real;
  SeriesAxis axis = SeriesAxis::step;
  std::vector<std::int64_t> steps = {};
  std::vector<std::uint64_t> bits = {};

  [[nodiscard]] std::size_t size() const noexcept { return steps.size(); }
  [[nodiscard]] double value(std::size_t index) const noexcept;
};

struct SeriesInfo {
  std::string key = {};
  SeriesType type = SeriesType::real;
  SeriesAxis axis = SeriesAxis::step;
};

enum class Severity : std::uint8_t { info = 0, warning = 1, error = 2 };

struct Event {
  std::int64_t time = 0;
  std::int64_t step = 0;
  Severity severity = Severity::info;
  engine::Message message = {};
  int attempt = 0;  ///< set by the store
};

struct LogLine {
  std::int64_t time = 0;
  Severity severity = Severity::info;
  std::string text = {};
};

struct Metric {
  std::string key = {};
  double value = 0;
};

struct Evaluation {
  std::int64_t time = 0;
  std::int64_t step = 0;
  std::string part = {};     ///< "validation", "test"
  std::string weights = {};  ///< "current", "best", "last"
  std::vector<Metric> metrics = {};
  int attempt = 0;  ///< set by the store
};

/// One process' work on a run. Attempt 1 starts from step 0.
struct Attempt {
  int number = 0;
  std::int64_t from_step = 0;
  std::optional<std::int64_t> last_step = {};  ///< absent: no step was recorded
  std::int64_t started = 0;
  std::optional<std::int64_t> ended = {};
  std::string host = {};
  std::int64_t pid = 0;
  std::optional<Status> status = {};  ///< how it ended
  std::string reason = {};
};

struct Checkpoint {
  std::int64_t step = 0;
  std::string kind = {};  ///< "last", "best"
  std::string path = {};  ///< relative to the run's folder, UTF-8
  std::int64_t bytes = 0;
  std::int64_t time = 0;
};

}  // namespace lockstep::tracking

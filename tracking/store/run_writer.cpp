// The callers' side of a RunWriter.
#include "tracking/store/run_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <utility>

#include "tracking/store/run_writer_impl.h"

namespace lockstep::tracking {
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// The series that every run has, in this order.
enum : std::uint32_t { series_epoch, series_time, series_batch_hash, series_parameters };
constexpr const char* built_in_series[] = {"epoch", "time", "batch_hash", "parameters"};

/// Room on the disk that finish() gives back, so that the failure of a run on a full disk can be written down.
constexpr off_t reserve_bytes = 256 * 1024;

void make_reserve(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return;
  const int result = ::posix_fallocate(descriptor, 0, reserve_bytes);
  ::close(descriptor);
  if (result != 0) ::unlink(path.c_str());
}

std::string message_arguments(const engine::Message& message) {
  nlohmann::json arguments = nlohmann::json::array();
  for (const auto& [name, value] : message.arguments) arguments.push_back({name, value});
  return arguments.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

RunWriter::Impl::Impl(WriterStart start)
    : id_(std::move(start.id)),
      folder_(start.project / "runs" / id_),
      lease_(std::move(start.lease)),
      catalogue_(start.project, false, start.journal),
      ring_(start.ring_words),
      file_(folder_, start.journal, start.from_step),
      log_file_(folder_ / "log.txt"),
      earlier_(std::move(start.metrics)),
      step_(start.from_step),
      next_heartbeat_(std::chrono::steady_clock::now()) {
  make_reserve(folder_ / "reserve");
  for (const char* key : built_in_series) static_cast<void>(series_locked(key, SeriesType::bits, SeriesAxis::step));
  for (const SeriesInfo& known : file_.known()) static_cast<void>(series_locked(known.key, known.type, known.axis));
  thread_ = std::thread([this] { run(); });
}

RunWriter::Impl::~Impl() { stop_thread(); }

void RunWriter::Impl::check_open() const {
  if (over_.load()) throw_over();
}

void RunWriter::Impl::throw_over() const {
  throw engine::ValueError({"store.run_is_over", "run {run} is over: nothing more can be recorded", {{"run", id_}}});
}

void RunWriter::Impl::throw_if_failed() {
  if (!failed_.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
}

SeriesId RunWriter::Impl::series(std::string_view key) {
  const std::lock_guard lock(mutex_);
  return series_locked(key, SeriesType::real, SeriesAxis::step);
}

SeriesId RunWriter::Impl::series_locked(std::string_view key, SeriesType type, SeriesAxis axis) {
  if (key.empty() || key.size() > 1000) {
    throw engine::ValueError({"store.series_key",
                              "\"{key}\" can't be the key of a series: it needs 1 to 1000 bytes",
                              {{"key", std::string(key)}}});
  }
  if (const auto found = index_.find(key); found != index_.end()) {
    const SeriesInfo& info = infos_[found->second];
    if (info.type != type || info.axis != axis) {
      throw engine::ValueError({"store.series_type",
                                "the series \"{key}\" holds something else already; choose another key",
                                {{"key", info.key}}});
    }
    return SeriesId{static_cast<std::uint32_t>(found->second)};
  }
  const std::size_t index = infos_.size();
  infos_.push_back({std::string(key), type, axis});
  index_.emplace(key, index);
  series_count_.store(static_cast<std::uint32_t>(infos_.size()), std::memory_order_release);
  return SeriesId{static_cast<std::uint32_t>(index)};
}

void RunWriter::Impl::wait_for_room(std::size_t words) {
  if (words > ring_.capacity()) {
    throw engine::ValueError(
        {"store.step_too_large", "{count} words are too many for one step", {{"count", std::to_string(words)}}});
  }
  while (!ring_.fits(words)) {
    std::unique_lock lock(mutex_);
    if (error_) std::rethrow_exception(error_);
    if (stop_) throw_over();
    wanted_ = true;
    wake_.notify_one();
    done_.wait_for(lock, 100ms, [&] { return error_ || ring_.fits(words); });
  }
}

void RunWriter::Impl::record_step(const StepRecord& record) {
  if (over_.load(std::memory_order_relaxed)) check_open();
  if (failed_.load(std::memory_order_relaxed)) throw_if_failed();
  const std::uint32_t known = series_count_.load(std::memory_order_acquire);
  for (const Sample& sample : record.values) {
    if (static_cast<std::uint32_t>(sample.series) < known &&
        static_cast<std::uint32_t>(sample.series) > series_parameters)
      continue;
    throw engine::ValueError({"store.unknown_series",
                              "series {index} was not opened by this writer",
                              {{"index", std::to_string(static_cast<std::uint32_t>(sample.series))}}});
  }
  const std::size_t built_in = 2u + (record.batch_hash ? 1u : 0u) + (record.parameters ? 1u : 0u);
  const std::size_t words = 2 + 2 * (record.values.size() + built_in);
  if (!ring_.fits(words)) wait_for_room(words);
  const auto put = [&](std::uint32_t series, std::uint64_t bits) {
    ring_.put(series);
    ring_.put(bits);
  };
  ring_.put(static_cast<std::uint64_t>(record.step));
  ring_.put(record.values.size() + built_in);
  put(series_epoch, static_cast<std::uint64_t>(record.epoch));
  put(series_time, static_cast<std::uint64_t>(now_ms()));
  if (record.batch_hash) put(series_batch_hash, *record.batch_hash);
  if (record.parameters) put(series_parameters, *record.parameters);
  for (const Sample& sample : record.values)
    put(static_cast<std::uint32_t>(sample.series), std::bit_cast<std::uint64_t>(sample.value));
  ring_.publish();
  if (ring_.half_full() && !wake_sent_.exchange(true)) {
    const std::lock_guard lock(mutex_);
    wanted_ = true;
    wake_.notify_one();
  }
}

void RunWriter::Impl::record_points(SeriesAxis axis, std::int64_t at, std::span<const Metric> metrics) {
  check_open();
  throw_if_failed();
  const std::lock_guard lock(mutex_);
  for (const Metric& metric : metrics) {
    const auto index = static_cast<std::size_t>(series_locked(metric.key, SeriesType::real, axis));
    points_.push_back({index, at, std::bit_cast<std::uint64_t>(metric.value)});
  }
}

void RunWriter::Impl::add_job(store::Job job) {
  check_open();
  throw_if_failed();
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
}

void RunWriter::Impl::add_log(const LogLine& line) {
  check_open();
  throw_if_failed();
  const std::lock_guard lock(mutex_);
  log_ += store::log_text(line);
}

void RunWriter::Impl::flush() {
  check_open();
  std::unique_lock lock(mutex_);
  const std::uint64_t mine = ++requested_;
  wake_.notify_one();
  done_.wait(lock, [&] { return completed_ >= mine || stop_; });  // finish() commits what a late caller leaves
  if (error_) std::rethrow_exception(error_);
}

void RunWriter::Impl::finish(Status status, std::string_view reason) {
  check_open();
  if (!is_terminal(status)) {
    throw engine::ValueError(
        {"store.not_terminal", "a run can't finish as \"{status}\"", {{"status", std::string(status_name(status))}}});
  }
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(store::SeriesFile::end_attempt(status, std::string(reason)));
  }
  stop_thread();
  over_ = true;
  std::error_code ignored;
  fs::remove(folder_ / "reserve", ignored);
  if (error_) {
    finish_after_error(status, std::string(reason));
    return;
  }
  write_status(status, reason);
  lease_.release();
}

/// The disk is full, or worse. The status comes first, into the room that the reserve has just given back; then what can be saved.
void RunWriter::Impl::finish_after_error(Status status, std::string reason) {
  const std::exception_ptr error = std::exchange(error_, nullptr);
  if (status != Status::failed) {
    try {
      std::rethrow_exception(error);
    } catch (const std::exception& e) { reason = e.what(); }
  }
  write_status(Status::failed, reason);
  try {
    jobs_.push_back(store::SeriesFile::end_attempt(Status::failed, reason));
    tick(true);
  } catch (const engine::Error&) {
    // Said already: it is why the run failed.
  }
  lease_.release();
  if (status != Status::failed) std::rethrow_exception(error);
}

void RunWriter::Impl::write_status(Status status, std::string_view reason) {
  const std::lock_guard lock(catalogue_mutex_);
  catalogue_.set_status(id_, status, reason);
}

std::optional<Command> RunWriter::Impl::poll_command() noexcept {
  if (command_.load(std::memory_order_relaxed) < 0) return std::nullopt;
  const int command = command_.exchange(-1);
  return command < 0 ? std::nullopt : std::optional(static_cast<Command>(command));
}

RunWriter::RunWriter(WriterStart start) : impl_(std::make_unique<Impl>(std::move(start))) {}
RunWriter::~RunWriter() = default;
const std::string& RunWriter::id() const noexcept { return impl_->id_; }
int RunWriter::attempt() const noexcept { return impl_->attempt(); }
const fs::path& RunWriter::folder() const noexcept { return impl_->folder_; }
fs::path RunWriter::checkpoint_folder() const { return impl_->folder_ / "checkpoints"; }

void RunWriter::update(const RunFields& fields) {
  impl_->with_catalogue([&](store::Catalogue& catalogue) { catalogue.update(id(), fields); });
}
void RunWriter::put_document(std::string_view name, std::string_view text) {
  impl_->with_catalogue([&](store::Catalogue& catalogue) { catalogue.put_document(id(), name, text); });
}
SeriesId RunWriter::series(std::string_view key) { return impl_->series(key); }
void RunWriter::record_step(const StepRecord& record) { impl_->record_step(record); }
void RunWriter::record_system(std::int64_t time, std::span<const Metric> metrics) {
  impl_->record_points(SeriesAxis::time, time, metrics);
}
void RunWriter::log(LogLine line) { impl_->add_log(line); }
void RunWriter::flush() { impl_->flush(); }
void RunWriter::finish(Status status, std::string_view reason) { impl_->finish(status, reason); }
std::optional<Command> RunWriter::poll_command() noexcept { return impl_->poll_command(); }

void RunWriter::record_evaluation(Evaluation evaluation) {
  impl_->record_points(SeriesAxis::step, evaluation.step, evaluation.metrics);
  impl_->add_job([evaluation = std::move(evaluation)](SQLite::Database& database, int attempt) {
    SQLite::Statement insert(database,
                             "INSERT INTO evaluations(attempt, time, step, part, weights) VALUES (?, ?, ?, ?, ?)");
    insert.bind(1, attempt);
    insert.bind(2, evaluation.time);
    insert.bind(3, evaluation.step);
    insert.bind(4, evaluation.part);
    insert.bind(5, evaluation.weights);
    insert.exec();
    const std::int64_t row = database.getLastInsertRowid();
    for (std::size_t i = 0; i < evaluation.metrics.size(); ++i) {
      SQLite::Statement metric(database,
                               "INSERT INTO evaluation_metrics(evaluation, place, key, bits) VALUES (?, ?, ?, ?)");
      metric.bind(1, row);
      metric.bind(2, static_cast<std::int64_t>(i));
      metric.bind(3, evaluation.metrics[i].key);
      metric.bind(4, std::bit_cast<std::int64_t>(evaluation.metrics[i].value));
      metric.exec();
    }
  });
}

void RunWriter::record_event(Event event) {
  impl_->add_job([event = std::move(event)](SQLite::Database& database, int attempt) {
    SQLite::Statement insert(
        database,
        "INSERT INTO events(attempt, time, step, severity, code, text, arguments) VALUES (?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, attempt);
    insert.bind(2, event.time);
    insert.bind(3, event.step);
    insert.bind(4, static_cast<int>(event.severity));
    insert.bind(5, event.message.code);
    insert.bind(6, event.message.text);
    insert.bind(7, message_arguments(event.message));
    insert.exec();
  });
}

void RunWriter::record_checkpoint(Checkpoint checkpoint) {
  impl_->add_job([checkpoint = std::move(checkpoint)](SQLite::Database& database, int) {
    SQLite::Statement put(database,
                          "INSERT OR REPLACE INTO checkpoints(kind, step, path, bytes, time) VALUES (?, ?, ?, ?, ?)");
    put.bind(1, checkpoint.kind);
    put.bind(2, checkpoint.step);
    put.bind(3, checkpoint.path);
    put.bind(4, checkpoint.bytes);
    put.bind(5, checkpoint.time);
    put.exec();
  });
}

void RunWriter::set_status(Status status) {
  if (!is_live(status)) {
    throw engine::ValueError({"store.not_live",
                              "\"{status}\" is not a status of a run at work; use finish",
                              {{"status", std::string(status_name(status))}}});
  }
  impl_->flush();
  impl_->with_catalogue([&](store::Catalogue& catalogue) { catalogue.set_status(id(), status, {}); });
}

}  // namespace lockstep::tracking

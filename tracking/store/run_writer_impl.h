// The inside of a RunWriter: what its callers leave (run_writer.cpp) and what its thread does with it (run_writer_thread.cpp).
// Internal to tracking/store.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tracking/store/catalogue.h"
#include "tracking/store/lease.h"
#include "tracking/store/log_file.h"
#include "tracking/store/run_writer.h"
#include "tracking/store/series_file.h"
#include "tracking/store/step_ring.h"

namespace lockstep::tracking {

/// What Project hands to a writer: the lease is held and the row says `preparing`.
struct WriterStart {
  std::filesystem::path project;
  std::string id;
  store::Lease lease;
  store::Journal journal;
  std::int64_t from_step;
  std::vector<MetricSummary> metrics;  ///< up to from_step
  std::size_t ring_words = std::size_t{1} << 20;
};

class RunWriter::Impl {
 public:
  explicit Impl(WriterStart start);
  ~Impl();

  // Callers' side.
  [[nodiscard]] SeriesId series(std::string_view key);
  void record_step(const StepRecord& record);
  void record_points(SeriesAxis axis, std::int64_t at, std::span<const Metric> metrics);
  void add_job(store::Job job);
  void add_log(const LogLine& line);
  void flush();
  void finish(Status status, std::string_view reason);
  [[nodiscard]] std::optional<Command> poll_command() noexcept;
  /// Runs `body(catalogue)` alone.
  template <class Body>
  void with_catalogue(Body&& body) {
    check_open();
    const std::lock_guard lock(catalogue_mutex_);
    body(catalogue_);
  }

  std::string id_;
  std::filesystem::path folder_;
  int attempt() const noexcept { return file_.attempt(); }

 private:
  /// A series' summary, where it has one: real values over steps.
  struct Tracked {
    MetricSummary summary;
    bool is_metric = false;
    bool has_points = false;
  };
  struct Point {
    std::size_t series;
    std::int64_t step;
    std::uint64_t bits;
  };

  void check_open() const;
  [[noreturn]] void throw_over() const;
  void throw_if_failed();
  void finish_after_error(Status status, std::string reason);
  void write_status(Status status, std::string_view reason);
  void wait_for_room(std::size_t words);
  [[nodiscard]] SeriesId series_locked(std::string_view key, SeriesType type, SeriesAxis axis);

  // The thread's side.
  void run();
  void tick(bool last);
  void take_from_callers();
  void drain_ring(std::size_t words);
  void add_value(std::size_t series, std::int64_t step, std::uint64_t bits);
  void write_progress();
  void look_for_commands();
  [[nodiscard]] Tracked start_tracking(const SeriesInfo& info) const;
  void fail(std::exception_ptr error);
  void stop_thread();

  store::Lease lease_;
  std::mutex catalogue_mutex_;
  store::Catalogue catalogue_;
  store::StepRing ring_;
  std::atomic<bool> failed_ = false;
  std::atomic<bool> over_ = false;
  std::atomic<std::uint32_t> series_count_ = 0;
  std::atomic<int> command_ = -1;
  std::atomic<bool> wake_sent_ = false;

  // Left by callers, under mutex_.
  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  std::vector<SeriesInfo> infos_;
  std::map<std::string, std::size_t, std::less<>> index_;
  std::vector<store::Job> jobs_;
  std::vector<Point> points_;
  std::string log_;
  std::uint64_t requested_ = 0;
  std::uint64_t completed_ = 0;
  bool wanted_ = false;
  bool stop_ = false;
  std::exception_ptr error_;

  // The thread's own.
  store::SeriesFile file_;
  store::LogFile log_file_;
  std::vector<store::Job> taken_jobs_;
  std::vector<Tracked> tracked_;        // by index of the series
  std::vector<MetricSummary> earlier_;  // of the attempts before
  std::int64_t step_;
  bool progress_changed_ = false;
  std::chrono::steady_clock::time_point next_heartbeat_;
  std::thread thread_;
};

}  // namespace lockstep::tracking

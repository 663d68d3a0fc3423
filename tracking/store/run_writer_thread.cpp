// The writer's thread: every 250 ms it takes what the callers left, commits it, and looks for commands.
#include <algorithm>
#include <bit>
#include <utility>

#include "tracking/store/metric_table.h"
#include "tracking/store/run_writer_impl.h"

namespace lockstep::tracking {
using namespace std::chrono_literals;

namespace {

constexpr auto commit_interval = 250ms;
constexpr auto heartbeat_interval = 1s;

}  // namespace

void RunWriter::Impl::run() {
  auto next_commit = std::chrono::steady_clock::now() + commit_interval;
  for (;;) {
    std::uint64_t request = 0;
    bool last = false;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_until(lock, next_commit, [&] { return stop_ || wanted_ || requested_ > completed_; });
      wanted_ = false;
      request = requested_;
      last = stop_;
    }
    next_commit = std::chrono::steady_clock::now() + commit_interval;
    if (!failed_) {
      try {
        tick(last);
      } catch (...) { fail(std::current_exception()); }
    }
    const std::lock_guard lock(mutex_);
    completed_ = request;
    done_.notify_all();
    if (last) return;
  }
}

void RunWriter::Impl::fail(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  error_ = std::move(error);
  failed_.store(true, std::memory_order_release);
}

void RunWriter::Impl::stop_thread() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    wake_.notify_one();
    done_.notify_all();
  }
  thread_.join();
}

void RunWriter::Impl::tick(bool last) {
  wake_sent_ = false;
  // Looked at before the new series are taken, so that every series in those words is known.
  const std::size_t words = ring_.available();
  take_from_callers();
  drain_ring(words);
  log_file_.write();
  file_.commit(taken_jobs_, last);
  taken_jobs_.clear();
  if (progress_changed_) write_progress();
  const auto now = std::chrono::steady_clock::now();
  if (now >= next_heartbeat_) {
    lease_.heartbeat();
    next_heartbeat_ = now + heartbeat_interval;
  }
  look_for_commands();
  if (last) file_.checkpoint_log();
}

void RunWriter::Impl::take_from_callers() {
  std::vector<Point> points;
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = file_.series_count(); i < infos_.size(); ++i) {
      file_.add_series(infos_[i]);
      tracked_.push_back(start_tracking(infos_[i]));
    }
    std::move(jobs_.begin(), jobs_.end(), std::back_inserter(taken_jobs_));
    jobs_.clear();
    points.swap(points_);
    log_file_.add(std::exchange(log_, {}));
  }
  for (const Point& point : points) add_value(point.series, point.step, point.bits);
}

RunWriter::Impl::Tracked RunWriter::Impl::start_tracking(const SeriesInfo& info) const {
  Tracked tracked;
  tracked.is_metric = info.type == SeriesType::real && info.axis == SeriesAxis::step;
  if (!tracked.is_metric) return tracked;
  const auto before =
      std::find_if(earlier_.begin(), earlier_.end(), [&](const auto& metric) { return metric.key == info.key; });
  tracked.has_points = before != earlier_.end();
  tracked.summary = tracked.has_points ? *before : store::empty_summary(info.key);
  return tracked;
}

void RunWriter::Impl::drain_ring(std::size_t words) {
  for (std::size_t at = 0; at < words;) {
    const auto step = static_cast<std::int64_t>(ring_.at(at));
    const std::size_t count = ring_.at(at + 1);
    at += 2;
    for (std::size_t i = 0; i < count; ++i, at += 2) add_value(ring_.at(at), step, ring_.at(at + 1));
    step_ = step;
    file_.set_last_step(step);
  }
  if (words == 0) return;
  progress_changed_ = true;
  ring_.consume(words);
  const std::lock_guard lock(mutex_);
  done_.notify_all();
}

void RunWriter::Impl::add_value(std::size_t series, std::int64_t step, std::uint64_t bits) {
  file_.append(series, step, bits);
  Tracked& tracked = tracked_[series];
  if (!tracked.is_metric) return;
  store::add_point(tracked.summary, step, std::bit_cast<double>(bits));
  tracked.has_points = true;
  progress_changed_ = true;
}

void RunWriter::Impl::write_progress() {
  std::vector<MetricSummary> metrics;
  for (const Tracked& tracked : tracked_) {
    if (tracked.has_points) metrics.push_back(tracked.summary);
  }
  const std::lock_guard lock(catalogue_mutex_);
  catalogue_.set_progress(id_, step_, store::encode_metrics(std::move(metrics)));
  progress_changed_ = false;
}

void RunWriter::Impl::look_for_commands() {
  const std::lock_guard lock(catalogue_mutex_);
  if (!catalogue_.changed()) return;
  const auto waiting = catalogue_.waiting_commands(id_);
  if (waiting.empty()) return;
  for (const auto& entry : waiting) {
    int current = command_.load();
    while (current != static_cast<int>(Command::stop) &&
           !command_.compare_exchange_weak(current, static_cast<int>(entry.command))) {}
  }
  catalogue_.take_commands(id_, waiting.back().number);
}

}  // namespace lockstep::tracking

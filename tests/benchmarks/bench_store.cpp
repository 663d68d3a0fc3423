// How fast the run store is. Prints one JSON object: points a second, bytes a point, microseconds a recorded step, milliseconds to
// list ten thousand runs. Arguments: a folder to work in (default: the system's temporary one).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>

#include "tracking/store/project.h"

namespace fs = std::filesystem;
using namespace lockstep::tracking;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int metrics = 10;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Losses {
  std::mt19937_64 random{1};
  std::normal_distribution<float> noise{0, 0.05f};
  /// As an engine gives them: f32 values around a falling curve.
  double at(std::int64_t step) { return std::exp(-static_cast<float>(step) / 20000) + noise(random); }
};

std::vector<Sample> open_series(RunWriter& writer) {
  std::vector<Sample> samples;
  for (int i = 0; i < metrics; ++i) samples.push_back({writer.series("train/metric_" + std::to_string(i)), 0.0});
  return samples;
}

/// A trainer of a thousand steps a second: what a step costs the caller.
double microseconds_a_step(Project& project) {
  const auto writer = project.create_run({.name = "steady"});
  std::vector<Sample> samples = open_series(*writer);
  Losses losses;
  double total = 0;
  constexpr int steps = 3000;
  for (std::int64_t step = 1; step <= steps; ++step) {
    for (Sample& sample : samples) sample.value = losses.at(step);
    const auto start = Clock::now();
    writer->record_step({step, 1, samples, losses.random(), losses.random()});
    total += seconds_since(start);
    const auto next = start + std::chrono::milliseconds(1);
    while (Clock::now() < next) {}
  }
  writer->finish(Status::finished);
  return total / steps * 1e6;
}

struct Bulk {
  double points_a_second;
  double bytes_a_point;
  double read_ms;  ///< one series of the run, from a new reader
};

Bulk bulk(Project& project) {
  constexpr std::int64_t steps = 500000;
  Losses losses;
  std::vector<double> values(steps);
  for (std::int64_t step = 0; step < steps; ++step) values[static_cast<std::size_t>(step)] = losses.at(step);
  const auto start = Clock::now();
  const auto writer = project.create_run({.name = "bulk"});
  std::vector<Sample> samples = open_series(*writer);
  for (std::int64_t step = 1; step <= steps; ++step) {
    for (std::size_t i = 0; i < samples.size(); ++i)
      samples[i].value = values[static_cast<std::size_t>((step * 7 + static_cast<std::int64_t>(i) * 1001) % steps)];
    writer->record_step({step, step / 1000, samples, {}, {}});
  }
  writer->finish(Status::finished);
  const double seconds = seconds_since(start);
  constexpr double points = static_cast<double>(steps) * (metrics + 2);  // with epoch and time
  const auto bytes = static_cast<double>(fs::file_size(writer->folder() / "series.db"));
  const auto read_start = Clock::now();
  const std::size_t read = project.reader(writer->id()).series("train/metric_0").size();
  return {points / seconds, bytes / points, read == steps ? seconds_since(read_start) * 1e3 : std::nan("")};
}

struct Listing {
  double list_ms;
  double filter_ms;
};

Listing ten_thousand_runs(const fs::path& folder) {
  Project project(folder);
  {
    const auto writer = project.create_run({.name = "template", .tags = {"a", "b"}});
    std::vector<Sample> samples = open_series(*writer);
    writer->record_step({1, 1, samples, 1, 1});
    writer->finish(Status::finished);
  }
  const std::string copy =
      "sqlite3 '" + (folder / "lockstep.db").string() +
      "' \"WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "
      "INSERT INTO runs(number, id, name, notes, status, created, started, ended, steps, device, seed, config_hash) "
      "SELECT i, id || i, name || i, notes, status, created, started, ended, steps, 'cpu', i, hex(randomblob(32)) FROM "
      "n, runs WHERE number = 1; "
      "INSERT INTO progress SELECT number, step, updated, metrics FROM runs, progress WHERE number > 1; "
      "INSERT INTO tags SELECT number, place, tag FROM runs, tags WHERE number > 1\"";
  if (std::system(copy.c_str()) != 0) return {std::nan(""), std::nan("")};
  Project reopened(folder);
  auto start = Clock::now();
  const std::vector<RunSummary> runs = reopened.runs();
  const double list_ms = seconds_since(start) * 1e3;
  start = Clock::now();
  const RunFilter filter{.text = "plate77", .tag = "b", .status = Status::finished};
  const auto found =
      std::count_if(runs.begin(), runs.end(), [&](const RunSummary& run) { return filter.matches(run); });
  return {runs.size() == 10000 ? list_ms : std::nan(""), found > 0 ? seconds_since(start) * 1e3 : std::nan("")};
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path folder =
      (argc > 1 ? fs::path(argv[1]) : fs::temp_directory_path()) / ("lockstep-bench-" + std::to_string(now_ms()));
  {
    Project project(folder / "runs");
    const double step = microseconds_a_step(project);
    const Bulk points = bulk(project);
    const Listing listing = ten_thousand_runs(folder / "list");
    std::printf(
        "{\"record_step_us\":%.3f,\"ingest_points_per_second\":%.0f,\"bytes_per_point\":%.2f,\"read_500k_points_ms\":%."
        "1f,"
        "\"list_10000_runs_ms\":%.1f,\"filter_10000_runs_ms\":%.2f}\n",
        step, points.points_a_second, points.bytes_a_point, points.read_ms, listing.list_ms, listing.filter_ms);
  }
  fs::remove_all(folder);
  return 0;
}

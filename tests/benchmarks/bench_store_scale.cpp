// The run store at the size of years of work, and shared by five processes:
//   bench_store_scale [RUNS] [POINTS A RUN] [SECONDS]     10000 10000 60 by default: 100 million points, some gigabytes, some minutes
// Prints one JSON object: how long the project takes to open and list; then two processes write and three read for so many
// seconds: points that were recorded and are not there, errors of any kind.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tracking/store/project.h"

namespace fs = std::filesystem;
using namespace lockstep::tracking;
using Clock = std::chrono::steady_clock;

namespace {

double milliseconds_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

void fill(Project& project, int runs, int points) {
  for (int run = 0; run < runs; ++run) {
    const auto writer = project.create_run({.name = "run-" + std::to_string(run), .tags = {run % 3 == 0 ? "baseline" : "wide"}, .steps = points, .seed = run});
    const SeriesId loss = writer->series("train/loss");
    writer->set_status(Status::running);
    for (std::int64_t step = 1; step <= points; ++step) {
      const Sample sample{loss, 1.0F / static_cast<float>(step + run)};
      writer->record_step({step, 1, {&sample, 1}});
    }
    writer->finish(Status::finished);
  }
}

/// Records as fast as a trainer of 2,000 steps a second; the last step is in the run's name.
int write(const fs::path& folder, int seconds) {
  try {
    Project project(folder);
    const auto writer = project.create_run({.name = "writer"});
    const SeriesId loss = writer->series("train/loss");
    writer->set_status(Status::running);
    const auto end = Clock::now() + std::chrono::seconds(seconds);
    std::int64_t step = 0;
    while (Clock::now() < end) {
      const Sample sample{loss, static_cast<double>(++step)};
      writer->record_step({step, 1, {&sample, 1}});
      usleep(500);
    }
    writer->finish(Status::finished);
    project.edit(writer->id(), {.name = "writer " + std::to_string(step), .tags = {}, .notes = {}});
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "writer: %s\n", error.what());
    return 1;
  }
}

int read(const fs::path& folder, int seconds) {
  try {
    Project project(folder);
    const auto end = Clock::now() + std::chrono::seconds(seconds);
    while (Clock::now() < end) {
      const auto runs = project.runs();
      for (std::size_t i = runs.size() > 3 ? runs.size() - 3 : 0; i < runs.size(); ++i) {
        const Series series = project.reader(runs[i].id).series("train/loss");
        if (static_cast<std::int64_t>(series.size()) < runs[i].step && runs[i].name == "writer") throw std::runtime_error("a counted point is not there");
      }
      usleep(20000);
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "reader: %s\n", error.what());
    return 1;
  }
}

/// Processes that ended with an error.
int share(const fs::path& folder, int seconds) {
  std::vector<pid_t> children;
  for (int i = 0; i < 5; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(i < 2 ? write(folder, seconds) : read(folder, seconds));
    children.push_back(child);
  }
  int errors = 0;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) ++errors;
  }
  return errors;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 10000;
  const int points = argc > 2 ? std::atoi(argv[2]) : 10000;
  const int seconds = argc > 3 ? std::atoi(argv[3]) : 60;
  char name[] = "/tmp/bench_store_scale-XXXXXX";
  const fs::path folder = mkdtemp(name);
  auto start = Clock::now();
  {
    Project project(folder);
    fill(project, runs, points);
  }
  const double fill_ms = milliseconds_since(start);
  start = Clock::now();
  Project project(folder);
  const std::size_t listed = project.runs().size();
  const double open_ms = milliseconds_since(start);
  start = Clock::now();
  const RunFilter filter{.text = "run-99", .tag = "baseline"};
  std::size_t matching = 0;
  const auto all = project.runs();
  const auto filtering = Clock::now();
  for (const RunSummary& run : all) matching += filter.matches(run) ? 1 : 0;
  const double filter_ms = milliseconds_since(filtering);
  const int errors = share(folder, seconds);
  std::int64_t recorded = 0, found = 0;
  for (const RunSummary& run : project.runs()) {
    if (!run.name.starts_with("writer ")) continue;
    recorded += std::atoll(run.name.c_str() + 7);
    found += static_cast<std::int64_t>(project.reader(run.id).series("train/loss").size());
  }
  std::printf("{\"benchmark\":\"store_scale\",\"runs\":%zu,\"points\":%lld,\"fill_s\":%.1f,\"open_and_list_ms\":%.1f,\"filter_ms\":%.2f,\"matching\":%zu,\"shared_seconds\":%d,\"process_errors\":%d,"
              "\"recorded\":%lld,\"lost\":%lld}\n",
              listed, static_cast<long long>(runs) * points, fill_ms / 1000, open_ms, filter_ms, matching, seconds, errors, static_cast<long long>(recorded), static_cast<long long>(recorded - found));
  fs::remove_all(folder);
  return errors == 0 && recorded == found ? 0 : 1;
}

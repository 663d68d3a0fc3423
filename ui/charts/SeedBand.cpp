#include "ui/charts/SeedBand.h"

#include <cmath>
#include <cstdint>
#include <optional>

namespace lockstep::ui {

namespace {

/// A copy, so that no run waits to grow while the mean is taken.
struct Points {
  std::vector<std::int64_t> steps;
  std::vector<double> values;
};

std::optional<Points> pointsOf(const SeriesStore& store, const std::string& key) {
  return store.read([&](const SeriesStore::Content& content) -> std::optional<Points> {
    const auto found = content.series.find(key);
    if (found == content.series.end() || found->second.size() == 0) return {};
    const LiveSeries& series = found->second;
    Points out;
    out.steps.reserve(series.size());
    out.values.reserve(series.size());
    for (std::size_t i = 0; i < series.size(); ++i) {
      out.steps.push_back(series.steps()[i]);
      out.values.push_back(series.values()[i]);
    }
    return out;
  });
}

struct Band {
  LiveSeries mean, low, high;
  void append(std::int64_t step, double centre, double deviation) {
    mean.append(step, centre);
    low.append(step, centre - deviation);
    high.append(step, centre + deviation);
  }
};

/// Walks all runs at once; `at` stands at each one's next point.
Band bandOf(const std::vector<Points>& runs) {
  Band out;
  std::vector<std::size_t> at(runs.size(), 0);
  const auto count = static_cast<double>(runs.size());
  for (std::size_t i = 0; i < runs[0].steps.size(); ++i) {
    const std::int64_t step = runs[0].steps[i];
    // A step may be recorded more than once: the last counts.
    if (i + 1 < runs[0].steps.size() && runs[0].steps[i + 1] == step) continue;
    at[0] = i;
    bool shared = true;
    for (std::size_t run = 1; run < runs.size() && shared; ++run) {
      const std::vector<std::int64_t>& steps = runs[run].steps;
      while (at[run] < steps.size() && (steps[at[run]] < step || (at[run] + 1 < steps.size() && steps[at[run] + 1] == step))) ++at[run];
      shared = at[run] < steps.size() && steps[at[run]] == step;
    }
    if (!shared) continue;
    double sum = 0, squares = 0;
    for (std::size_t run = 0; run < runs.size(); ++run) sum += runs[run].values[at[run]];
    const double mean = sum / count;
    for (std::size_t run = 0; run < runs.size(); ++run) squares += (runs[run].values[at[run]] - mean) * (runs[run].values[at[run]] - mean);
    out.append(step, mean, std::sqrt(squares / (count - 1)));
  }
  return out;
}

}  // namespace

std::string bandLow(const std::string& key) { return key + " - deviation"; }
std::string bandHigh(const std::string& key) { return key + " + deviation"; }

SeriesStore::Content seedBands(const std::vector<std::shared_ptr<const SeriesStore>>& runs, const std::vector<std::string>& keys, const std::stop_token& stop) {
  SeriesStore::Content out;
  if (runs.size() < 2) return out;
  out.clock = runs[0]->read([](const SeriesStore::Content& content) { return content.clock; });
  for (const std::string& key : keys) {
    if (stop.stop_requested()) return out;
    std::vector<Points> points;
    for (const auto& run : runs) {
      if (auto found = pointsOf(*run, key)) points.push_back(std::move(*found));
    }
    if (points.size() < runs.size()) continue;
    Band band = bandOf(points);
    if (band.mean.size() == 0) continue;
    out.series.emplace(key, std::move(band.mean));
    out.series.emplace(bandLow(key), std::move(band.low));
    out.series.emplace(bandHigh(key), std::move(band.high));
  }
  return out;
}

}  // namespace lockstep::ui

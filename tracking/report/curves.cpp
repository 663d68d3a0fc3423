// The curves of a report: which series make which chart, smoothed where they are noisy, decimated for drawing.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "tracking/report/builders.h"
#include "tracking/report/chart.h"
#include "tracking/report/format.h"

namespace lockstep::tracking::report {

namespace {

constexpr double smoothing = 0.9;
constexpr std::size_t noisy_from = 50;  ///< points; fewer are shown as they are

/// One chart: its title and which series it may show, in the order of their curves.
struct Plan {
  std::string title;
  std::vector<std::string> keys;
};

std::vector<Plan> plans(const std::set<std::string>& known, const Words& words) {
  std::vector<Plan> out{{words("Loss"), {"train/loss", "val/loss"}},
                        {words("Accuracy"), {"train/accuracy", "val/accuracy"}}};
  for (const std::string& key : known) {
    if (!key.starts_with("val/") || key == "val/loss" || key == "val/accuracy") continue;
    const std::string name = key.substr(4);
    out.push_back({name, {"train/" + name, key}});
  }
  out.push_back({words("Learning rate"), {"learning_rate"}});
  out.push_back({words("Gradient norm"), {"gradient_norm"}});
  for (Plan& plan : out) std::erase_if(plan.keys, [&](const std::string& key) { return !known.contains(key); });
  std::erase_if(out, [](const Plan& plan) { return plan.keys.empty(); });
  return out;
}

struct Points {
  std::vector<double> x;
  std::vector<double> y;
};

Points points_of(const Series& series) {
  Points out;
  for (std::size_t i = 0; i < series.size(); ++i) {
    out.x.push_back(static_cast<double>(series.steps[i]));
    out.y.push_back(series.value(i));
  }
  return out;
}

void keep(const Points& points, const Chart& chart, int columns, Curve& curve) {
  curve.points = static_cast<std::int64_t>(points.x.size());
  for (const std::size_t i : decimated(points.x, points.y, chart.x_low, chart.x_high, columns)) {
    curve.x.push_back(points.x[i]);
    curve.y.push_back(points.y[i]);
  }
}

bool is_noisy(const std::string& key, std::size_t points) {
  return points >= noisy_from && (key == "train/loss" || key == "gradient_norm");
}

/// A loss that falls over powers of ten is a corner on a linear axis. No value may be hidden by the choice.
bool wants_log(const Chart& chart, const std::string& key) {
  if (!key.ends_with("loss") && key != "gradient_norm") return false;
  double low = INFINITY, high = 0;
  for (const Curve& curve : chart.curves) {
    for (const double y : curve.y) {
      if (!std::isfinite(y)) continue;
      if (y <= 0) return false;
      low = std::min(low, y), high = std::max(high, y);
    }
  }
  return high > 50 * low;
}

std::string description(const Chart& chart, const Words& words) {
  std::string out;
  for (const Curve& curve : chart.curves) {
    if (curve.faint || curve.y.empty() || out.size() > 400) continue;
    out += words("{curve}: {points} points, from {first} to {last}. ", {{"curve", curve.label},
                                                                        {"points", grouped(curve.points)},
                                                                        {"first", short_number(curve.y.front())},
                                                                        {"last", short_number(curve.y.back())}});
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

/// Reads one run's series after the other and keeps what is drawn: many long runs never lie in memory at once.
class Curves {
 public:
  Curves(const Project& project, const std::vector<RunSummary>& runs, const std::vector<SeedGroup>& groups,
         const Words& words)
      : runs_(runs), groups_(groups), words_(words), labels_(run_labels(runs)) {
    for (const RunSummary& run : runs) {
      readers_.push_back(project.reader(run.id));
      for (const SeriesInfo& info : readers_.back().series_list())
        if (info.axis == SeriesAxis::step && info.type == SeriesType::real) known_.insert(info.key);
    }
  }

  [[nodiscard]] Section section() {
    Section out{"curves", words_("Curves"), {}};
    for (const Plan& plan : plans(known_, words_)) {
      if (runs_.size() == 1) {
        add(out, chart(plan.title, plan.keys));
      } else {
        // Over each other a chart holds one quantity, or nobody could tell the curves apart.
        for (const std::string& key : plan.keys) add(out, chart(key, {key}));
      }
    }
    if (out.blocks.empty()) out.blocks.emplace_back(Paragraph{words_("No series was recorded."), Tone::quiet});
    else if (smoothed_)
      out.blocks.insert(out.blocks.begin(),
                        Paragraph{words_("Series of every step are smoothed (exponential mean, 0.9) where they are "
                                         "noisy; of one run the points themselves lie behind, faint."),
                                  Tone::quiet});
    return out;
  }

 private:
  static void add(Section& section, Chart chart) {
    const bool drawn =
        std::any_of(chart.curves.begin(), chart.curves.end(), [](const Curve& curve) { return !curve.x.empty(); });
    if (drawn) section.blocks.emplace_back(std::move(chart));
  }

  [[nodiscard]] Chart chart(const std::string& title, const std::vector<std::string>& keys) {
    Chart out{
        .title = title, .description = {}, .x_title = words_("step"), .y_title = title, .bands = {}, .curves = {}};
    for (const RunSummary& run : runs_) out.x_high = std::max(out.x_high, static_cast<double>(run.step));
    const int columns = std::clamp(static_cast<int>(12000 / (runs_.size() * keys.size())), 200, most_columns);
    const bool banded = keys.size() == 1 && keys[0].starts_with("val/");
    std::vector<Series> evaluated;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      std::vector<Series> series = readers_[run].series(keys);
      for (std::size_t k = 0; k < keys.size(); ++k)
        add_curve(out, points_of(series[k]), run, keys[k], static_cast<int>(runs_.size() == 1 ? k : run), columns);
      if (banded) evaluated.push_back(std::move(series[0]));
    }
    for (const SeedGroup& group : groups_)
      if (banded) add_band(out, group, evaluated);
    out.log_y = wants_log(out, keys.front());
    out.description = description(out, words_);
    return out;
  }

  void add_curve(Chart& chart, Points points, std::size_t run, const std::string& key, int style, int columns) {
    if (points.x.empty()) return;
    Curve curve{.label = runs_.size() == 1 ? key : labels_[run],
                .run = runs_[run].id,
                .key = key,
                .x = {},
                .y = {},
                .style = style,
                .faint = false,
                .dots = points.x.size() <= 60};
    if (is_noisy(key, points.x.size())) {
      smoothed_ = true;
      if (runs_.size() == 1) {
        Curve raw = curve;
        raw.faint = true;
        keep(points, chart, columns, raw);
        chart.curves.push_back(std::move(raw));
      }
      points.y = smoothed(points.y, smoothing);
    }
    keep(points, chart, columns, curve);
    for (const Curve& other : chart.curves)
      if (!other.faint && other.x == curve.x && other.y == curve.y) ++curve.overlays;
    chart.curves.push_back(std::move(curve));
  }

  /// Mean ± deviation at the steps that all runs of the group have.
  void add_band(Chart& chart, const SeedGroup& group, const std::vector<Series>& all) const {
    std::map<std::int64_t, std::vector<double>> values;
    for (const std::size_t run : group.runs) {
      const Series& series = all[run];
      for (std::size_t i = 0; i < series.size(); ++i) values[series.steps[i]].push_back(series.value(i));
    }
    Band band{words_("{name} and its seeds ({runs}): mean ± deviation",
                     {{"runs", std::to_string(group.runs.size())}, {"name", labels_[group.runs[0]]}}),
              {},
              {},
              {},
              static_cast<int>(group.runs[0])};
    for (const auto& [step, found] : values) {
      const Spread spread = spread_of(found);
      if (found.size() != group.runs.size() || !std::isfinite(spread.deviation)) continue;
      band.x.push_back(static_cast<double>(step));
      band.low.push_back(spread.mean - spread.deviation);
      band.high.push_back(spread.mean + spread.deviation);
    }
    if (band.x.size() > 1 && band.x.size() <= most_columns) chart.bands.push_back(std::move(band));
  }

  const std::vector<RunSummary>& runs_;
  const std::vector<SeedGroup>& groups_;
  const Words& words_;
  std::vector<std::string> labels_;
  std::vector<RunReader> readers_;
  std::set<std::string> known_;
  bool smoothed_ = false;
};

}  // namespace

Section curves_section(const Project& project, const std::vector<RunSummary>& runs,
                       const std::vector<SeedGroup>& groups, const Words& words) {
  return Curves(project, runs, groups, words).section();
}

}  // namespace lockstep::tracking::report

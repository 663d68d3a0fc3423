#include "ui/pages/run/ChartPlan.h"

#include <QCoreApplication>
#include <algorithm>
#include <tuple>

#include "ui/charts/SeriesStore.h"
#include "ui/widgets/Text.h"

namespace lockstep::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(lockstep::ui::ChartPlan)
};

/// A key's part and metric: "val/loss" → val, loss.
struct Parts {
  std::string part;
  std::string metric;
};
Parts partsOf(const std::string& key) {
  const auto slash = key.find('/');
  if (slash == std::string::npos) return {{}, key};
  return {key.substr(0, slash), key.substr(slash + 1)};
}

QString titleOf(const std::string& id) {
  if (id == "loss") return Words::tr("Loss");
  if (id == "accuracy") return Words::tr("Accuracy");
  if (id == "learning_rate") return Words::tr("Learning rate");
  if (id == "gradient_norm") return Words::tr("Gradient norm");
  if (id == "samples_per_second") return Words::tr("Samples per second");
  if (id == "memory") return Words::tr("Memory");
  if (id == "gpu_utilisation") return Words::tr("GPU utilisation, %");
  if (id == "gpu_memory") return Words::tr("GPU memory");
  if (id == "gpu_power") return Words::tr("GPU power, W");
  if (id == "gpu_temperature") return Words::tr("GPU temperature, °C");
  if (id == "gpu_clock") return Words::tr("GPU clock, MHz");
  if (id == "r2") return Words::tr("R²");
  if (id == "mse") return Words::tr("Mean squared error");
  if (id == "mae") return Words::tr("Mean absolute error");
  return fieldTitle(id);
}

PlannedCurve curveOf(const std::string& key) {
  const Parts parts = partsOf(key);
  PlannedCurve curve{key, {}, 0, !isEveryStep(key) && parts.part != "system" && key != "learning_rate"};
  if (key == "train/epoch_loss") return {key, Words::tr("train, mean of an epoch"), 2, true};
  if (parts.part == "train") curve.name = Words::tr("train");
  if (parts.part == "val") std::tie(curve.name, curve.number) = std::pair(Words::tr("validation"), 1);
  if (parts.part == "test") std::tie(curve.name, curve.number) = std::pair(Words::tr("test"), 3);
  if (parts.metric == "memory_resident") std::tie(curve.name, curve.number) = std::pair(Words::tr("process"), 0);
  if (parts.metric == "memory_allocated") std::tie(curve.name, curve.number) = std::pair(Words::tr("tensors"), 2);
  if (parts.metric == "memory_peak") std::tie(curve.name, curve.number) = std::pair(Words::tr("tensors, peak"), 8);
  if (parts.metric == "gpu_memory") std::tie(curve.name, curve.number) = std::pair(Words::tr("whole GPU"), 0);
  if (parts.metric == "gpu_allocated") std::tie(curve.name, curve.number) = std::pair(Words::tr("tensors"), 2);
  if (parts.metric == "gpu_reserved") std::tie(curve.name, curve.number) = std::pair(Words::tr("reserved by the run"), 1);
  if (parts.metric == "gpu_peak") std::tie(curve.name, curve.number) = std::pair(Words::tr("tensors, peak"), 8);
  if (curve.name.isEmpty()) curve.name = fieldTitle(parts.metric);
  return curve;
}

/// What lies in a GPU's memory, in one chart.
bool isGpuMemory(std::string_view metric) { return metric == "gpu_memory" || metric == "gpu_allocated" || metric == "gpu_reserved" || metric == "gpu_peak"; }

std::string chartOf(const std::string& key) {
  const Parts parts = partsOf(key);
  if (key == "train/epoch_loss") return "loss";
  if (parts.part == "system" && parts.metric.starts_with("memory")) return "memory";
  if (parts.part == "system" && isGpuMemory(parts.metric)) return "gpu_memory";
  return parts.metric;
}

}  // namespace

std::vector<PlannedChart> planCharts(const std::vector<std::string>& keys) {
  std::vector<PlannedChart> charts;
  const auto chart = [&charts](const std::string& id) -> PlannedChart& {
    const auto found = std::find_if(charts.begin(), charts.end(), [&](const PlannedChart& one) { return one.id == id; });
    if (found != charts.end()) return *found;
    PlannedChart made{id, titleOf(id), Unit::number, false, false, {}};
    if (id == "memory" || id == "gpu_memory") made.unit = Unit::bytes;
    made.maybeLogarithmic = id == "loss" || id == "learning_rate" || id == "gradient_norm" || id == "mse" || id == "mae";
    return charts.emplace_back(std::move(made));
  };
  chart("loss").large = true;
  // What is measured of a part of the data is looked at first; then what the training itself is like.
  for (const std::string& key : keys) {
    const std::string part = partsOf(key).part;
    if (part == "train" || part == "val" || part == "test") chart(chartOf(key)).large = true;
  }
  for (const char* id : {"learning_rate", "gradient_norm", "samples_per_second", "memory"}) chart(id);
  // A GPU's in one order, whichever of them it tells.
  for (const char* id : {"gpu_utilisation", "gpu_memory", "gpu_power", "gpu_temperature", "gpu_clock"})
    if (std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return chartOf(key) == id; })) chart(id);
  for (const std::string& key : keys) chart(chartOf(key)).curves.push_back(curveOf(key));
  for (PlannedChart& one : charts) {
    // Train behind validation behind test.
    std::stable_sort(one.curves.begin(), one.curves.end(), [](const PlannedCurve& a, const PlannedCurve& b) { return a.number < b.number; });
    if (one.curves.size() == 1 && (partsOf(one.curves.front().key).part.empty() || one.id.starts_with("gpu_"))) one.curves.front().name = one.title;
  }
  return charts;
}

}  // namespace lockstep::ui

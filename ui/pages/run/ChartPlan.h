// Which charts a run gets and what stands in each, from the keys that it has recorded.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "ui/charts/Ticks.h"

namespace lockstep::ui {

struct PlannedCurve {
  std::string key;
  QString name;
  int number = 0;
  bool dots = false;
  bool operator==(const PlannedCurve&) const = default;
};
struct PlannedChart {
  std::string id;  ///< "loss", "learning_rate", …: never translated
  QString title;
  Unit unit = Unit::number;
  bool large = false;           ///< what a person looks at first
  bool maybeLogarithmic = false;
  std::vector<PlannedCurve> curves;
  bool operator==(const PlannedChart&) const = default;
};

/// Charts of the keys that every run records are there from the beginning. `keys` in order.
[[nodiscard]] std::vector<PlannedChart> planCharts(const std::vector<std::string>& keys);

}  // namespace lockstep::ui

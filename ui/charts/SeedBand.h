// Runs of one config under several seeds as one curve: their mean, and a band of one standard deviation around it.
#pragma once

#include <QString>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "ui/charts/SeriesStore.h"

namespace lockstep::ui {

/// Where the band of a mean's series ends: mean − deviation, mean + deviation.
[[nodiscard]] std::string bandLow(const std::string& key);
[[nodiscard]] std::string bandHigh(const std::string& key);

/// For each key the mean, and the ends of the band of one sample standard deviation (n − 1), at the steps that all runs have. Where
/// one of them is not finite the mean is not either. Time and epochs are the first run's. Not for the GUI thread.
[[nodiscard]] SeriesStore::Content seedBands(const std::vector<std::shared_ptr<const SeriesStore>>& runs, const std::vector<std::string>& keys, const std::stop_token& stop = {});

}  // namespace lockstep::ui

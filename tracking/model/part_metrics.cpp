#include "tracking/model/part_metrics.h"

#include <cmath>

namespace lockstep::tracking {

void RegressionErrors::add(std::span<const float> targets, std::span<const float> predictions) {
  for (std::size_t at = 0; at < targets.size(); at += outputs_.size()) {
    ++samples_;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      Output& output = outputs_[i];
      const double target = targets[at + i];
      const double error = static_cast<double>(predictions[at + i]) - target;
      const double before = target - output.mean;
      output.mean += before / static_cast<double>(samples_);
      output.spread += before * (target - output.mean);
      output.squared += error * error;
      output.absolute += std::fabs(error);
    }
  }
}

double RegressionErrors::mse() const noexcept {
  return average([&](const Output& output) { return output.squared / static_cast<double>(samples_); });
}

double RegressionErrors::mae() const noexcept {
  return average([&](const Output& output) { return output.absolute / static_cast<double>(samples_); });
}

double RegressionErrors::r2() const noexcept {
  return average([](const Output& output) { return output.spread > 0 ? 1 - output.squared / output.spread : std::numeric_limits<double>::quiet_NaN(); });
}

}  // namespace lockstep::tracking

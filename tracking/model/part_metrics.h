// What an evaluation counts besides the loss: a confusion matrix, or the errors of a regression.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace lockstep::tracking {

class ConfusionMatrix {
 public:
  explicit ConfusionMatrix(std::size_t classes) : counts_(classes, std::vector<std::int64_t>(classes)) {}
  void add(std::int64_t right, std::int64_t predicted) { ++counts_[static_cast<std::size_t>(right)][static_cast<std::size_t>(predicted)]; }
  [[nodiscard]] const std::vector<std::vector<std::int64_t>>& counts() const noexcept { return counts_; }

 private:
  std::vector<std::vector<std::int64_t>> counts_;
};

/// In one pass and f64; the targets' spread by Welford's method (Technometrics 4, 1962).
class RegressionErrors {
 public:
  explicit RegressionErrors(std::size_t width) : outputs_(width) {}
  /// Rows of `width` values each.
  void add(std::span<const float> targets, std::span<const float> predictions);
  [[nodiscard]] std::int64_t samples() const noexcept { return samples_; }
  [[nodiscard]] double mse() const noexcept;
  [[nodiscard]] double mae() const noexcept;
  [[nodiscard]] double r2() const noexcept;

 private:
  struct Output {
    double mean = 0;      ///< of the targets
    double spread = 0;    ///< Σ (target - mean)²
    double squared = 0;   ///< Σ error²
    double absolute = 0;  ///< Σ |error|
  };
  template <class F>
  [[nodiscard]] double average(F&& of) const noexcept {
    if (samples_ == 0) return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (const Output& output : outputs_) sum += of(output);
    return sum / static_cast<double>(outputs_.size());
  }

  std::vector<Output> outputs_;
  std::int64_t samples_ = 0;
};

}  // namespace lockstep::tracking

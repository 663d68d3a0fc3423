// One series in memory, fed as it grows: its values, the smoothed ones, and what of either a logarithmic axis can show.
#pragma once

#include <cstdint>
#include <optional>

#include "tracking/store/types.h"
#include "ui/charts/SeriesPyramid.h"
#include "ui/charts/Smoothing.h"
#include "ui/charts/StepColumn.h"

namespace lockstep::ui {

class LiveSeries {
 public:
  /// The values of a running mean, which grow with the series'.
  struct Smoothed {
    explicit Smoothed(double weight) : mean(weight) {}
    Smoothing mean;
    SeriesPyramid line{SeriesPyramid::Precision::visible};
    std::optional<SeriesPyramid> positive = {};
    void append(double value);
  };

  explicit LiveSeries(tracking::SeriesAxis axis = tracking::SeriesAxis::step) : m_axis(axis) {}

  void reserve(std::size_t size) { m_values.reserve(size); }
  /// In order of step.
  void append(std::int64_t step, double value);
  /// A running mean of all there is, to be taken by useSmoothed on the thread that appends, before anything else is appended.
  [[nodiscard]] Smoothed smoothedBy(double weight) const;
  void useSmoothed(std::optional<Smoothed> smoothed) { m_smoothed = std::move(smoothed); }

  [[nodiscard]] tracking::SeriesAxis axis() const { return m_axis; }
  [[nodiscard]] std::size_t size() const { return m_steps.size(); }
  [[nodiscard]] const StepColumn& steps() const { return m_steps; }
  [[nodiscard]] const SeriesPyramid& values() const { return m_values; }
  [[nodiscard]] const std::optional<Smoothed>& smoothed() const { return m_smoothed; }
  /// What a logarithmic axis shows: as values(), but NaN for each that is not above 0.
  [[nodiscard]] const SeriesPyramid& positive() const { return m_positive ? *m_positive : m_values; }
  [[nodiscard]] const SeriesPyramid& positiveSmoothed() const { return m_smoothed->positive ? *m_smoothed->positive : m_smoothed->line; }
  /// How many finite values are not above 0.
  [[nodiscard]] std::int64_t nonPositive() const { return m_nonPositive; }
  [[nodiscard]] std::size_t bytes() const;

 private:
  tracking::SeriesAxis m_axis;
  StepColumn m_steps;
  SeriesPyramid m_values;
  std::optional<SeriesPyramid> m_positive;  ///< from the first value that is not above 0
  std::int64_t m_nonPositive = 0;
  std::optional<Smoothed> m_smoothed;
};

}  // namespace lockstep::ui

#include "ui/charts/LiveSeries.h"

#include <cmath>

namespace lockstep::ui {

namespace {

constexpr double hidden = std::numeric_limits<double>::quiet_NaN();

/// Keeps `positive` beside a line that has just grown by `value`; made from all of it when the first value needs it.
bool keepPositive(std::optional<SeriesPyramid>& positive, const SeriesPyramid& line, double value, SeriesPyramid::Precision precision) {
  const bool shown = !(value <= 0) || !std::isfinite(value);
  if (!positive && !shown) {
    positive.emplace(precision);
    positive->reserve(line.size());
    for (std::size_t i = 0; i + 1 < line.size(); ++i) positive->append(line[i]);
  }
  if (positive) positive->append(value <= 0 ? hidden : value);
  return shown;
}

}  // namespace

void LiveSeries::Smoothed::append(double value) {
  const double smooth = mean.next(value);
  line.append(smooth);
  keepPositive(positive, line, smooth, SeriesPyramid::Precision::visible);
}

void LiveSeries::append(std::int64_t step, double value) {
  m_steps.append(step);
  m_values.append(value);
  if (!keepPositive(m_positive, m_values, value, SeriesPyramid::Precision::exact)) ++m_nonPositive;
  if (m_smoothed) m_smoothed->append(value);
}

LiveSeries::Smoothed LiveSeries::smoothedBy(double weight) const {
  Smoothed out(weight);
  out.line.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) out.append(m_values[i]);
  return out;
}

std::size_t LiveSeries::bytes() const {
  std::size_t total = m_steps.bytes() + m_values.bytes();
  if (m_positive) total += m_positive->bytes();
  if (m_smoothed) total += m_smoothed->line.bytes() + (m_smoothed->positive ? m_smoothed->positive->bytes() : 0);
  return total;
}

}  // namespace lockstep::ui

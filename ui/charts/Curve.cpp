#include "ui/charts/Curve.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

double XScale::at(std::size_t index) const {
  const std::int64_t place = m_series.steps()[index];
  const bool overTime = m_series.axis() == tracking::SeriesAxis::time;
  if (m_axis == XAxis::time) return overTime ? m_clock.workedUntil(place) : m_clock.workedAt(static_cast<double>(place));
  const double step = overTime ? m_clock.stepAt(place) : static_cast<double>(place);
  return m_axis == XAxis::epoch && m_stepsPerEpoch > 0 ? step / m_stepsPerEpoch : step;
}

std::size_t XScale::lowerBound(double x) const {
  std::size_t first = 0, count = m_series.size();
  while (count > 0) {
    const std::size_t half = count / 2;
    if (at(first + half) < x) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

std::size_t XScale::nearest(double x) const {
  const std::size_t after = std::min(lowerBound(x), m_series.size() - 1);
  return after > 0 && x - at(after - 1) < at(after) - x ? after - 1 : after;
}

std::int64_t XScale::step(std::size_t index) const {
  const std::int64_t place = m_series.steps()[index];
  return m_series.axis() == tracking::SeriesAxis::time ? static_cast<std::int64_t>(std::llround(m_clock.stepAt(place))) : place;
}

}  // namespace lockstep::ui

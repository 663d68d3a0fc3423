#include "ui/pages/run/TimeLeft.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

namespace {

constexpr std::size_t window = 1000;  // steps
constexpr double pauseLeast = 5000;   // milliseconds between two steps that may be a pause …
constexpr double pauseFactor = 20;    // … if they are so much more than the others'
constexpr double inertia = 0.8;       // of what was shown before

}  // namespace

std::optional<double> millisecondsAStep(const RunClock& clock, std::int64_t fromStep) {
  const StepColumn& steps = clock.steps();
  const std::size_t begin = steps.lowerBound(fromStep + 1), end = steps.size();
  if (end < begin + static_cast<std::size_t>(estimatingSteps)) return {};
  const std::size_t first = std::max(begin, end > window ? end - window : 0);
  const auto worked = [&](std::size_t i) { return clock.workedAt(static_cast<double>(steps[i])); };
  const double mean = (worked(end - 1) - worked(first)) / static_cast<double>(end - 1 - first);
  double total = 0, done = 0;
  for (std::size_t i = first + 1; i < end; ++i) {
    const double took = worked(i) - worked(i - 1);
    if (took > std::max(pauseLeast, pauseFactor * mean)) continue;
    total += took;
    done += static_cast<double>(steps[i] - steps[i - 1]);
  }
  return done > 0 ? std::optional(total / done) : std::nullopt;
}

std::optional<std::int64_t> TimeLeft::update(std::int64_t stepsLeft, std::optional<double> millisecondsAStep, bool paused, std::int64_t now) {
  if (!millisecondsAStep) {
    m_end.reset();
    return {};
  }
  const auto at = static_cast<double>(now);
  const double fresh = at + *millisecondsAStep * static_cast<double>(std::max<std::int64_t>(0, stepsLeft));
  if (!m_end) {
    m_end = fresh;
  } else if (paused) {
    m_end = at + m_shown;  // stands still
  } else {
    m_end = inertia * *m_end + (1 - inertia) * fresh;
  }
  m_shown = std::max(0.0, *m_end - at);
  return std::llround(m_shown);
}

}  // namespace lockstep::ui

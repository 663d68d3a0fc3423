#include "ui/charts/RunClock.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

RunClock::RunClock(const std::vector<tracking::Attempt>& attempts) {
  for (const tracking::Attempt& attempt : attempts) m_shifts.push_back({attempt.started, 0});
}

void RunClock::append(std::int64_t step, std::int64_t time) {
  if (m_shifts.empty()) m_shifts.push_back({time, 0});
  // A step of a later attempt: its time goes on where the steps that are shown before it ended.
  while (m_current + 1 < m_shifts.size() && time >= m_shifts[m_current + 1].started) {
    ++m_current;
    m_shifts[m_current].worked = m_worked.empty() ? 0 : m_worked.back();
  }
  const Shift& shift = m_shifts[m_current];
  const std::int64_t worked = shift.worked + std::max<std::int64_t>(0, time - shift.started);
  m_steps.append(step);
  m_worked.push_back(m_worked.empty() ? worked : std::max(worked, m_worked.back()));  // a clock may be set back
}

double RunClock::workedAt(double step) const {
  if (m_worked.empty()) return 0;
  const std::size_t at = m_steps.lowerBound(static_cast<std::int64_t>(std::ceil(step)));
  return static_cast<double>(m_worked[std::min(at, m_worked.size() - 1)]);
}

double RunClock::workedUntil(std::int64_t time) const {
  if (m_shifts.empty()) return 0;
  std::size_t at = 0;
  while (at < m_current && time >= m_shifts[at + 1].started) ++at;
  const auto worked = m_shifts[at].worked + std::max<std::int64_t>(0, time - m_shifts[at].started);
  return static_cast<double>(at < m_current ? std::min(worked, m_shifts[at + 1].worked) : worked);
}

double RunClock::stepAt(std::int64_t time) const {
  if (m_worked.empty()) return 0;
  const double worked = workedUntil(time);
  const auto next = std::lower_bound(m_worked.begin(), m_worked.end(), worked, [](std::int64_t a, double b) { return static_cast<double>(a) < b; });
  const auto at = static_cast<std::size_t>(next - m_worked.begin());
  if (at == m_worked.size()) return static_cast<double>(m_steps.back());
  const double after = static_cast<double>(m_worked[at]), step = static_cast<double>(m_steps[at]);
  const double before = at > 0 ? static_cast<double>(m_worked[at - 1]) : 0, previous = at > 0 ? static_cast<double>(m_steps[at - 1]) : 0;
  return after > before ? previous + (step - previous) * (worked - before) / (after - before) : step;
}

}  // namespace lockstep::ui

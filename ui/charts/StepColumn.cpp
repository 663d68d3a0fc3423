#include "ui/charts/StepColumn.h"

#include <algorithm>

namespace lockstep::ui {

void StepColumn::append(std::int64_t step) {
  if (m_count == 0) m_first = step;
  if (m_count == 1) m_stride = step - m_first;
  if (m_listed.empty() && m_count >= 2 && step != (*this)[m_count]) {
    std::vector<std::int64_t> listed;
    listed.reserve(m_count + m_count / 8 + 1);
    for (std::size_t i = 0; i < m_count; ++i) listed.push_back((*this)[i]);
    m_listed = std::move(listed);
  }
  if (!m_listed.empty()) m_listed.push_back(step);
  ++m_count;
}

std::size_t StepColumn::lowerBound(std::int64_t step) const {
  if (!m_listed.empty()) return static_cast<std::size_t>(std::lower_bound(m_listed.begin(), m_listed.end(), step) - m_listed.begin());
  if (m_count == 0 || step <= m_first) return 0;
  if (m_stride == 0) return m_count;
  const auto index = static_cast<std::size_t>((step - m_first + m_stride - 1) / m_stride);
  return std::min(index, m_count);
}

}  // namespace lockstep::ui

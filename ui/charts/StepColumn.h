// Where the points of a series lie: steps or milliseconds, never going down. An even row (every step, every tenth) takes no memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep::ui {

class StepColumn {
 public:
  void append(std::int64_t step);
  [[nodiscard]] std::size_t size() const { return m_count; }
  [[nodiscard]] std::int64_t operator[](std::size_t index) const {
    return m_listed.empty() ? m_first + m_stride * static_cast<std::int64_t>(index) : m_listed[index];
  }
  [[nodiscard]] std::int64_t back() const { return (*this)[m_count - 1]; }
  /// The first index whose step is not below this one; size() when there is none.
  [[nodiscard]] std::size_t lowerBound(std::int64_t step) const;
  [[nodiscard]] std::size_t bytes() const { return m_listed.capacity() * sizeof(std::int64_t); }

 private:
  std::int64_t m_first = 0;
  std::int64_t m_stride = 0;
  std::size_t m_count = 0;
  std::vector<std::int64_t> m_listed;  ///< all of them, once they are no even row
};

}  // namespace lockstep::ui

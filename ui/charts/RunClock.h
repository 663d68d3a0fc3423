// When each step of a run was done, as time spent on the run: the nights between its attempts don't count.
#pragma once

#include <cstdint>
#include <vector>

#include "tracking/store/types.h"
#include "ui/charts/StepColumn.h"

namespace lockstep::ui {

class RunClock {
 public:
  RunClock() = default;
  explicit RunClock(const std::vector<tracking::Attempt>& attempts);
  /// In order of step; `time` in UTC milliseconds.
  void append(std::int64_t step, std::int64_t time);
  [[nodiscard]] const StepColumn& steps() const { return m_steps; }
  /// Milliseconds worked until this step was done; 0 before the first.
  [[nodiscard]] double workedAt(double step) const;
  /// The same until this moment.
  [[nodiscard]] double workedUntil(std::int64_t time) const;
  /// How many steps were done by then, with the part of the one that was being done.
  [[nodiscard]] double stepAt(std::int64_t time) const;
  [[nodiscard]] std::size_t bytes() const { return m_steps.bytes() + m_worked.capacity() * sizeof(m_worked[0]); }

 private:
  struct Shift {
    std::int64_t started;  ///< of an attempt, UTC milliseconds
    std::int64_t worked;   ///< before it
  };
  std::vector<Shift> m_shifts;       ///< by time; those of attempts that have recorded a step are final
  std::size_t m_current = 0;
  StepColumn m_steps;
  std::vector<std::int64_t> m_worked;  ///< never goes down
};

}  // namespace lockstep::ui

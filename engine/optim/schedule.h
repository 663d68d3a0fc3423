// Learning-rate schedules: pure functions of the step, so that resuming needs no state.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/schema/field.h"

namespace lockstep::engine::optim {

/// Where in a run a rate is asked for.
struct SchedulePoint {
  double base = 0;                   ///< the optimizer's learning_rate
  std::int64_t step = 1;             ///< from 1; step k has the rate that PyTorch has after k - 1 scheduler.step()
  std::int64_t total_steps = 0;      ///< of the run
  std::int64_t steps_per_epoch = 1;  ///< full epochs' number of steps
  std::span<const double> metrics;   ///< the monitored metric after each evaluation before this step (plateau only)
};

struct ScheduleType {
  schema::TypeSpec spec;
  bool uses_metrics = false;
  double (*rate)(const schema::Arguments& arguments, const SchedulePoint& point) = nullptr;
};

[[nodiscard]] std::span<const ScheduleType> schedule_types();
[[nodiscard]] std::span<const schema::TypeSpec> schedule_specs();

/// One run's schedule.
class Schedule {
 public:
  /// Fills in defaults and checks the arguments against each other and against the run's length.
  /// @throws ValueError for an unknown type or arguments that can't be used
  Schedule(std::string_view type, const schema::Arguments& arguments, double base, std::int64_t total_steps, std::int64_t steps_per_epoch);

  [[nodiscard]] std::string_view type() const noexcept { return type_->spec.name; }
  /// Whether the rate depends on the recorded metric: ReduceLROnPlateau.
  [[nodiscard]] bool uses_metrics() const noexcept { return type_->uses_metrics; }
  /// @throws ValueError for a step below 1 or past the run's last
  [[nodiscard]] double learning_rate(std::int64_t step, std::span<const double> metrics = {}) const;

 private:
  const ScheduleType* type_;
  schema::Arguments arguments_;
  double base_;
  std::int64_t total_steps_;
  std::int64_t steps_per_epoch_;
};

}  // namespace lockstep::engine::optim

#include "engine/optim/schedule.h"

#include "engine/core/error.h"
#include "engine/optim/schedule_list.h"
#include "engine/schema/arguments.h"
#include "engine/schema/type_list.h"

namespace lockstep::engine::optim {

std::span<const ScheduleType> schedule_types() {
  static const std::vector<ScheduleType> types = [] {
    std::vector<ScheduleType> list = decay_schedules();
    for (ScheduleType& type : cycle_schedules()) list.push_back(std::move(type));
    list.push_back(plateau_schedule());
    return list;
  }();
  return types;
}

std::span<const schema::TypeSpec> schedule_specs() {
  static const std::vector<schema::TypeSpec> specs = schema::specs_of(schedule_types());
  return specs;
}

Schedule::Schedule(std::string_view name, const schema::Arguments& arguments, double base, std::int64_t total_steps, std::int64_t steps_per_epoch)
    : type_(&schema::find_type(schedule_types(), name, "schedule")), arguments_(schema::with_defaults(type_->spec, arguments)), base_(base),
      total_steps_(total_steps), steps_per_epoch_(steps_per_epoch) {
  if (total_steps < 1 || steps_per_epoch < 1) {
    throw ValueError(Message{"optim.schedule_length", "a schedule needs a run of at least one step, received {steps} steps of {epoch} an epoch",
                             {{"steps", std::to_string(total_steps)}, {"epoch", std::to_string(steps_per_epoch)}}});
  }
}

double Schedule::learning_rate(std::int64_t step, std::span<const double> metrics) const {
  if (step < 1 || step > total_steps_) {
    throw ValueError(Message{"optim.schedule_step", "the schedule has a learning rate for steps 1 to {last}, not for {step}",
                             {{"last", std::to_string(total_steps_)}, {"step", std::to_string(step)}}});
  }
  return type_->rate(arguments_, {.base = base_, .step = step, .total_steps = total_steps_, .steps_per_epoch = steps_per_epoch_, .metrics = metrics});
}

}  // namespace lockstep::engine::optim

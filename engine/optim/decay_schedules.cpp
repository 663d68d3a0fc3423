// Schedules that fall with the number of epochs (or steps) done. The last step's rate is that of its epoch's index, one
// below the number of epochs.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/optim/schedule_list.h"

namespace lockstep::engine::optim {

namespace {

using schema::Arguments;
using schema::Field;
using schema::Kind;

/// How many units (epochs by default) are complete before the point's step.
std::int64_t done(const Arguments& arguments, const SchedulePoint& point) {
  return arguments.text("unit") == "step" ? point.step - 1 : (point.step - 1) / point.steps_per_epoch;
}

std::int64_t run_length(const Arguments& arguments, const SchedulePoint& point) {
  if (arguments.text("unit") == "step") return point.total_steps;
  return (point.total_steps + point.steps_per_epoch - 1) / point.steps_per_epoch;
}

double constant(const Arguments&, const SchedulePoint& point) { return point.base; }

double step_rate(const Arguments& arguments, const SchedulePoint& point) {
  return point.base * std::pow(arguments.real("gamma"), static_cast<double>(done(arguments, point) / arguments.integer("step_size")));
}

double multi_step(const Arguments& arguments, const SchedulePoint& point) {
  const auto& milestones = arguments.integers("milestones");
  const auto passed = std::count_if(milestones.begin(), milestones.end(), [n = done(arguments, point)](std::int64_t m) { return m <= n; });
  return point.base * std::pow(arguments.real("gamma"), static_cast<double>(passed));
}

double exponential(const Arguments& arguments, const SchedulePoint& point) {
  return point.base * std::pow(arguments.real("gamma"), static_cast<double>(done(arguments, point)));
}

/// Loshchilov and Hutter 2017, eq. 5. Beyond T_max it rises again, as PyTorch's.
double cosine(const Arguments& arguments, const SchedulePoint& point) {
  const double minimum = arguments.real("eta_min");
  const std::int64_t period = arguments.has("T_max") ? arguments.integer("T_max") : run_length(arguments, point);
  const double progress = static_cast<double>(done(arguments, point)) / static_cast<double>(period);
  return minimum + (point.base - minimum) * (1.0 + std::cos(std::numbers::pi * progress)) / 2.0;
}

Field unit() {
  return {.name = "unit", .kind = Kind::text, .default_value = std::string("epoch"), .help = "What it counts in", .choices = {"epoch", "step"}};
}

Field gamma(schema::Value default_value, bool required) {
  return {.name = "gamma", .kind = Kind::real, .default_value = std::move(default_value), .help = "What the rate is multiplied by",
          .range = {.minimum = 0}, .required = required};
}

}  // namespace

std::vector<ScheduleType> decay_schedules() {
  constexpr schema::Range positive{.minimum = 1, .maximum = 1e15};
  return {
      {.spec = {.name = "Constant", .help = "The same rate all the time", .fields = {}}, .rate = constant},
      {.spec = {.name = "StepLR", .help = "Multiplied by gamma every step_size epochs", .fields = {
          {.name = "step_size", .kind = Kind::integer, .help = "Epochs between two reductions", .range = positive, .required = true}, gamma(0.1, false), unit()}},
       .rate = step_rate},
      {.spec = {.name = "MultiStepLR", .help = "Multiplied by gamma at given epochs", .fields = {
          {.name = "milestones", .kind = Kind::integers, .help = "Epochs after which it is reduced", .range = positive, .required = true}, gamma(0.1, false), unit()}},
       .rate = multi_step},
      {.spec = {.name = "ExponentialLR", .help = "Multiplied by gamma after every epoch", .fields = {gamma({}, true), unit()}}, .rate = exponential},
      {.spec = {.name = "CosineAnnealingLR", .help = "Half a cosine down to eta_min", .fields = {
          {.name = "T_max", .kind = Kind::integer, .help = "Epochs until eta_min; left out: the whole run", .range = positive},
          {.name = "eta_min", .kind = Kind::real, .default_value = 0.0, .help = "Lowest rate", .range = {.minimum = 0}}, unit()}},
       .rate = cosine},
  };
}

}  // namespace lockstep::engine::optim

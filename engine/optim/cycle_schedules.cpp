// Schedules shaped over the whole run, counted in steps.
#include <cmath>
#include <numbers>

#include "engine/optim/schedule_list.h"

namespace lockstep::engine::optim {

namespace {

using schema::Arguments;
using schema::Kind;

double half_cosine(double from, double to, double progress) { return to + (from - to) / 2.0 * (std::cos(std::numbers::pi * progress) + 1.0); }

/// Step k of the warmup has k / warmup_steps of the rate; after it half a cosine, of which the last step is one short of
/// `minimum`. A run that is no longer than the warmup ends while warming up.
double warmup_cosine(const Arguments& arguments, const SchedulePoint& point) {
  const std::int64_t warmup = arguments.integer("warmup_steps");
  const std::int64_t done = point.step - 1;
  if (done < warmup) return point.base * static_cast<double>(done + 1) / static_cast<double>(warmup);
  const double progress = static_cast<double>(done - warmup) / static_cast<double>(point.total_steps - warmup);
  return half_cosine(point.base, arguments.real("minimum"), progress);
}

/// Smith and Topin 2018, as torch.optim.lr_scheduler.OneCycleLR without its cycling of the momentum. The last step has the
/// lowest rate, max_lr / div_factor / final_div_factor.
double one_cycle(const Arguments& arguments, const SchedulePoint& point) {
  const double highest = arguments.has("max_lr") ? arguments.real("max_lr") : point.base;
  const double first = highest / arguments.real("div_factor");
  const double lowest = first / arguments.real("final_div_factor");
  const double rise = arguments.real("pct_start") * static_cast<double>(point.total_steps);
  const double end = static_cast<double>(point.total_steps - 1);
  const double done = static_cast<double>(point.step - 1);
  const bool linear = arguments.text("anneal_strategy") == "linear";
  const auto between = [&](double from, double to, double start, double stop) {
    const double progress = (done - start) / (stop - start);
    return linear ? from + (to - from) * progress : half_cosine(from, to, progress);
  };
  const double top = rise - 1.0;
  if (done <= top) return between(first, highest, 0.0, top);
  if (!arguments.boolean("three_phase")) return between(highest, lowest, top, end);
  const double back = 2.0 * rise - 2.0;
  if (done <= back) return between(highest, first, top, back);
  return between(first, lowest, back, end);
}

}  // namespace

std::vector<ScheduleType> cycle_schedules() {
  constexpr schema::Range positive{.minimum = 0, .minimum_open = true};
  return {
      {.spec = {.name = "WarmupCosine", .help = "A linear rise, then half a cosine down over the rest of the run", .fields = {
          {.name = "warmup_steps", .kind = Kind::integer, .default_value = std::int64_t{0}, .help = "Length of the rise", .unit = "steps", .range = {.minimum = 0, .maximum = 1e15}},
          {.name = "minimum", .kind = Kind::real, .default_value = 0.0, .help = "Rate at the end", .range = {.minimum = 0}}}},
       .rate = warmup_cosine},
      {.spec = {.name = "OneCycleLR", .help = "Up to max_lr and far down again, once over the run", .fields = {
          {.name = "max_lr", .kind = Kind::real, .help = "Highest rate; left out: the optimizer's learning_rate", .range = positive},
          {.name = "pct_start", .kind = Kind::real, .default_value = 0.3, .help = "Share of the run that is the rise", .range = {.minimum = 0, .maximum = 1}},
          {.name = "anneal_strategy", .kind = Kind::text, .default_value = std::string("cos"), .help = "Shape of the slopes", .choices = {"cos", "linear"}},
          {.name = "div_factor", .kind = Kind::real, .default_value = 25.0, .help = "max_lr divided by the first rate", .range = positive},
          {.name = "final_div_factor", .kind = Kind::real, .default_value = 1e4, .help = "The first rate divided by the last", .range = positive},
          {.name = "three_phase", .kind = Kind::boolean, .default_value = false, .help = "Down to the first rate as long as up, then on to the last"}}},
       .rate = one_cycle},
  };
}

}  // namespace lockstep::engine::optim

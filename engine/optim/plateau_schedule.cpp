// ReduceLROnPlateau as a pure function of the recorded metric: what torch's scheduler has after being told each value.
#include <algorithm>
#include <limits>

#include "engine/optim/schedule_list.h"

namespace lockstep::engine::optim {

namespace {

using schema::Arguments;
using schema::Kind;

bool is_better(const Arguments& arguments, double value, double best) {
  const double threshold = arguments.real("threshold");
  const bool relative = arguments.text("threshold_mode") == "rel";
  if (arguments.text("mode") == "min") return value < (relative ? best * (1.0 - threshold) : best - threshold);
  return value > (relative ? best * (threshold + 1.0) : best + threshold);
}

double plateau(const Arguments& arguments, const SchedulePoint& point) {
  const double infinity = std::numeric_limits<double>::infinity();
  double best = arguments.text("mode") == "min" ? infinity : -infinity;
  double rate = point.base;
  std::int64_t bad = 0;
  std::int64_t cooldown = 0;
  for (const double value : point.metrics) {
    const bool better = is_better(arguments, value, best);
    if (better) best = value;
    bad = better ? 0 : bad + 1;
    if (cooldown > 0) {
      --cooldown;
      bad = 0;
    }
    if (bad <= arguments.integer("patience")) continue;
    const double reduced = std::max(rate * arguments.real("factor"), arguments.real("min_lr"));
    if (rate - reduced > arguments.real("eps")) rate = reduced;
    cooldown = arguments.integer("cooldown");
    bad = 0;
  }
  return rate;
}

}  // namespace

ScheduleType plateau_schedule() {
  return {.spec = {.name = "ReduceLROnPlateau", .help = "Reduced when the monitored metric stops getting better", .fields = {
            {.name = "mode", .kind = Kind::text, .default_value = std::string("min"), .help = "Whether lower or higher is better", .choices = {"min", "max"}},
            {.name = "factor", .kind = Kind::real, .default_value = 0.1, .help = "What the rate is multiplied by", .range = {.minimum = 0, .maximum = 1, .maximum_open = true}},
            {.name = "patience", .kind = Kind::integer, .default_value = std::int64_t{10}, .help = "Evaluations without a better value that are accepted", .range = {.minimum = 0, .maximum = 1e15}},
            {.name = "threshold", .kind = Kind::real, .default_value = 1e-4, .help = "By how much a value has to be better", .range = {.minimum = 0}},
            {.name = "threshold_mode", .kind = Kind::text, .default_value = std::string("rel"), .help = "A share of the best value, or a difference", .choices = {"rel", "abs"}},
            {.name = "cooldown", .kind = Kind::integer, .default_value = std::int64_t{0}, .help = "Evaluations after a reduction that don't count", .range = {.minimum = 0, .maximum = 1e15}},
            {.name = "min_lr", .kind = Kind::real, .default_value = 0.0, .help = "Lowest rate", .range = {.minimum = 0}},
            {.name = "eps", .kind = Kind::real, .default_value = 1e-8, .help = "Smaller reductions are not made", .range = {.minimum = 0}},
          }},
          .uses_metrics = true, .rate = plateau};
}

}  // namespace lockstep::engine::optim

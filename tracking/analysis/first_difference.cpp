#include "tracking/analysis/first_difference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace lockstep::tracking {

namespace {

/// A point of either series, as text.
std::string text_at(const Series& series, std::size_t index) {
  return series.type == SeriesType::bits ? fmt::format("{:016x}", series.bits[index]) : fmt::format("{}", series.value(index));
}

/// The first step at which the series are not the same; `end`: steps after it are not looked at.
std::optional<FirstDifference> first_in(const Series& before, const Series& after, std::string_view quantity, std::int64_t end) {
  std::size_t i = 0, j = 0;
  while (true) {
    const bool left = i < before.size() && before.steps[i] <= end, right = j < after.size() && after.steps[j] <= end;
    if (!left && !right) return std::nullopt;
    if (left && right && before.steps[i] == after.steps[j]) {
      if (before.bits[i] != after.bits[j]) return FirstDifference{before.steps[i], std::string(quantity), text_at(before, i), text_at(after, j)};
      ++i;
      ++j;
    } else if (left && (!right || before.steps[i] < after.steps[j])) {
      return FirstDifference{before.steps[i], std::string(quantity), text_at(before, i), {}};
    } else {
      return FirstDifference{after.steps[j], std::string(quantity), {}, text_at(after, j)};
    }
  }
}

using MetricsAt = std::map<std::pair<std::int64_t, std::string>, double>;  ///< by step and key; the newest of an attempt that came again

MetricsAt metrics_of(const std::vector<Evaluation>& evaluations, std::int64_t end) {
  MetricsAt out;
  for (const Evaluation& evaluation : evaluations)
    for (const Metric& metric : evaluation.metrics)
      if (evaluation.step <= end) out[{evaluation.step, metric.key}] = metric.value;
  return out;
}

std::optional<FirstDifference> first_evaluation(const RunRecord& before, const RunRecord& after, std::int64_t end) {
  const MetricsAt left = metrics_of(before.evaluations, end), right = metrics_of(after.evaluations, end);
  std::optional<FirstDifference> first;
  const auto offer = [&](const MetricsAt::key_type& key, std::string was, std::string is) {
    if (!first || key.first < first->step) first = FirstDifference{key.first, key.second, std::move(was), std::move(is)};
  };
  for (const auto& [key, value] : left) {
    const auto other = right.find(key);
    if (other == right.end()) offer(key, fmt::format("{}", value), {});
    else if (std::bit_cast<std::uint64_t>(value) != std::bit_cast<std::uint64_t>(other->second)) offer(key, fmt::format("{}", value), fmt::format("{}", other->second));
  }
  for (const auto& [key, value] : right)
    if (!left.contains(key)) offer(key, {}, fmt::format("{}", value));
  return first;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// By the medians of the first and the last fifth of what differs: a factor of 2 is a trend.
Trend trend_of(const LossDifference& difference, std::int64_t from) {
  std::vector<double> parted;
  for (std::size_t i = 0; i < difference.steps.size(); ++i)
    if (difference.steps[i] >= from && std::isfinite(difference.differences[i])) parted.push_back(difference.differences[i]);
  if (parted.size() < 5) return Trend::none;
  const auto fifth = static_cast<std::ptrdiff_t>(parted.size() / 5);
  const double early = median({parted.begin(), parted.begin() + fifth}), late = median({parted.end() - fifth, parted.end()});
  if (late > 2 * early) return Trend::grows;
  return late < early / 2 ? Trend::shrinks : Trend::stays;
}

std::int64_t last_step(const Series& series) { return series.steps.empty() ? 0 : series.steps.back(); }

}  // namespace

LossDifference loss_difference(const RunRecord& before, const RunRecord& after) {
  LossDifference out;
  std::size_t j = 0;
  for (std::size_t i = 0; i < before.loss.size(); ++i) {
    while (j < after.loss.size() && after.loss.steps[j] < before.loss.steps[i]) ++j;
    if (j == after.loss.size()) break;
    if (after.loss.steps[j] != before.loss.steps[i]) continue;
    out.steps.push_back(before.loss.steps[i]);
    out.differences.push_back(std::abs(before.loss.value(i) - after.loss.value(j)));
  }
  return out;
}

Divergence compare_series(const RunRecord& before, const RunRecord& after, bool whole) {
  Divergence out;
  const std::int64_t common = std::min(last_step(before.loss), last_step(after.loss));
  const std::int64_t end = whole ? std::max(last_step(before.loss), last_step(after.loss)) : common;
  out.compared = common;
  if (before.initial && after.initial && *before.initial != *after.initial) {
    out.initial_differs = true;
    out.first = FirstDifference{0, "parameters", fmt::format("{:016x}", *before.initial), fmt::format("{:016x}", *after.initial)};
  }
  const auto offer = [&](std::optional<FirstDifference> found) {
    if (found && (!out.first || found->step < out.first->step)) out.first = std::move(found);
  };
  std::optional<FirstDifference> batch = first_in(before.batch_hash, after.batch_hash, "batch_hash", end);
  if (batch && !batch->before.empty() && !batch->after.empty()) out.batch_step = batch->step;
  // In the order of computing: of one step's differences the first offered stays.
  offer(std::move(batch));
  offer(first_in(before.loss, after.loss, "loss", end));
  offer(first_in(before.parameters, after.parameters, "parameters", end));
  offer(first_in(before.gradient_norm, after.gradient_norm, "gradient_norm", end));
  offer(first_evaluation(before, after, end));
  if (out.first) out.trend = trend_of(loss_difference(before, after), out.first->step);
  return out;
}

std::string_view trend_name(Trend trend) {
  static constexpr std::string_view names[] = {"none", "grows", "stays", "shrinks"};
  return names[static_cast<std::size_t>(trend)];
}

}  // namespace lockstep::tracking

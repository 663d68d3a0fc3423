// Summaries of metrics and their bytes.
#include "tracking/store/metric_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::tracking::store {

MetricSummary empty_summary(std::string_view key) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  MetricSummary summary;
  summary.key = key;
  summary.last = summary.minimum = summary.maximum = nan;
  return summary;
}

void add_point(MetricSummary& summary, std::int64_t step, double value) noexcept {
  summary.last = value;
  summary.last_step = step;
  if (std::isnan(value)) return;
  if (std::isnan(summary.minimum) || value < summary.minimum) {
    summary.minimum = value;
    summary.minimum_step = step;
  }
  if (std::isnan(summary.maximum) || value > summary.maximum) {
    summary.maximum = value;
    summary.maximum_step = step;
  }
}

Bytes encode_metrics(std::vector<MetricSummary> metrics) {
  std::sort(metrics.begin(), metrics.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  Bytes out;
  for (const MetricSummary& metric : metrics) {
    put(out, static_cast<std::uint16_t>(metric.key.size()));
    put_bytes(out, std::as_bytes(std::span(metric.key)));
    for (const double value : {metric.last, metric.minimum, metric.maximum}) put(out, value);
    for (const std::int64_t step : {metric.last_step, metric.minimum_step, metric.maximum_step}) put(out, step);
  }
  return out;
}

std::vector<MetricSummary> decode_metrics(std::span<const std::byte> bytes) {
  std::vector<MetricSummary> metrics;
  metrics.reserve(bytes.size() / 60 + 1);
  for (ByteReader in(bytes); !in.empty();) {
    MetricSummary& metric = metrics.emplace_back();
    const auto key = in.take(in.get<std::uint16_t>());
    metric.key.assign(reinterpret_cast<const char*>(key.data()), key.size());
    for (double* value : {&metric.last, &metric.minimum, &metric.maximum}) *value = in.get<double>();
    for (std::int64_t* step : {&metric.last_step, &metric.minimum_step, &metric.maximum_step})
      *step = in.get<std::int64_t>();
  }
  return metrics;
}

}  // namespace lockstep::tracking::store

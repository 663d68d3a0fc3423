// The last values and extremes of a run's metrics, as one small BLOB in the catalogue, so that a list of ten thousand runs is
// read in one pass. Internal to tracking/store.
//
//   for each key, in byte order:  u16 length, key, f64 last, minimum, maximum, i64 step of each
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tracking/store/bytes.h"
#include "tracking/store/types.h"

namespace lockstep::tracking::store {

/// A summary before its first point: its extremes are NaN.
[[nodiscard]] MetricSummary empty_summary(std::string_view key);
/// Takes a later point into account. The first of equal extremes stays.
void add_point(MetricSummary& summary, std::int64_t step, double value) noexcept;

/// `metrics` need not be sorted.
[[nodiscard]] Bytes encode_metrics(std::vector<MetricSummary> metrics);
/// engine::FileError when the bytes are damaged.
[[nodiscard]] std::vector<MetricSummary> decode_metrics(std::span<const std::byte> bytes);

}  // namespace lockstep::tracking::store

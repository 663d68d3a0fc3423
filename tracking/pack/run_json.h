// record.json: a run's row of the catalogue.
#pragma once

#include <string>
#include <string_view>

#include "tracking/store/types.h"

namespace lockstep::tracking::pack {

/// Values of metrics stand as the bits of their f64, in hexadecimal: JSON has no NaN, and every bit counts.
[[nodiscard]] std::string run_to_json(const RunSummary& run);
/// Refuses (zip.h) what is damaged, another run's than `id`, or a run that is not over. Never in the trash.
[[nodiscard]] RunSummary run_from_json(std::string_view text, const std::string& id, const std::string& pack);

}  // namespace lockstep::tracking::pack

// Which samples are for training, validation and test: a function of the split seed and the labels.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/data/source.h"

namespace lockstep::engine::data {

using Parts = std::array<std::vector<std::int64_t>, 3>;  ///< train, validation, test; each ascending

/// Shares of [0, n). Stratified for classification: each class gives its share of each part, by largest remainders, so that
/// a part has round(n * fraction) samples in all. @throws DataError when a part that was asked for, or training, is empty
[[nodiscard]] Parts split(const Targets& targets, std::int64_t n, double validation_fraction, double test_fraction, std::uint64_t seed);

[[nodiscard]] std::string hash_parts(const Parts& parts);

}  // namespace lockstep::engine::data

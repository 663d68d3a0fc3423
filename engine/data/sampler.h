// The order of an epoch's samples, as a pure function of the epoch.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/rng.h"

namespace lockstep::engine::data {

/// Walker's alias method in Vose's form (1991): draws i with probability weights[i] / Σ weights in constant time.
/// Probabilities are 63-bit fractions, so that there is no cap on the number of weights.
class AliasTable {
 public:
  /// @throws ValueError for no weights, a negative or non-finite one, or only zeros
  explicit AliasTable(const std::vector<double>& weights);
  [[nodiscard]] std::size_t size() const noexcept { return alias_.size(); }
  /// The value of draw `position` of the stream.
  [[nodiscard]] std::int64_t draw(const RandomStream& stream, std::int64_t position) const noexcept;

 private:
  std::vector<std::uint64_t> keep_;  ///< of 2^63: the share of cell i that stays i
  std::vector<std::int64_t> alias_;
};

/// A permutation of `indices`: place = epoch, draw = position.
[[nodiscard]] std::vector<std::int64_t> shuffled(const std::vector<std::int64_t>& indices, std::uint64_t seed, std::int64_t epoch);
/// indices.size() draws with replacement: place = epoch, draw = position.
[[nodiscard]] std::vector<std::int64_t> sampled(const std::vector<std::int64_t>& indices, const AliasTable& table, std::uint64_t seed,
                                                std::int64_t epoch);

}  // namespace lockstep::engine::data

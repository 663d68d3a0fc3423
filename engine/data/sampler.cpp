#include "engine/data/sampler.h"

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace lockstep::engine::data {

AliasTable::AliasTable(const std::vector<double>& weights) : keep_(weights.size()), alias_(weights.size()) {
  double total = 0;
  for (const double weight : weights) {
    if (!(weight >= 0) || std::isinf(weight)) {
      throw ValueError(plain_message("data.weight", "a sampling weight must be a number that is not negative"));
    }
    total += weight;
  }
  if (!(total > 0) || std::isinf(total)) throw ValueError(plain_message("data.weights", "the sampling weights must have a positive, finite sum"));
  const auto n = static_cast<double>(weights.size());
  std::vector<double> scaled(weights.size());
  std::vector<std::size_t> small;
  std::vector<std::size_t> large;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    scaled[i] = weights[i] / total * n;
    (scaled[i] < 1 ? small : large).push_back(i);
  }
  constexpr double whole = 0x1p63;
  const auto set = [&](std::size_t i, double share, std::size_t other) {
    keep_[i] = static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * whole);
    alias_[i] = static_cast<std::int64_t>(other);
  };
  while (!small.empty() && !large.empty()) {
    const std::size_t s = small.back();
    const std::size_t l = large.back();
    small.pop_back();
    set(s, scaled[s], l);
    scaled[l] = (scaled[l] + scaled[s]) - 1;
    if (scaled[l] < 1) {
      large.pop_back();
      small.push_back(l);
    }
  }
  for (const std::size_t i : large) set(i, 1, i);
  // Left over by rounding alone; a weight of 0 stays impossible.
  const auto heaviest = static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
  for (const std::size_t i : small) set(i, weights[i] > 0 ? 1 : 0, heaviest);
}

std::int64_t AliasTable::draw(const RandomStream& stream, std::int64_t position) const noexcept {
  const auto at = static_cast<std::uint64_t>(position);
  const std::uint64_t cell = stream.below(alias_.size(), at, 0);
  const std::uint64_t share = stream.bits64(at, 1) >> 1U;
  return share < keep_[cell] ? static_cast<std::int64_t>(cell) : alias_[cell];
}

std::vector<std::int64_t> shuffled(const std::vector<std::int64_t>& indices, std::uint64_t seed, std::int64_t epoch) {
  const RandomStream stream(seed, StreamKind::shuffle, static_cast<std::uint64_t>(epoch));
  std::vector<std::int64_t> order = random_permutation(static_cast<std::int64_t>(indices.size()), stream);
  for (std::int64_t& i : order) i = indices[static_cast<std::size_t>(i)];
  return order;
}

std::vector<std::int64_t> sampled(const std::vector<std::int64_t>& indices, const AliasTable& table, std::uint64_t seed, std::int64_t epoch) {
  const RandomStream stream(seed, StreamKind::sample, static_cast<std::uint64_t>(epoch));
  std::vector<std::int64_t> order(indices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = indices[static_cast<std::size_t>(table.draw(stream, static_cast<std::int64_t>(i)))];
  }
  return order;
}

}  // namespace lockstep::engine::data

#include "engine/data/split.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/core/sha256.h"

namespace lockstep::engine::data {

namespace {

/// How many of each class a part of `wanted` samples gets: floor of the exact share, the rest by largest remainder
/// (ties: the lower class).
std::vector<std::int64_t> quotas(const std::vector<std::int64_t>& class_sizes, std::int64_t n, std::int64_t wanted) {
  std::vector<std::int64_t> quota;
  std::vector<std::pair<std::int64_t, std::size_t>> remainders;  // exact: size * wanted mod n
  std::int64_t given = 0;
  for (std::size_t c = 0; c < class_sizes.size(); ++c) {
    __extension__ using Wide = __int128;
    const Wide exact = static_cast<Wide>(class_sizes[c]) * wanted;
    quota.push_back(static_cast<std::int64_t>(exact / n));
    remainders.emplace_back(static_cast<std::int64_t>(exact % n), c);
    given += quota.back();
  }
  std::stable_sort(remainders.begin(), remainders.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (std::size_t i = 0; given < wanted; ++i, ++given) ++quota[remainders[i].second];
  return quota;
}

std::int64_t part_size(std::int64_t n, double fraction, std::string_view name) {
  if (!(fraction >= 0 && fraction < 1)) {
    throw DataError(plain_message("data.fraction", fmt::format("data.{}_fraction = {} is not in [0, 1)", name, fraction)));
  }
  const auto size = static_cast<std::int64_t>(std::floor(static_cast<double>(n) * fraction + 0.5));
  if (fraction > 0 && size == 0) {
    throw DataError(plain_message("data.fraction", fmt::format("data.{}_fraction = {} of {} samples is none; use a larger fraction or 0", name, fraction, n)));
  }
  return size;
}

}  // namespace

Parts split(const Targets& targets, std::int64_t n, double validation_fraction, double test_fraction, std::uint64_t seed) {
  Parts parts;
  const std::int64_t test = part_size(n, test_fraction, "test");
  const std::int64_t validation = part_size(n, validation_fraction, "validation");
  if (test + validation >= n) {
    throw DataError(plain_message("data.fraction", fmt::format("{} validation and {} test samples of {} leave none for training", validation, test, n)));
  }
  if (test + validation == 0) {
    parts[0].resize(static_cast<std::size_t>(n));
    std::iota(parts[0].begin(), parts[0].end(), std::int64_t{0});
    return parts;
  }
  const bool stratified = targets.present && targets.classification;
  const auto class_of = [&](std::int64_t i) { return stratified ? static_cast<std::size_t>(targets.labels[static_cast<std::size_t>(i)]) : 0U; };
  std::vector<std::int64_t> sizes(stratified ? targets.class_names.size() : 1U);
  for (std::int64_t i = 0; i < n; ++i) ++sizes[class_of(i)];
  auto for_test = quotas(sizes, n, test);
  for (std::size_t c = 0; c < sizes.size(); ++c) sizes[c] -= for_test[c];
  auto for_validation = quotas(sizes, n - test, validation);
  for (const std::int64_t i : random_permutation(n, RandomStream(seed, StreamKind::split, std::uint64_t{0}))) {
    const std::size_t c = class_of(i);
    if (for_test[c] > 0) --for_test[c], parts[2].push_back(i);
    else if (for_validation[c] > 0) --for_validation[c], parts[1].push_back(i);
    else parts[0].push_back(i);
  }
  for (auto& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

std::string hash_parts(const Parts& parts) {
  Sha256 hash;
  for (const auto& part : parts) {
    hash.update(fmt::format("{}\n", part.size()));
    hash.update(std::as_bytes(std::span(part)));
  }
  return hash.hex();
}

}  // namespace lockstep::engine::data

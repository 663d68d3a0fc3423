// The random streams of the determinism contract: every value is a pure function of where it is used.
// Philox4x32-10: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep::engine {

/// Version of everything in this file; recorded in each run. Any change of a value raises it.
inline constexpr int random_algorithm_version = 1;

/// The finaliser of SplitMix64 (Steele et al. 2014): a bijection of 64 bits.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

/// A stable 64-bit hash of a name (FNV-1a, then mix64); for keys of streams and checksums.
[[nodiscard]] constexpr std::uint64_t hash_name(std::string_view name) noexcept {
  std::uint64_t h = 0xCBF29CE484222325ULL;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return mix64(h);
}

struct PhiloxCounter {
  std::array<std::uint32_t, 4> words{};
};

[[nodiscard]] constexpr std::array<std::uint32_t, 4> philox4x32_10(PhiloxCounter counter, std::uint32_t key0,
                                                                   std::uint32_t key1) noexcept {
  auto c = counter.words;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53U} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57U} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32U) ^ c[1] ^ key0, static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32U) ^ c[3] ^ key1, static_cast<std::uint32_t>(p0)};
    key0 += 0x9E3779B9U;
    key1 += 0xBB67AE85U;
  }
  return c;
}

/// What a draw is for. The values are part of the algorithm: append only.
enum class StreamKind : std::uint8_t { split = 0, init = 1, shuffle = 2, augment = 3, dropout = 4, sample = 5 };

/// One stream at one place: key = H(seed of the stream, stream, place). Draws are addressed, never consumed:
/// the same (high, index) gives the same value for ever, on any thread. Copyable and stateless.
class RandomStream {
 public:
  RandomStream(std::uint64_t stream_seed, StreamKind kind, std::uint64_t place) noexcept;
  RandomStream(std::uint64_t stream_seed, StreamKind kind, std::string_view place) noexcept
      : RandomStream(stream_seed, kind, hash_name(place)) {}

  [[nodiscard]] std::uint32_t key0() const noexcept { return key0_; }
  [[nodiscard]] std::uint32_t key1() const noexcept { return key1_; }

  /// The four words at counter (high, block).
  [[nodiscard]] std::array<std::uint32_t, 4> block(std::uint64_t high, std::uint64_t block) const noexcept {
    return philox4x32_10({{static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32U),
                           static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32U)}},
                         key0_, key1_);
  }
  /// 32 bits for element `index`: word index mod 4 of block index / 4.
  [[nodiscard]] std::uint32_t bits32(std::uint64_t high, std::uint64_t index) const noexcept {
    return block(high, index / 4)[index % 4];
  }
  /// 64 bits for element `index`: a pair of words of block index / 2.
  [[nodiscard]] std::uint64_t bits64(std::uint64_t high, std::uint64_t index) const noexcept {
    const auto words = block(high, index / 2);
    const std::size_t first = 2 * (index % 2);
    return (static_cast<std::uint64_t>(words[first + 1]) << 32U) | words[first];
  }
  /// Uniform in [0, 1), 24 bits: exact in f32.
  [[nodiscard]] float uniform(std::uint64_t high, std::uint64_t index) const noexcept {
    return static_cast<float>(bits32(high, index) >> 8U) * 0x1p-24F;
  }
  /// Uniform in [0, 1), 53 bits.
  [[nodiscard]] double uniform53(std::uint64_t high, std::uint64_t index) const noexcept {
    return static_cast<double>(bits64(high, index) >> 11U) * 0x1p-53;
  }
  /// Uniform integer in [0, bound), bound > 0, by multiply-high: bias below bound / 2^64.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound, std::uint64_t high, std::uint64_t index) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(bits64(high, index)) * bound) >> 64U);
  }
  /// Standard normal by the inverse of its distribution function (Wichura's AS 241, PPND16) of a 53-bit uniform,
  /// in fixed double arithmetic without libm: the same bits everywhere.
  [[nodiscard]] double normal(std::uint64_t high, std::uint64_t index) const noexcept;

 private:
  std::uint32_t key0_;
  std::uint32_t key1_;
};

/// A permutation of 0 … n-1 (Fisher–Yates); position i of the shuffle uses draw i of the stream.
[[nodiscard]] std::vector<std::int64_t> random_permutation(std::int64_t n, const RandomStream& stream);

/// The quantile function of the standard normal distribution, 0 < p < 1; relative error about 1e-16.
[[nodiscard]] double normal_quantile(double p) noexcept;

}  // namespace lockstep::engine

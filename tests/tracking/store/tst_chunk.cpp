// The chunk codec: every bit comes back, the bytes a point stay small, damage is seen.
#include <QtTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "support_store.h"
#include "tracking/store/chunk.h"

using namespace lockstep::tracking;
using namespace lockstep::tracking::store;

namespace {

using Steps = std::vector<std::int64_t>;
using Bits = std::vector<std::uint64_t>;

Steps regular(std::size_t n) {
  Steps steps(n);
  for (std::size_t i = 0; i < n; ++i) steps[i] = static_cast<std::int64_t>(i) + 1;
  return steps;
}

/// Encoded size, or 0 when what comes back differs.
std::size_t round_trip(const Steps& steps, const Bits& bits) {
  Bytes data;
  encode_points(steps, bits, data);
  Steps steps_back;
  Bits bits_back;
  decode_points(data, steps_back, bits_back);
  return steps_back == steps && bits_back == bits ? data.size() : 0;
}

Bits bits_of(const std::vector<double>& values) {
  Bits bits;
  for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

}  // namespace

class TestChunk : public QObject {
  Q_OBJECT
 private slots:
  void specialValuesKeepTheirBits() {
    using Limits = std::numeric_limits<double>;
    Bits bits = bits_of({0.0, -0.0, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), Limits::denorm_min(),
                         1e308, Limits::max(), Limits::lowest(), 0.1});
    bits.push_back(0x7FF8000000000001u);  // NaNs with payloads, quiet and signalling, of both signs
    bits.push_back(0x7FF0000000000001u);
    bits.push_back(0xFFF8000012345678u);
    bits.push_back(0xFFFFFFFFFFFFFFFFu);
    QVERIFY(round_trip(regular(bits.size()), bits) > 0);
    for (const std::uint64_t one : bits) QVERIFY(round_trip({7}, {one}) > 0);
  }

  void extremeSteps() {
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    QVERIFY(round_trip({lowest, highest, 0, -1, 5, 5, 5}, {1, 2, 3, 4, 5, 6, 7}) > 0);
    QVERIFY(round_trip({highest, lowest}, {9, 9}) > 0);
  }

  void randomColumns() {
    std::mt19937_64 random(1);
    for (int round = 0; round < 200; ++round) {
      const std::size_t n = 1 + random() % 300;
      Steps steps(n);
      Bits bits(n);
      const int shape = round % 4;
      for (std::size_t i = 0; i < n; ++i) {
        steps[i] = shape == 0 ? static_cast<std::int64_t>(random()) : static_cast<std::int64_t>(i * 3 + random() % 3);
        bits[i] = shape == 1 ? random()
                  : shape == 2
                      ? i * 1000 + random() % 7
                      : std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<float>(random() % 1000) / 7));
      }
      QVERIFY(round_trip(steps, bits) > 0);
    }
  }

  // The targets of the store: at most 10 bytes a point, also where nothing repeats.
  void bytesAPoint() {
    std::mt19937_64 random(2);
    std::normal_distribution<double> noise(0, 0.05);
    Bits losses;
    Bits doubles;
    Bits hashes;
    Bits times;
    for (std::size_t i = 0; i < chunk_points; ++i) {
      const double loss = std::exp(-static_cast<double>(i) / 2000) + noise(random);
      losses.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<float>(loss))));
      doubles.push_back(std::bit_cast<std::uint64_t>(loss));
      hashes.push_back(random());
      times.push_back(1700000000000u + i * 12 + random() % 5);
    }
    const auto bytes = [](std::size_t size) { return static_cast<double>(size) / static_cast<double>(chunk_points); };
    const Steps steps = regular(chunk_points);
    for (const Bits& bits : {losses, doubles, hashes, times}) QVERIFY(round_trip(steps, bits) > 0);
    QVERIFY(bytes(round_trip(steps, losses)) < 4.1);
    QVERIFY(bytes(round_trip(steps, doubles)) < 8.1);
    QVERIFY(bytes(round_trip(steps, hashes)) < 8.1);
    QVERIFY(bytes(round_trip(steps, times)) < 1.1);
    QVERIFY(round_trip(steps, Bits(chunk_points, std::bit_cast<std::uint64_t>(0.001))) < 64);
  }

  void damageIsSeen() {
    Bytes data;
    encode_points(regular(500), Bits(500, 3), data);
    Steps steps;
    Bits bits;
    for (std::size_t i = 0; i < data.size(); ++i) {
      Bytes damaged = data;
      damaged[i] ^= std::byte{0x10};
      const auto read = [&] { decode_points(damaged, steps, bits); };
      QVERIFY2(!testing::error_of(read).empty(), std::to_string(i).c_str());
      const auto read_part = [&] { decode_points(std::span(data).first(i), steps, bits); };
      QVERIFY(!testing::error_of(read_part).empty());
    }
    QCOMPARE(testing::error_of([&] { decode_points(std::span(data).first(data.size() - 1), steps, bits); }),
             std::string("stored points are damaged: its checksum is wrong"));
  }
};

QTEST_GUILESS_MAIN(TestChunk)
#include "tst_chunk.moc"

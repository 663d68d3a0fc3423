// The random streams: Philox's published vectors, the distributions' closed forms, and independence of place.
#include <QtTest>

#include <cmath>
#include <set>

#include "engine/core/rng.h"

using namespace lockstep::engine;

class TestRng : public QObject {
  Q_OBJECT
 private slots:
  // Known-answer vectors of the authors' Random123 distribution (kat_vectors, philox4x32 10).
  void philoxKnownAnswers() {
    using Words = std::array<std::uint32_t, 4>;
    QVERIFY((philox4x32_10({{0, 0, 0, 0}}, 0, 0) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    QVERIFY((philox4x32_10({{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}}, 0xffffffff, 0xffffffff) ==
             Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    QVERIFY((philox4x32_10({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0) ==
             Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
  }

  // Values from tables of the standard normal distribution, as in AS 241's own test.
  void normalQuantile() {
    QVERIFY(std::fabs(normal_quantile(0.25) - -0.6744897501960817) < 1e-15);
    QVERIFY(std::fabs(normal_quantile(0.001) - -3.090232306167814) < 1e-14);
    QVERIFY(std::fabs(normal_quantile(1e-20) - -9.262340089798408) < 1e-13);
    QCOMPARE(normal_quantile(0.5), 0.0);
    for (const double x : {-8.0, -5.1, -2.0, -0.3, 0.7, 1.9, 4.0}) {
      QVERIFY(std::fabs(normal_quantile(0.5 * std::erfc(-x / std::sqrt(2.0))) - x) < 1e-9 * (1 + std::fabs(x) * 1e3));
    }
  }

  void momentsOfNormals() {
    const RandomStream stream(42, StreamKind::init, "0.weight");
    double sum = 0;
    double squares = 0;
    constexpr int n = 200000;
    for (int i = 0; i < n; ++i) {
      const double x = stream.normal(0, static_cast<std::uint64_t>(i));
      sum += x;
      squares += x * x;
    }
    QVERIFY(std::fabs(sum / n) < 0.01);
    QVERIFY(std::fabs(squares / n - 1) < 0.02);
  }

  void valuesDependOnPlaceOnly() {
    const RandomStream a(42, StreamKind::init, "0.weight");
    const RandomStream same(42, StreamKind::init, "0.weight");
    const RandomStream other_place(42, StreamKind::init, "1.weight");
    const RandomStream other_stream(42, StreamKind::dropout, "0.weight");
    const RandomStream other_seed(43, StreamKind::init, "0.weight");
    QCOMPARE(a.bits64(3, 17), same.bits64(3, 17));
    std::set<std::uint64_t> values{a.bits64(3, 17), other_place.bits64(3, 17), other_stream.bits64(3, 17),
                                   other_seed.bits64(3, 17), a.bits64(4, 17), a.bits64(3, 18)};
    QCOMPARE(values.size(), std::size_t{6});
  }

  // The recorded algorithm version promises these values for ever.
  void algorithmVersionOneIsFrozen() {
    QCOMPARE(random_algorithm_version, 1);
    const RandomStream stream(42, StreamKind::shuffle, std::uint64_t{0});
    QCOMPARE(random_permutation(8, stream), GOLDEN_PERMUTATION);
  }

  void permutationIsUniform() {
    std::array<int, 6> counts{};
    for (std::uint64_t seed = 0; seed < 12000; ++seed) {
      const auto p = random_permutation(3, RandomStream(seed, StreamKind::shuffle, std::uint64_t{0}));
      ++counts[static_cast<std::size_t>(p[0] * 2 + (p[1] > p[2] ? 1 : 0))];
    }
    for (const int count : counts) QVERIFY(std::abs(count - 2000) < 200);
  }

 private:
  const std::vector<std::int64_t> GOLDEN_PERMUTATION{7, 2, 3, 5, 4, 6, 1, 0};
};

QTEST_GUILESS_MAIN(TestRng)
#include "tst_rng.moc"

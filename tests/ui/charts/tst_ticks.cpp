// The marks of the axes: where they stand and what they say.
#include <QtTest>
#include <cmath>
#include <random>

#include "ui/charts/Ticks.h"

using namespace lockstep::ui;

class TestTicks : public QObject {
  Q_OBJECT

  static QStringList labels(const Ticks& ticks) {
    QStringList out;
    for (const Tick& tick : ticks) out << tick.label;
    return out;
  }

 private slots:
  void they_are_numbers_that_people_write() {
    QCOMPARE(labels(linearTicks(0, 10, 5)), QStringList({"0", "2", "4", "6", "8", "10"}));
    QCOMPARE(labels(linearTicks(0, 1, 5)), QStringList({"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
    QCOMPARE(labels(linearTicks(0, 4220, 5)), QStringList({"0", "1,000", "2,000", "3,000", "4,000"}));
    QCOMPARE(labels(linearTicks(-0.013, 0.012, 5)), QStringList({"−0.010", "−0.005", "0", "0.005", "0.010"}));
    QCOMPARE(labels(linearTicks(999'990, 1'000'010, 4)), QStringList({"999,990", "999,995", "1,000,000", "1,000,005", "1,000,010"}));
    QCOMPARE(labels(linearTicks(0, 5e-6, 5)), QStringList({"0", "1×10⁻⁶", "2×10⁻⁶", "3×10⁻⁶", "4×10⁻⁶", "5×10⁻⁶"}));
    QCOMPARE(labels(linearTicks(0, 1e9, 2)), QStringList({"0", "5×10⁸", "1.0×10⁹"}));
    QCOMPARE(labels(linearTicks(0, 3 * 1024.0 * 1024, 3, Unit::bytes)), QStringList({"0\u00a0MiB", "1\u00a0MiB", "2\u00a0MiB", "3\u00a0MiB"}));
  }

  void a_logarithmic_axis_has_decades() {
    QCOMPARE(labels(logTicks(-8, 0, 10)), QStringList({"10⁻⁸", "10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴", "0.001", "0.01", "0.1", "1"}));
    QCOMPARE(labels(logTicks(-2, 0, 10)), QStringList({"0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"}));
    QCOMPARE(labels(logTicks(0, 300, 4)).size(), 5);
    for (const Tick& tick : logTicks(0.1, 0.3, 4)) QVERIFY(std::abs(std::pow(10, tick.at) - tick.label.toDouble()) < 1e-9);
  }

  void times_are_those_of_a_clock() {
    QCOMPARE(labels(timeTicks(0, 60'000, 6)), QStringList({"0:00", "0:10", "0:20", "0:30", "0:40", "0:50", "1:00"}));
    QCOMPARE(labels(timeTicks(0, 4 * 3'600'000.0, 4)), QStringList({"0:00", "1:00:00", "2:00:00", "3:00:00", "4:00:00"}));
    QCOMPARE(labels(timeTicks(0, 1000, 2)), QStringList({"0.0 s", "0.5 s", "1.0 s"}));
    QCOMPARE(labels(timeTicks(0, 10 * 86'400'000.0, 3)).size(), 3);
  }

  void any_range_gets_few_distinct_labels_in_order() {
    std::mt19937 random(6);
    std::uniform_real_distribution<double> exponent(-12, 12), place(-1, 1);
    for (int trial = 0; trial < 3000; ++trial) {
      const double size = std::pow(10.0, exponent(random)), from = place(random) * size * (trial % 3 == 0 ? 1000 : 1), to = from + size;
      const int most = 1 + static_cast<int>(random() % 12);
      for (const Ticks& ticks : {linearTicks(from, to, most), linearTicks(from, to, most, Unit::bytes), timeTicks(from * 1e6, to * 1e6, most)}) {
        QVERIFY(ticks.size() <= static_cast<std::size_t>(most) + 1);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
          QVERIFY(!ticks[i].label.contains(QLatin1Char('e')));
          if (i > 0) QVERIFY(ticks[i].at > ticks[i - 1].at);
        }
      }
      QStringList linear = labels(linearTicks(from, to, most));
      QCOMPARE(linear.removeDuplicates(), 0);
    }
  }

  void nonsense_gets_none() {
    QVERIFY(linearTicks(1, 1, 5).empty());
    QVERIFY(linearTicks(0, INFINITY, 5).empty());
    QVERIFY(linearTicks(0, std::nan(""), 5).empty());
    QVERIFY(logTicks(2, 1, 5).empty());
    QVERIFY(timeTicks(0, 0, 5).empty());
  }
};

QTEST_GUILESS_MAIN(TestTicks)
#include "tst_ticks.moc"

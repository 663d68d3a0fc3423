// Student's distribution against its closed forms, and Welch's interval against what it becomes for equal variances.
#include <QtTest>
#include <array>
#include <cmath>
#include <numbers>

#include "tracking/analysis/statistics.h"

using namespace lockstep::tracking;

class TestStatistics : public QObject {
  Q_OBJECT

 private slots:
  void student_has_its_closed_forms() {
    for (const double t : {-30.0, -2.5, -0.3, 0.0, 0.1, 1.0, 4.0, 200.0}) {
      const double root = std::sqrt(2 + t * t);
      QVERIFY(std::abs(student_cdf(t, 1) - (0.5 + std::atan(t) / std::numbers::pi)) < 1e-13);
      QVERIFY(std::abs(student_cdf(t, 2) - (0.5 + t / (2 * root))) < 1e-13);
      const double u = t * t / 4;  // of four degrees: Abramowitz and Stegun 26.7.4
      const double four = 0.5 + 0.5 * t / std::sqrt(t * t + 4) * (1 + 0.5 / (1 + u));
      QVERIFY(std::abs(student_cdf(t, 4) - four) < 1e-13);
    }
    // Tables: two-sided 95 % (Abramowitz and Stegun, table 26.10).
    QVERIFY(std::abs(student_quantile(0.975, 1) - 12.706) < 5e-4);
    QVERIFY(std::abs(student_quantile(0.975, 10) - 2.228) < 5e-4);
    QVERIFY(std::abs(student_quantile(0.975, 1e6) - 1.960) < 5e-4);
    for (const double p : {0.001, 0.2, 0.5, 0.77, 0.999}) QVERIFY(std::abs(student_cdf(student_quantile(p, 3.7), 3.7) - p) < 1e-12);
    QVERIFY(std::isnan(student_quantile(1, 3)) && std::isnan(student_cdf(1, 0)));
  }

  void spread_is_mean_and_sample_deviation() {
    const std::array values{2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0, std::nan("")};
    const Spread spread = spread_of(values);
    QCOMPARE(spread.count, std::int64_t{8});
    QCOMPARE(spread.mean, 5.0);
    QCOMPARE(spread.deviation, std::sqrt(32.0 / 7.0));
    QVERIFY(std::isnan(spread_of(std::array{1.0}).deviation));
    QVERIFY(std::isnan(spread_of({}).mean));
  }

  void welch_is_the_two_sample_t_for_equal_spreads() {
    const Spread one{10, 20, 2}, two{10, 21, 2};
    const WelchInterval found = welch(one, two);
    QVERIFY(std::abs(found.degrees - 18) < 1e-12);
    const double error = 2 * std::sqrt(2.0 / 10), reach = student_quantile(0.975, 18) * error;
    QVERIFY(std::abs(found.low - (1 - reach)) < 1e-12 && std::abs(found.high - (1 + reach)) < 1e-12);
    QVERIFY(std::abs(found.p_value - 2 * student_cdf(-1 / error, 18)) < 1e-12);
    QVERIFY(std::isnan(welch({1, 3, NAN}, two).low));
    const WelchInterval exact = welch({3, 1, 0}, {3, 2, 0});
    QVERIFY(exact.low == 1 && exact.high == 1 && exact.p_value == 0);
  }
};

QTEST_GUILESS_MAIN(TestStatistics)
#include "tst_statistics.moc"

// What the page of a run computes: the time left, and which charts there are.
#include <QtTest>
#include <cmath>
#include <functional>
#include <random>

#include "ui/pages/run/ChartPlan.h"
#include "ui/pages/run/TimeLeft.h"

using namespace lockstep::ui;

class TestRunParts : public QObject {
  Q_OBJECT

  static RunClock clockOf(std::int64_t first, std::int64_t last, const std::function<std::int64_t(std::int64_t)>& tookMs) {
    RunClock clock;
    std::int64_t time = 1'000'000;
    for (std::int64_t step = first; step <= last; ++step) clock.append(step, time += tookMs(step));
    return clock;
  }
  static QStringList ids(const std::vector<PlannedChart>& charts) {
    QStringList out;
    for (const PlannedChart& chart : charts) out << QString::fromStdString(chart.id);
    return out;
  }

 private slots:
  void thirty_steps_of_this_attempt_are_needed() {
    const auto even = [](std::int64_t) { return std::int64_t{100}; };
    QVERIFY(!millisecondsAStep(clockOf(1, 29, even), 0));
    QCOMPARE(*millisecondsAStep(clockOf(1, 30, even), 0), 100.0);
    QVERIFY(!millisecondsAStep(clockOf(1, 229, even), 200));
    QCOMPARE(*millisecondsAStep(clockOf(1, 230, even), 200), 100.0);
    QVERIFY(!millisecondsAStep(RunClock(), 0));
  }

  void a_pause_does_not_slow_the_run() {
    const RunClock clock = clockOf(1, 500, [](std::int64_t step) { return std::int64_t{step == 300 ? 3'600'000 : 100}; });
    QCOMPARE(*millisecondsAStep(clock, 0), 100.0);
    // An evaluation that takes its time at each epoch's end is part of the work.
    const RunClock evaluated = clockOf(1, 500, [](std::int64_t step) { return std::int64_t{step % 50 == 0 ? 600 : 100}; });
    QVERIFY(std::abs(*millisecondsAStep(evaluated, 0) - 110) < 2);
  }

  void what_is_logged_every_tenth_step_counts_as_ten() {
    RunClock clock;
    for (std::int64_t step = 10; step <= 1000; step += 10) clock.append(step, step * 100);
    QCOMPARE(*millisecondsAStep(clock, 0), 100.0);
  }

  void time_left_never_jumps_nor_is_negative() {
    std::mt19937 random(8);
    TimeLeft left;
    QVERIFY(!left.update(1000, {}, false, 0));
    std::int64_t now = 0, steps = 1000, last = -1;
    while (steps > 0) {
      const double rate = 100 * (0.5 + static_cast<double>(random() % 100) / 100);  // a noisy estimate
      const auto shown = left.update(steps, rate, false, now);
      QVERIFY(shown && *shown >= 0);
      if (last >= 0) QVERIFY2(static_cast<double>(std::abs(*shown - last)) < 0.25 * static_cast<double>(std::max<std::int64_t>(last, 4000)), qPrintable(QStringLiteral("%1 after %2").arg(*shown).arg(last)));
      last = *shown;
      steps -= 3;
      now += 300;
    }
    QCOMPARE(*left.update(0, 100.0, false, now + 1'000'000), 0);
  }

  void time_left_stands_still_in_a_pause() {
    TimeLeft left;
    QCOMPARE(*left.update(100, 1000.0, false, 0), 100'000);
    for (std::int64_t now = 1000; now < 600'000; now += 1000) QCOMPARE(*left.update(100, 1000.0, true, now), 100'000);
    QVERIFY(*left.update(100, 1000.0, false, 600'250) > 98'900);
  }

  void every_run_has_the_same_charts_first() {
    QCOMPARE(ids(planCharts({})), QStringList({"loss", "learning_rate", "gradient_norm", "samples_per_second", "memory"}));
    const auto charts = planCharts({"gradient_norm", "learning_rate", "samples_per_second", "system/memory_peak", "system/memory_resident", "test/accuracy", "test/loss", "train/accuracy", "train/epoch_loss",
                                    "train/loss", "val/accuracy", "val/loss"});
    QCOMPARE(ids(charts), QStringList({"loss", "accuracy", "learning_rate", "gradient_norm", "samples_per_second", "memory"}));
    QCOMPARE(charts[0].curves.size(), std::size_t{4});
    QVERIFY(charts[0].large && charts[1].large && !charts[2].large);
    QVERIFY(!charts[0].curves[0].dots && charts[0].curves[1].dots);
    QCOMPARE(charts[5].unit, Unit::bytes);
    // No two curves of a chart look the same, and none has the other's name.
    for (const PlannedChart& chart : charts)
      for (std::size_t i = 0; i < chart.curves.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) QVERIFY(chart.curves[i].number != chart.curves[k].number && chart.curves[i].name != chart.curves[k].name);
  }

  void a_gpu_has_its_charts_in_one_order() {
    // By name, as they are recorded; the temperature is not told by this one.
    const auto charts = planCharts({"system/gpu_allocated", "system/gpu_clock", "system/gpu_memory", "system/gpu_peak", "system/gpu_power", "system/gpu_reserved", "system/gpu_utilisation", "train/loss"});
    QCOMPARE(ids(charts), QStringList({"loss", "learning_rate", "gradient_norm", "samples_per_second", "memory", "gpu_utilisation", "gpu_memory", "gpu_power", "gpu_clock"}));
    QCOMPARE(charts[6].unit, Unit::bytes);
    QCOMPARE(charts[6].curves.size(), std::size_t{4});
    QCOMPARE(charts[6].curves[0].name, QStringLiteral("whole GPU"));
    QCOMPARE(charts[7].curves[0].name, QStringLiteral("GPU power, W"));
    for (const PlannedChart& chart : charts) QVERIFY(!chart.large || chart.id == "loss");
    for (std::size_t i = 1; i < charts[6].curves.size(); ++i) QVERIFY(charts[6].curves[i].number != charts[6].curves[i - 1].number && charts[6].curves[i].name != charts[6].curves[i - 1].name);
    // Allocations alone, where the card's own figures are not known.
    QCOMPARE(ids(planCharts({"system/gpu_allocated"})).last(), QStringLiteral("gpu_memory"));
  }

  void a_metric_that_nobody_thought_of_gets_a_chart() {
    const auto charts = planCharts({"my_number", "system/gpu_load", "val/r2"});
    QCOMPARE(ids(charts), QStringList({"loss", "r2", "learning_rate", "gradient_norm", "samples_per_second", "memory", "my_number", "gpu_load"}));
    QCOMPARE(charts[6].title, QStringLiteral("My number"));
    QVERIFY(charts[1].large);
  }
};

QTEST_GUILESS_MAIN(TestRunParts)
#include "tst_run_parts.moc"

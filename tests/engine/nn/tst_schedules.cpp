// Learning rates against what PyTorch's schedulers give step by step.
#include <QtTest>

#include <cmath>

#include "engine/optim/schedule.h"
#include "tests/engine/nn/support_golden.h"

using namespace lockstep;
using namespace lockstep::engine;
using optim::Schedule;

namespace {

schema::Arguments without(const schema::Arguments& all, std::initializer_list<std::string_view> names) {
  schema::Arguments out;
  for (const auto& [name, value] : all.values()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) out.set(name, value);
  }
  return out;
}

std::string type_of(const std::string& golden_case) { return golden_case.substr(0, golden_case.find('.')); }

}  // namespace

class TestSchedules : public QObject {
  Q_OBJECT
 private slots:
  void asPyTorch_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : test::Golden("schedules").cases()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }

  void asPyTorch() {
    QFETCH(QString, name);
    const std::string golden_case = name.toStdString();
    const test::Golden golden("schedules");
    const schema::Arguments settings = golden.settings(golden_case);
    const auto rates = golden.numbers(golden_case, "lr");
    const double base = settings.real("lr");
    if (type_of(golden_case) == "ReduceLROnPlateau") {
      const auto metrics = golden.numbers(golden_case, "metric");
      const Schedule schedule("ReduceLROnPlateau", without(settings, {"lr"}), base, 1000, 1);
      QCOMPARE(schedule.learning_rate(1), base);
      for (std::size_t i = 0; i < rates.size(); ++i) {
        QCOMPARE(schedule.learning_rate(static_cast<std::int64_t>(i) + 2, std::span(metrics).first(i + 1)), rates[i]);
      }
      return;
    }
    const std::int64_t total = settings.has("total_steps") ? settings.integer("total_steps") : static_cast<std::int64_t>(rates.size());
    const Schedule schedule(type_of(golden_case), without(settings, {"lr", "total_steps"}), base, total, 1);
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const double rate = schedule.learning_rate(static_cast<std::int64_t>(i) + 1);
      QVERIFY2(std::fabs(rate - rates[i]) <= 1e-12, qPrintable(QString("step %1: %2, PyTorch %3").arg(i + 1).arg(rate).arg(rates[i])));
    }
  }

  // By default these count epochs: all steps of an epoch have one rate.
  void epochsAndSteps() {
    const auto each = test::arguments({{"milestones", std::vector<std::int64_t>{2, 3}}, {"gamma", 0.5}});
    const Schedule epochs("MultiStepLR", each, 0.8, 40, 10);
    for (std::int64_t step = 1; step <= 40; ++step) QCOMPARE(epochs.learning_rate(step), step <= 20 ? 0.8 : step <= 30 ? 0.4 : 0.2);
    auto counted = each;
    counted.set("unit", std::string("step"));
    const Schedule steps("MultiStepLR", counted, 0.8, 40, 10);
    for (std::int64_t step = 1; step <= 40; ++step) QCOMPARE(steps.learning_rate(step), step <= 2 ? 0.8 : step <= 3 ? 0.4 : 0.2);
  }

  void wholeRunByDefault() {
    const Schedule cosine("CosineAnnealingLR", {}, 0.1, 50, 10);
    QVERIFY(std::fabs(cosine.learning_rate(21) - 0.1 * (1 + std::cos(M_PI * 2 / 5)) / 2) < 1e-15);
    const Schedule cycle("OneCycleLR", {}, 0.1, 40, 10);
    QCOMPARE(cycle.learning_rate(12), 0.1);
    QVERIFY(std::fabs(cycle.learning_rate(40) - 0.1 / 25 / 1e4) < 1e-18);
  }

  void shorterThanTheWarmup() {
    const Schedule schedule("WarmupCosine", test::arguments({{"warmup_steps", std::int64_t{10}}}), 1.0, 4, 1);
    QCOMPARE(schedule.learning_rate(4), 0.4);
  }

  void errors() {
    const Schedule constant("Constant", {}, 0.1, 10, 5);
    QCOMPARE(constant.learning_rate(10), 0.1);
    QCOMPARE(test::error_text([&] { (void)constant.learning_rate(11); }), std::string("the schedule has a learning rate for steps 1 to 10, not for 11"));
    QCOMPARE(test::error_text([&] { (void)constant.learning_rate(0); }), std::string("the schedule has a learning rate for steps 1 to 10, not for 0"));
    QCOMPARE(test::error_text([] { Schedule("StepLR", {}, 0.1, 10, 5); }), std::string("StepLR needs step_size: an integer from 1 to 1e+15"));
    QVERIFY(test::error_text([] { Schedule("Cosine", {}, 0.1, 10, 5); }).starts_with("unknown schedule \"Cosine\"; there are Constant, StepLR"));
    QCOMPARE(test::error_text([] { Schedule("Constant", test::arguments({{"gamma", 0.1}}), 0.1, 10, 5); }),
             std::string("Constant has no argument \"gamma\"; it takes none"));
  }
};

QTEST_GUILESS_MAIN(TestSchedules)
#include "tst_schedules.moc"

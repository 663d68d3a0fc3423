// Evaluations repeat the record's values bit for bit, notice changed data, and count what a person would count by hand.
#include <QtTest>

#include <cmath>
#include <map>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/train/experiment.h"
#include "support_run.h"
#include "tracking/model/evaluation.h"
#include "tracking/model/part_metrics.h"
#include "tracking/model/prediction.h"

using namespace lockstep;

namespace {

std::map<std::string, double> metrics_of(const tracking::ModelEvaluation& evaluation) { return {evaluation.metrics.begin(), evaluation.metrics.end()}; }

std::string plane_csv(int rows) {
  std::string out = "x,y,z\n";
  for (int i = 0; i < rows; ++i) {
    const double x = ((i * 37) % 41) / 41.0;
    const double y = ((i * 53) % 43) / 43.0;
    out += std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(2 * x - y + 0.25 * x * y) + "\n";
  }
  return out;
}

constexpr const char* plane_config = R"(config_version = 1
[data]
kind = "csv"
path = "plane.csv"
target = "z"
batch_size = 10
[[model.layers]]
type = "Linear"
out_features = 1
[optimizer]
type = "SGD"
learning_rate = 0.1
[train]
steps = 20
)";

}  // namespace

class TestEvaluation : public QObject {
  Q_OBJECT

 private:
  Workshop workshop_;
  tracking::SessionResult run_;

 private slots:
  void initTestCase() {
    workshop_.write("flowers.csv", flowers_csv(120));
    run_ = workshop_.train(flowers_config());
  }

  void ownPartsGiveTheRecordedValues() {
    tracking::TrainedModel last = workshop_.open(run_.run, "last");
    const auto of_last = metrics_of(tracking::evaluate_own_parts(last, workshop_.project()));
    QVERIFY(of_last.at("val/loss") == run_.metrics.at("val/loss"));
    QVERIFY(of_last.at("val/accuracy") == run_.metrics.at("val/accuracy"));
    tracking::TrainedModel best = workshop_.open(run_.run);
    const tracking::ModelEvaluation evaluation = tracking::evaluate_own_parts(best, workshop_.project());
    const auto of_best = metrics_of(evaluation);
    QVERIFY(of_best.at("test/loss") == run_.metrics.at("test/loss"));
    QVERIFY(of_best.at("test/accuracy") == run_.metrics.at("test/accuracy"));
    QCOMPARE(evaluation.part, std::string("test"));
    QVERIFY(evaluation.drift.empty());
    // 120 rows, a quarter of each of the three classes of 40.
    QCOMPARE(evaluation.samples, std::int64_t{30});
    std::int64_t correct = 0;
    for (const tracking::ClassAccuracy& of : evaluation.per_class) {
      QCOMPARE(of.samples, std::int64_t{10});
      correct += of.correct;
    }
    QCOMPARE(static_cast<double>(correct) / 30, of_best.at("test/accuracy"));
  }

  void theConfusionMatrixCountsWhatPredictSays() {
    const std::filesystem::path file = workshop_.write("other.csv", flowers_csv(50));
    tracking::TrainedModel model = workshop_.open(run_.run);
    const tracking::ModelEvaluation evaluation = tracking::evaluate_on(model, {file});
    std::vector<std::vector<std::int64_t>> expected(3, std::vector<std::int64_t>(3));
    int row = 0;
    tracking::predict(model, {file}, [&](const tracking::Prediction& prediction) { ++expected[static_cast<std::size_t>(row++ * 7 % 3)][static_cast<std::size_t>(prediction.label)]; });
    QCOMPARE(row, 50);
    QCOMPARE(evaluation.classes, (std::vector<std::string>{"aster", "be\"gonia", "rose, wild"}));
    QCOMPARE(evaluation.confusion, expected);
    QCOMPARE(evaluation.samples, std::int64_t{50});
    QCOMPARE(metrics_of(evaluation).at("test/accuracy"), static_cast<double>(expected[0][0] + expected[1][1] + expected[2][2]) / 50);
  }

  void changedDataAreRefusedUnlessAccepted() {
    // A row of the training part becomes far wider than any flower.
    tracking::TrainedModel model = workshop_.open(run_.run);
    const auto dataset = engine::data::Dataset::load(engine::train::dataset_options(model.config()));
    std::string changed = flowers_csv(120);
    std::size_t line = 0;
    for (std::int64_t row = -1; row < dataset->indices(engine::data::Part::train).front(); ++row) line = changed.find('\n', line) + 1;
    changed.insert(line, "9");
    workshop_.write("flowers.csv", changed);
    const std::string error = error_of([&] { (void)tracking::evaluate_own_parts(model, workshop_.project()); });
    QVERIFY2(error.starts_with("the data of run " + run_.run + " are not those it was trained on: the data's fingerprint is "), error.c_str());
    QVERIFY2(error.find("changed files: flowers.csv") != std::string::npos, error.c_str());
    QVERIFY2(error.ends_with("Pass --accept-drift to evaluate on them all the same"), error.c_str());
    tracking::EvaluationOptions accepting;
    accepting.accept_drift = true;
    const tracking::ModelEvaluation evaluation = tracking::evaluate_own_parts(model, workshop_.project(), accepting);
    QVERIFY(!evaluation.drift.empty());
    // Nothing is fitted anew: for the same test rows the recorded normalisation gives the recorded values.
    QVERIFY(metrics_of(evaluation).at("test/loss") == run_.metrics.at("test/loss"));

    // A colour that the model has no input for, often enough that the training part has it.
    for (int i = 0; i < 40; ++i) changed += "1.0,1.0,green,aster\n";
    workshop_.write("flowers.csv", changed);
    const std::string other = error_of([&] { (void)tracking::evaluate_own_parts(model, workshop_.project(), accepting); });
    workshop_.write("flowers.csv", flowers_csv(120));
    QCOMPARE(other, std::string("these data can't be used as the recorded ones were: the texts of column \"colour\" are others"));
  }

  void aTextThatTheRunDidNotKnowIsAnErrorAsATarget() {
    const std::filesystem::path file = workshop_.write("unknown.csv", "width,height,colour,kind\n1.0,1.0,red,orchid\n");
    tracking::TrainedModel model = workshop_.open(run_.run);
    const std::string error = error_of([&] { (void)tracking::evaluate_on(model, {file}); });
    QVERIFY2(error.find("orchid") != std::string::npos && error.find("unknown.csv") != std::string::npos, error.c_str());
  }

  void aRegressionHasItsErrors() {
    workshop_.write("plane.csv", plane_csv(200));
    const std::string config = plane_config;
    const tracking::SessionResult run = workshop_.train(config);
    tracking::TrainedModel model = workshop_.open(run.run);
    const std::filesystem::path file = workshop_.write("plane-other.csv", plane_csv(30));
    const auto metrics = metrics_of(tracking::evaluate_on(model, {file}));

    std::vector<double> predicted;
    tracking::predict(model, {file}, [&](const tracking::Prediction& p) { predicted.push_back(p.values.at(0)); });
    double sum = 0, mean = 0, squared = 0, absolute = 0, spread = 0;
    std::vector<double> targets;
    for (int i = 0; i < 30; ++i) {
      const double x = std::stod(std::to_string(((i * 37) % 41) / 41.0));
      const double y = std::stod(std::to_string(((i * 53) % 43) / 43.0));
      targets.push_back(2 * x - y + 0.25 * x * y);
      sum += targets.back();
    }
    mean = sum / 30;
    for (std::size_t i = 0; i < 30; ++i) {
      squared += std::pow(predicted[i] - targets[i], 2);
      absolute += std::fabs(predicted[i] - targets[i]);
      spread += std::pow(targets[i] - mean, 2);
    }
    const auto near = [](double a, double b) { return std::fabs(a - b) < 1e-5; };  // the file has six digits
    QVERIFY(near(metrics.at("test/mse"), squared / 30));
    QVERIFY(near(metrics.at("test/mae"), absolute / 30));
    QVERIFY(near(metrics.at("test/r2"), 1 - squared / spread));
    QVERIFY(near(metrics.at("test/loss"), squared / 30));

    const std::string error = error_of([&] { (void)tracking::evaluate_own_parts(model, workshop_.project()); });
    QCOMPARE(error, "the run " + run.run + " has neither a validation nor a test part; name other data with --data PATH");
  }

  // Worked by hand: targets 1, 2, 6 (mean 3, spread 4 + 1 + 9 = 14), predictions 2, 2, 4 (errors 1, 0, -2).
  void errorsOfARegressionByHand() {
    tracking::RegressionErrors errors(1);
    const std::vector<float> targets{1, 2, 6};
    const std::vector<float> predictions{2, 2, 4};
    errors.add(std::span(targets).first(2), std::span(predictions).first(2));
    errors.add(std::span(targets).last(1), std::span(predictions).last(1));
    QVERIFY(std::fabs(errors.mse() - 5.0 / 3) < 1e-15);
    QVERIFY(std::fabs(errors.mae() - 1.0) < 1e-15);
    QVERIFY(std::fabs(errors.r2() - (1 - 5.0 / 14)) < 1e-15);

    tracking::RegressionErrors constant(2);  // the second value never changes
    const std::vector<float> pairs{1, 5, 3, 5};
    constant.add(pairs, pairs);
    QCOMPARE(constant.mse(), 0.0);
    QVERIFY(std::isnan(constant.r2()));
    QVERIFY(std::isnan(tracking::RegressionErrors(1).mse()));
  }
};

QTEST_GUILESS_MAIN(TestEvaluation)
#include "tst_evaluation.moc"

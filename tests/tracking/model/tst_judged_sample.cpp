// The worst samples are those of the greatest loss, with what they look like; points and progress of an evaluation.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "engine/backend/cpu/cpu_backend.h"
#include "support_run.h"
#include "tracking/model/evaluation.h"
#include "tracking/model/prediction.h"

using namespace lockstep;

namespace {

constexpr const char* plane_config = R"(config_version = 1
[data]
kind = "csv"
path = "plane.csv"
target = "z"
test_fraction = 0.5
batch_size = 7
[[model.layers]]
type = "Linear"
out_features = 1
[optimizer]
type = "SGD"
learning_rate = 0.1
[train]
steps = 5
)";

std::string plane_csv(int rows) {
  std::string out = "x,y,z\n";
  for (int i = 0; i < rows; ++i) out += std::to_string(i % 7) + "," + std::to_string(i % 5) + "," + std::to_string(i % 7 - i % 5 + 0.125 * i) + "\n";
  return out;
}

}  // namespace

class TestJudgedSample : public QObject {
  Q_OBJECT

  Workshop workshop_;
  tracking::SessionResult flowers_;

 private slots:
  void initTestCase() {
    workshop_.write("flowers.csv", flowers_csv(120));
    flowers_ = workshop_.train(flowers_config());
  }

  void theWorstAreThoseOfTheGreatestLoss() {
    tracking::TrainedModel model = workshop_.open(flowers_.run);
    const std::filesystem::path file = workshop_.write("other.csv", flowers_csv(50));
    tracking::EvaluationOptions options;
    options.worst = 50;
    const tracking::ModelEvaluation all = tracking::evaluate_on(model, {file}, options);
    QCOMPARE(all.worst.size(), std::size_t{50});
    std::vector<tracking::Prediction> predictions;
    tracking::predict(model, {file}, [&](const tracking::Prediction& prediction) { predictions.push_back(prediction); });
    double sum = 0;
    std::int64_t correct = 0;
    for (const tracking::JudgedSample& sample : all.worst) {
      const auto at = static_cast<std::size_t>(sample.index);
      QCOMPARE(sample.right, static_cast<std::int64_t>(at * 7 % 3));
      QCOMPARE(sample.predicted, predictions[at].label);
      QCOMPARE(sample.input, predictions[at].input);
      QVERIFY(std::fabs(sample.right_probability - static_cast<double>(predictions[at].probabilities[static_cast<std::size_t>(sample.right)])) < 1e-6);
      QVERIFY(std::fabs(sample.predicted_probability - static_cast<double>(predictions[at].probabilities[static_cast<std::size_t>(sample.predicted)])) < 1e-6);
      sum += sample.loss;
      correct += sample.right == sample.predicted ? 1 : 0;
    }
    QVERIFY(std::is_sorted(all.worst.begin(), all.worst.end(), [](const auto& a, const auto& b) { return a.loss > b.loss; }));
    // Without class weights and smoothing the mean of the samples' losses is the loss.
    QVERIFY(std::fabs(sum / 50 - all.metrics[0].second) < 1e-5);
    QCOMPARE(static_cast<double>(correct) / 50, all.metrics[1].second);

    options.worst = 6;
    const tracking::ModelEvaluation some = tracking::evaluate_on(model, {file}, options);
    QCOMPARE(some.worst.size(), std::size_t{6});
    for (std::size_t i = 0; i < 6; ++i) QCOMPARE(some.worst[i].index, all.worst[i].index);
    QVERIFY(tracking::evaluate_on(model, {file}).worst.empty());
  }

  void aRowReadsAsItStandsInTheFile() {
    tracking::TrainedModel model = workshop_.open(flowers_.run);
    tracking::EvaluationOptions options;
    options.worst = 1;
    const auto worst = tracking::evaluate_on(model, {workshop_.write("one.csv", "width,height,colour,kind\n0.5,1.25,white,aster\n")}, options).worst;
    QCOMPARE(worst.size(), std::size_t{1});
    const tracking::SampleContent& content = worst[0].content;
    QCOMPARE(content.height, std::int64_t{0});
    const std::vector<std::pair<std::string, std::string>> expected{{"width", "0.5"}, {"height", "1.25"}, {"colour", "white"}};
    QCOMPARE(content.fields, expected);
    QVERIFY(worst[0].input.ends_with("one.csv:2"));
  }

  void aPictureHasItsPixels() {
    tracking::TrainRequest request;
    const std::string config = "config_version = 1\n[data]\ndataset = \"digits\"\ntest_fraction = 0.1\nbatch_size = 64\n[[model.layers]]\ntype = \"Flatten\"\n"
                               "[[model.layers]]\ntype = \"Linear\"\nout_features = 10\n[optimizer]\ntype = \"SGD\"\nlearning_rate = 0.1\n[train]\nsteps = 10\n";
    qputenv("LOCKSTEP_DATASETS", LOCKSTEP_SOURCE_DIR "/resources/datasets");
    const tracking::SessionResult run = workshop_.train(config);
    tracking::TrainedModel model = workshop_.open(run.run);
    // The second sample has the largest value, 16, in one place, and 8 in another; the label is the last column.
    std::string row(64 * 2, '0');
    for (std::size_t i = 0; i < 64; ++i) row[2 * i + 1] = ',';
    std::string other = row;
    other.replace(0, 1, "16");
    other.replace(other.size() - 2, 1, "8");
    tracking::EvaluationOptions options;
    options.worst = 2;
    auto worst = tracking::evaluate_on(model, {workshop_.write("two.csv", row + "1\n" + other + "2\n")}, options).worst;
    std::sort(worst.begin(), worst.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    QCOMPARE(worst[1].content.height, std::int64_t{8});
    QCOMPARE(worst[1].content.width, std::int64_t{8});
    QCOMPARE(worst[1].content.channels, std::int64_t{1});
    QCOMPARE(worst[0].content.pixels, std::vector<std::uint8_t>(64));
    std::vector<std::uint8_t> expected(64);
    expected.front() = 255;
    expected.back() = 128;
    QCOMPARE(worst[1].content.pixels, expected);
  }

  void aRegressionHasPointsAndWorst() {
    workshop_.write("plane.csv", plane_csv(60));
    const tracking::SessionResult run = workshop_.train(plane_config);
    tracking::TrainedModel model = workshop_.open(run.run);
    tracking::EvaluationOptions options;
    options.worst = 30;
    options.points = 30;
    const tracking::ModelEvaluation all = tracking::evaluate_own_parts(model, workshop_.project(), options);
    QCOMPARE(all.samples, std::int64_t{30});
    QCOMPARE(all.points.size(), std::size_t{30});
    double squared = 0;
    for (const auto& [target, value] : all.points) squared += std::pow(static_cast<double>(target) - static_cast<double>(value), 2);
    QVERIFY(std::fabs(squared / 30 - all.metrics.at(0).second) < 1e-4 * squared);
    QCOMPARE(all.worst.size(), std::size_t{30});
    QVERIFY(std::is_sorted(all.worst.begin(), all.worst.end(), [](const auto& a, const auto& b) { return a.loss > b.loss; }));
    for (const tracking::JudgedSample& sample : all.worst) {
      QCOMPARE(sample.loss, std::pow(static_cast<double>(sample.targets.at(0)) - static_cast<double>(sample.values.at(0)), 2));
      QCOMPARE(sample.content.fields.size(), std::size_t{2});
    }
    options.points = 7;  // every fifth sample of 30
    const auto thinned = tracking::evaluate_own_parts(model, workshop_.project(), options).points;
    QCOMPARE(thinned.size(), std::size_t{6});
    for (std::size_t i = 0; i < 6; ++i) QCOMPARE(thinned[i], all.points[5 * i]);
  }

  // Logits by hand: NaN stands above everything, of equal losses the earlier sample first.
  void orderOfTheWorstByHand() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    tracking::WorstSamples worst(3);
    worst.add(4, std::vector<float>{0}, std::vector<float>{2});
    worst.add(7, std::vector<float>{0}, std::vector<float>{nan});
    worst.add(9, std::vector<float>{0}, std::vector<float>{2});
    worst.add(2, std::vector<float>{0}, std::vector<float>{1});
    worst.add(3, std::vector<float>{1}, std::vector<float>{3});
    tracking::TrainedModel model = workshop_.open(flowers_.run);
    const auto dataset = engine::data::Dataset::load_with(model.preprocessing(), {workshop_.write("ten.csv", flowers_csv(10))}, true);
    const auto taken = worst.take(*dataset);
    QCOMPARE(taken.size(), std::size_t{3});
    QCOMPARE(taken[0].index, std::int64_t{7});
    QCOMPARE(taken[1].index, std::int64_t{3});
    QCOMPARE(taken[2].index, std::int64_t{4});
    QCOMPARE(taken[2].loss, 4.0);

    // Probabilities 1/4 and 3/4.
    tracking::WorstSamples judged(1);
    judged.add(0, 0, std::vector<float>{0, static_cast<float>(std::log(3.0))});
    const tracking::JudgedSample sample = judged.take(*dataset).at(0);
    QCOMPARE(sample.predicted, std::int64_t{1});
    QVERIFY(std::fabs(sample.right_probability - 0.25) < 1e-7);
    QVERIFY(std::fabs(sample.predicted_probability - 0.75) < 1e-7);
    QVERIFY(std::fabs(sample.loss - std::log(4.0)) < 1e-7);
  }

  void progressGoesThroughTheSamples() {
    tracking::TrainedModel model = workshop_.open(flowers_.run);
    std::vector<std::pair<std::int64_t, std::int64_t>> heard;
    tracking::EvaluationOptions options;
    options.context.progress = [&](std::string_view what, std::int64_t done, std::int64_t all) {
      if (what == "evaluating") heard.emplace_back(done, all);
    };
    (void)tracking::evaluate_own_parts(model, workshop_.project(), options);
    // 24 of validation, then 30 of test, in batches of 16.
    const std::vector<std::pair<std::int64_t, std::int64_t>> expected{{16, 24}, {24, 24}, {16, 30}, {30, 30}};
    QCOMPARE(heard, expected);
  }

  void threadsAreLeftAloneWhenAsked() {
    const int before = engine::cpu_backend().threads();
    const tracking::RunSummary run = workshop_.project().find(flowers_.run);
    (void)tracking::TrainedModel::open(workshop_.project(), run, {.threads = before + 1, .keep_threads = true});
    QCOMPARE(engine::cpu_backend().threads(), before);
    (void)tracking::TrainedModel::open(workshop_.project(), run, {.threads = before + 1});
    QCOMPARE(engine::cpu_backend().threads(), before + 1);
    engine::cpu_backend().set_threads(before);
  }
};

QTEST_GUILESS_MAIN(TestJudgedSample)
#include "tst_judged_sample.moc"

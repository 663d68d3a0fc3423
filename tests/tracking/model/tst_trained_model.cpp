// A run's model opens from its record alone: whatever became of the data, however the run ended.
#include <QtTest>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/ops/checksum/checksum.h"
#include "support_run.h"

using namespace lockstep;

namespace {

class Stopper final : public tracking::SessionListener {
 public:
  explicit Stopper(std::int64_t after) : after_(after) {}
  void step(const engine::train::StepEvent& event) override { reached_ = event.step >= after_; }
  engine::train::Control control() override { return reached_ ? engine::train::Control::stop : engine::train::Control::run; }

 private:
  std::int64_t after_;
  bool reached_ = false;
};

}  // namespace

class TestTrainedModel : public QObject {
  Q_OBJECT

 private:
  Workshop workshop_;
  tracking::SessionResult run_;

 private slots:
  void initTestCase() {
    workshop_.write("flowers.csv", flowers_csv(120));
    run_ = workshop_.train(flowers_config());
    QCOMPARE(run_.status, tracking::Status::finished);
  }

  void lastWeightsAreOfTheLastStep() {
    const tracking::TrainedModel model = workshop_.open(run_.run, "last");
    QCOMPARE(model.weights(), std::string("last"));
    QCOMPARE(model.step(), run_.step);
    QCOMPARE(fmt::format("{:016x}", engine::ops::parameter_checksum(model.network().named_parameters())), run_.parameters);
    QCOMPARE(model.network().layers().size(), std::size_t{4});
    QCOMPARE(model.preprocessing().class_names.size(), std::size_t{3});
  }

  void bestWeightsAreOfTheStepWithTheLeastValidationLoss() {
    double least = std::numeric_limits<double>::infinity();
    std::int64_t step = 0;
    for (const tracking::Evaluation& evaluation : workshop_.project().reader(run_.run).evaluations()) {
      for (const tracking::Metric& metric : evaluation.metrics) {
        if (metric.key != "val/loss" || metric.value >= least) continue;
        least = metric.value;
        step = evaluation.step;
      }
    }
    QVERIFY(step > 0);
    const tracking::TrainedModel model = workshop_.open(run_.run);
    QCOMPARE(model.weights(), std::string("best"));
    QCOMPARE(model.step(), step);
  }

  void weightsWithoutAValidationPartAreTheLast() {
    std::string config = flowers_config();
    config.replace(config.find("validation_fraction = 0.2\n"), 26, "");
    const tracking::SessionResult run = workshop_.train(config);
    const tracking::TrainedModel model = workshop_.open(run.run, "best");
    QCOMPARE(model.weights(), std::string("last"));
    QCOMPARE(model.step(), run.step);
  }

  void dataNeedNotExistAnyMore() {
    std::filesystem::rename(workshop_.path("flowers.csv"), workshop_.path("gone.csv"));
    const std::string error = error_of([&] { QCOMPARE(workshop_.open(run_.run).preprocessing().columns.size(), std::size_t{3}); });
    std::filesystem::rename(workshop_.path("gone.csv"), workshop_.path("flowers.csv"));
    QCOMPARE(error, std::string());
  }

  void aStoppedRunHasTheWeightsItStoppedAt() {
    tracking::TrainRequest request;
    request.source = {flowers_config(), workshop_.path("config.toml")};
    request.code_folder = workshop_.path("");
    Stopper stopper(5);
    const tracking::SessionResult run = tracking::train_run(workshop_.project(), request, stopper);
    QCOMPARE(run.status, tracking::Status::stopped);
    QCOMPARE(workshop_.open(run.run, "last").step(), run.step);
  }

  void aRunWithoutACheckpointSaysSo() {
    const std::string config = flowers_config();
    std::filesystem::rename(workshop_.path("flowers.csv"), workshop_.path("gone.csv"));
    std::filesystem::create_directory(workshop_.path("flowers.csv"));
    QVERIFY(!error_of([&] { workshop_.train(config); }).empty());
    std::filesystem::remove(workshop_.path("flowers.csv"));
    std::filesystem::rename(workshop_.path("gone.csv"), workshop_.path("flowers.csv"));
    const std::string id = workshop_.project().find("last").id;
    QCOMPARE(error_of([&] { (void)workshop_.open(id); }), "the run " + id + " has no checkpoint yet");
  }

  void otherNamesOfWeightsAreRefused() {
    QCOMPARE(error_of([&] { (void)workshop_.open(run_.run, "newest"); }), std::string("found weights \"newest\"; allowed are \"best\", \"last\""));
  }

  void aDamagedCheckpointIsNamed() {
    const tracking::RunSummary run = workshop_.project().find(run_.run);
    const std::filesystem::path file = tracking::checkpoint_of(workshop_.project(), run, "last");
    const std::filesystem::path copy = workshop_.path("copy");
    std::filesystem::copy_file(file, copy);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    const std::string error = error_of([&] { (void)workshop_.open(run_.run, "last"); });
    std::filesystem::rename(copy, file);
    QVERIFY2(error.starts_with(file.string() + " is not a usable safetensors file"), error.c_str());
  }
};

QTEST_GUILESS_MAIN(TestTrainedModel)
#include "tst_trained_model.moc"

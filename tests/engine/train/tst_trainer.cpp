// The training loop in process: the second device, accumulation, early stopping, values that are not finite, stopping and
// restoring, and what the observer is told.
#include <QtTest>

#include <cmath>

#include "support_training.h"
#include "tests/support/fake_backend.h"

using namespace lockstep::engine;
using namespace lockstep::test;

class TestTrainer : public QObject {
  Q_OBJECT
 private slots:
  // Nothing outside a backend reads a data pointer: the whole of training runs on memory that the host can't touch.
  void theSecondDeviceTrainsToTheSameBits_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("mlp") << QString(mlp);
    QTest::newRow("cnn") << QString(cnn);
  }
  void theSecondDeviceTrainsToTheSameBits() {
    QFETCH(QString, text);
    const Device device = lockstep::test::FakeBackend::instance().device();
    Told on_cpu;
    Told on_fake;
    train::Trainer a(experiment(text.toUtf8(), {"train.epochs=1"}), on_cpu);
    train::Trainer b(experiment(text.toUtf8(), {"train.epochs=1"}, device), on_fake);
    QCOMPARE(a.parameters(), b.parameters());
    QVERIFY(a.run() == train::Ending::finished);
    QVERIFY(b.run() == train::Ending::finished);
    QCOMPARE(on_cpu.steps.size(), on_fake.steps.size());
    for (std::size_t i = 0; i < on_cpu.steps.size(); ++i) {
      QCOMPARE(on_fake.steps[i].loss, on_cpu.steps[i].loss);
      QCOMPARE(on_fake.steps[i].batch_hash, on_cpu.steps[i].batch_hash);
      QVERIFY(on_fake.steps[i].parameters == on_cpu.steps[i].parameters);
    }
    QVERIFY(on_cpu.evaluations.back().metrics == on_fake.evaluations.back().metrics);
  }

  // Three micro-batches of 20 are one batch of 60: the same samples, the same dropout masks, the same step within rounding.
  void accumulationEqualsTheWholeBatch() {
    Told whole;
    Told parts;
    train::Trainer a(experiment(mlp, {"train.epochs=1"}), whole);
    train::Trainer b(experiment(mlp, {"train.epochs=1", "data.batch_size=20", "train.accumulate=3"}), parts);
    (void)a.run();
    (void)b.run();
    QCOMPARE(parts.steps.size(), whole.steps.size());
    for (std::size_t i = 0; i < 5; ++i) {
      QVERIFY(std::fabs(parts.steps[i].loss - whole.steps[i].loss) < 2e-5 * whole.steps[i].loss);
      QVERIFY(std::fabs(parts.steps[i].gradient_norm - whole.steps[i].gradient_norm) < 1e-4 * whole.steps[i].gradient_norm);
    }
  }

  void epochMetricsAreWeightedBySamples() {
    Told told;
    // 1258 samples: the last of 21 batches has 58, so that a plain mean of the steps would be another number.
    train::Trainer trainer(experiment(mlp, {"train.epochs=1", "optimizer.learning_rate=1e-30", "model.layers.3.p=0"}), told);
    (void)trainer.run();
    const double epoch = told.epochs.front().metrics.front().second;
    double sum = 0;
    for (std::size_t i = 0; i < told.steps.size(); ++i) sum += told.steps[i].loss * (i + 1 < told.steps.size() ? 60 : 58);
    QVERIFY(std::fabs(epoch - sum / 1258) < 1e-9);
    // At a standstill training and evaluating the training part see the same model.
    const train::MetricList again = trainer.evaluate(data::Part::train);
    QVERIFY(std::fabs(again.front().second - epoch) < 1e-6);
  }

  void stopsEarlyWhenNothingGetsBetter() {
    Told told;
    train::Trainer trainer(experiment(mlp, {"train.epochs=50", "optimizer.learning_rate=1e-30", "train.early_stopping_patience=2"}), told);
    QVERIFY(trainer.run() == train::Ending::finished);
    QCOMPARE(told.epochs.size(), std::size_t{3});
    QVERIFY(told.events.back().find("stopped early at step 63: val/loss was best at step 21") != std::string::npos);
    QCOMPARE(told.evaluations.back().part, std::string("test"));
    QCOMPARE(told.evaluations.back().weights, std::string("best"));
    QCOMPARE(told.evaluations.back().step, std::int64_t{21});
  }

  void theFirstLayerThatIsNotFiniteIsNamed() {
    Told told;
    train::Experiment broken = experiment(mlp, {"train.epochs=1"});
    for (auto [name, tensor] : broken.network.named_parameters()) {
      if (name == "head.weight") tensor.fill(3e38);
    }
    train::Trainer trainer(std::move(broken), told);
    QVERIFY(trainer.run() == train::Ending::finished);
    QCOMPARE(told.events.size(), std::size_t{1});
    QVERIFY2(told.events.front().find("step 1: the first value that is not finite is the output of layer \"head\" (Linear)") != std::string::npos, told.events.front().c_str());

    Told stopped;
    train::Experiment nan = experiment(mlp, {"train.epochs=1", "train.stop_on_nonfinite=true"});
    for (auto [name, tensor] : nan.network.named_parameters()) {
      if (name == "1.bias") tensor.fill(std::nan(""));
    }
    train::Trainer stops(std::move(nan), stopped);
    QVERIFY(error_text([&] { (void)stops.run(); }).contains("the parameter 1.bias was not finite before this step"));
    QVERIFY(stopped.steps.empty());
  }

  void stoppedAnywhereAndRestored() {
    Told whole;
    train::Trainer reference(experiment(cnn, {"train.epochs=2", "train.accumulate=2"}), whole);
    (void)reference.run();
    QTemporaryDir folder;
    const std::filesystem::path checkpoints = folder.path().toStdString();
    Told pieces;
    pieces.stop_at = 0;
    bool finished = false;
    for (int attempt = 0; !finished && attempt < 20; ++attempt) {
      pieces.stop_at = static_cast<std::int64_t>(pieces.steps.size()) + 7;
      train::Trainer trainer(experiment(cnn, {"train.epochs=2", "train.accumulate=2"}), pieces, {checkpoints, {}});
      if (attempt > 0) trainer.restore(checkpoints / "last.safetensors");
      finished = trainer.run() == train::Ending::finished;
      if (finished) QCOMPARE(trainer.parameters(), reference.parameters());
    }
    QVERIFY(finished);
    QCOMPARE(pieces.steps.size(), whole.steps.size());
    for (std::size_t i = 0; i < whole.steps.size(); ++i) {
      QCOMPARE(pieces.steps[i].loss, whole.steps[i].loss);
      QVERIFY(pieces.steps[i].parameters == whole.steps[i].parameters);
    }
    QVERIFY(pieces.evaluations.back().metrics == whole.evaluations.back().metrics);
  }

  void aCheckpointOfAnotherModelIsRefused() {
    QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "last.safetensors";
    Told told;
    train::Trainer trainer(experiment(cnn), told, {folder.path().toStdString(), {}});
    (void)trainer.train_one_epoch();
    train::Trainer other(experiment(mlp), told);
    const QString error = error_text([&] { other.restore(path); });
    QVERIFY2(error.contains("does not fit this model") && error.contains("head.weight"), qPrintable(error));
    Told nowhere;
    train::Trainer no_folder(experiment(mlp, {"train.epochs=1"}), nowhere, {"/nonexistent/folder", {}});
    QVERIFY(error_text([&] { (void)no_folder.run(); }).contains("/nonexistent/folder"));
  }

  void aPartSmallerThanABatchThatIsDropped() {
    Told told;
    const QString error = error_text([&] { train::Trainer trainer(experiment(mlp, {"data.batch_size=2000", "data.drop_last=true"}), told); });
    QVERIFY2(error.contains("1258 samples") && error.contains("batch_size"), qPrintable(error));
  }
};

QTEST_GUILESS_MAIN(TestTrainer)
#include "tst_trainer.moc"

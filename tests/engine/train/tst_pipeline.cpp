// Training on a device that works beside the host: steps that are enqueued ahead, captured and replayed give the CPU's bits, in
// the CPU's order, whatever happens on the way.
#include <QtTest>

#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "support_training.h"
#include "tests/support/queue_backend.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

/// What a run told, as lines in their order, with every bit; and where it ended.
struct Course {
  std::vector<std::string> lines;
  std::vector<std::string> notes;  ///< events about capturing
  std::string error;
  std::vector<std::vector<std::byte>> state;  ///< parameters, buffers, and the optimizer's
  std::int64_t steps = 0;
};

std::string bits(double value) { return fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value)); }

/// Bits, but all NaN are one: which of them comes is not promised.
std::string bits_or_nan(double value) { return std::isnan(value) ? "nan" : bits(value); }

class Recorder final : public train::Observer {
 public:
  explicit Recorder(Course& course) : course_(course) {}
  std::function<train::Control(std::int64_t steps)> ask;
  std::function<void(std::int64_t step)> at_step;

  void step(const train::StepEvent& e) override {
    ++course_.steps;
    add("step {} epoch {} loss {} rate {} norm {} hash {:x} parameters {:x}", e.step, e.epoch, bits_or_nan(e.loss), bits(e.learning_rate), bits_or_nan(e.gradient_norm),
        e.batch_hash, std::isfinite(e.loss) && std::isfinite(e.gradient_norm) ? e.parameters.value_or(0) : 0);
    if (at_step) at_step(e.step);
  }
  void epoch(const train::EpochEvent& e) override { add("epoch {} step {} {}", e.epoch, e.step, list(e.metrics)); }
  void evaluated(const train::EvaluationEvent& e) override { add("evaluated {} {} {} {}", e.step, e.part, e.weights, list(e.metrics)); }
  void event(train::EventLevel, std::int64_t step, const Message& message) override {
    if (message.text.find("captured") != std::string::npos) course_.notes.push_back(fmt::format("{} {}", step, message.english()));
    else add("event {} {}", step, message.english());
  }
  void paused(bool now) override { add("paused {} at {}", now, course_.steps); }
  train::Control control() override { return ask ? ask(course_.steps) : train::Control::run; }

 private:
  template <class... A>
  void add(fmt::format_string<A...> text, A&&... arguments) {
    course_.lines.push_back(fmt::format(text, std::forward<A>(arguments)...));
  }
  static std::string list(const train::MetricList& metrics) {
    std::string out;
    for (const auto& [key, value] : metrics) out += key + "=" + bits_or_nan(value) + " ";
    return out;
  }
  Course& course_;
};

void note_state(Course& course, const train::Experiment& experiment) {
  for (const auto& [name, tensor] : experiment.network.named_state()) {
    const HostArray host = tensor.to_host();
    course.state.emplace_back(host.bytes.get(), host.bytes.get() + host.byte_size());
  }
  const optim::OptimizerState optimizer = experiment.optimizer->state();
  for (const auto& [name, tensor] : optimizer.tensors) {
    const HostArray host = tensor.to_host();
    course.state.emplace_back(host.bytes.get(), host.bytes.get() + host.byte_size());
  }
  for (const auto& [name, steps] : optimizer.steps) course.state.emplace_back(1, static_cast<std::byte>(steps));
}

using Settings = std::vector<std::string>;
using Prepare = std::function<void(Recorder&)>;

Course run(const char* text, const Settings& settings, Device device = {}, const Prepare& prepare = {}) {
  Course course;
  Recorder recorder(course);
  if (prepare) prepare(recorder);
  train::Trainer trainer(experiment(text, settings, device), recorder);
  try {
    (void)trainer.run();
    note_state(course, trainer.experiment());
  } catch (const Error& error) {
    course.error = error.what();
    if (backend_of(device).lost() == nullptr) note_state(course, trainer.experiment());
  }
  return course;
}

std::string difference(const Course& found, const Course& expected) {
  for (std::size_t i = 0; i < std::max(found.lines.size(), expected.lines.size()); ++i) {
    const std::string a = i < found.lines.size() ? found.lines[i] : "nothing";
    const std::string b = i < expected.lines.size() ? expected.lines[i] : "nothing";
    if (a != b) return fmt::format("line {}: expected\n  {}\nfound\n  {}", i, b, a);
  }
  if (found.error != expected.error) return fmt::format("expected the error\n  {}\nfound\n  {}", expected.error, found.error);
  return found.state == expected.state ? "" : "the network's state differs";
}

Device beside() { return QueueBackend::instance().device(); }

}  // namespace

class TestPipeline : public QObject {
  Q_OBJECT
 private slots:
  void capturedStepsAreTheCpus_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("settings");
    QTest::newRow("mlp") << QString(mlp) << QStringList{};
    QTest::newRow("mlp, Adam, clipped by value, plateau")
        << QString(mlp) << QStringList{"optimizer.type=Adam", "train.clip_value=0.01", "schedule.type=ReduceLROnPlateau", "schedule.patience=0", "schedule.threshold=0.5"};
    QTest::newRow("mlp, momentum and a norm that clips") << QString(mlp) << QStringList{"optimizer.type=SGD", "optimizer.momentum=0.9", "optimizer.nesterov=true", "train.clip_norm=0.3"};
    QTest::newRow("cnn") << QString(cnn) << QStringList{"train.epochs=2"};
    QTest::newRow("cnn, accumulating") << QString(cnn) << QStringList{"train.epochs=2", "train.accumulate=3"};
    QTest::newRow("cnn, dropped last batch") << QString(cnn) << QStringList{"train.epochs=2", "data.drop_last=true", "data.workers=2"};
    // Three ways of a batch to the device: by indices alone (those above), as samples that were changed, and as parts of samples.
    QTest::newRow("cnn, augmented, standard") << QString(cnn) + "[[data.augment]]\ntype = \"RandomHorizontalFlip\"\np = 0.5\n" << QStringList{"train.epochs=2", "data.normalize=standard", "data.workers=2"};
    QTest::newRow("cnn, cropped") << QString(cnn) + "[[data.augment]]\ntype = \"RandomCrop\"\nsize = 7\n" << QStringList{"train.epochs=2", "data.normalize=unit"};
    QTest::newRow("mlp, not normalised") << QString(mlp) << QStringList{"data.normalize=none"};
    QTest::newRow("a rate that starts at 0") << QString(mlp) << QStringList{"schedule.type=WarmupCosine", "schedule.warmup_steps=9"};
  }
  void capturedStepsAreTheCpus() {
    QFETCH(QString, text);
    QFETCH(QStringList, settings);
    Settings list;
    for (const QString& one : settings) list.push_back(one.toStdString());
    const QByteArray config = text.toUtf8();
    const Course expected = run(config.constData(), list);
    const bool accumulates = settings.contains("train.accumulate=3");
    const bool drops = settings.contains("data.drop_last=true");
    for (const auto uploads : {QueueBackend::Uploads::late, QueueBackend::Uploads::early}) {
      for (const bool capture : {true, false}) {
        QueueBackend& device = QueueBackend::instance();
        device.uploads = uploads;
        Settings all = list;
        if (!capture) all.emplace_back("train.graph_capture=false");
        const Course found = run(config.constData(), all, device.device());
        const std::string what = difference(found, expected);
        QVERIFY2(what.empty(), what.c_str());
        if (!capture || accumulates) {
          QCOMPARE(device.replays, 0L);
          QVERIFY(found.notes.empty());
          continue;
        }
        QVERIFY(found.notes == std::vector<std::string>{"4 the step was captured as a graph, which is replayed from now on"});
        // Three steps, and each epoch's smaller last batch, are not replays.
        const long epochs = text.startsWith(QString(cnn)) ? 2 : 3;
        QCOMPARE(device.replays, static_cast<long>(found.steps) - 3 - (drops ? 0 : epochs));
      }
    }
  }

  // The host waits for one thing a step, its results, and has enqueued the next step by then.
  void theHostWaitsForTheStepBeforeAlone() {
    QueueBackend& device = QueueBackend::instance();
    long waits = 0;
    long behind = 0;
    std::int64_t steps = 0;
    (void)run(mlp, {"train.epochs=1"}, device.device(), [&](Recorder& recorder) {
      recorder.at_step = [&](std::int64_t step) {
        if (step == 6) waits = device.waits, behind = device.waits_behind;
        if (step == 18) waits = device.waits - waits, behind = device.waits_behind - behind, steps = step - 6;
      };
    });
    QCOMPARE(steps, std::int64_t{12});
    QCOMPARE(waits, 12L);
    QCOMPARE(behind, 12L);
  }

  void stoppedAnywhereAndRestored() {
    const Course whole = run(cnn, {"train.epochs=2"});
    QTemporaryDir folder;
    const std::filesystem::path checkpoints = folder.path().toStdString();
    QueueBackend& device = QueueBackend::instance();
    Course pieces;
    bool finished = false;
    int attempts = 0;
    for (; !finished && attempts < 30; ++attempts) {
      const std::int64_t stop_at = pieces.steps + 7;
      Recorder recorder(pieces);
      recorder.ask = [&](std::int64_t steps) { return steps >= stop_at ? train::Control::stop : train::Control::run; };
      train::Trainer trainer(experiment(cnn, {"train.epochs=2", "train.checkpoint_interval=5"}, device.device()), recorder, {checkpoints, {}});
      if (attempts > 0) trainer.restore(checkpoints / "last.safetensors");
      finished = trainer.run() == train::Ending::finished;
      if (finished) note_state(pieces, trainer.experiment());
    }
    QVERIFY(finished && attempts > 5);
    QVERIFY(device.replays > 20);
    const std::string what = difference(pieces, whole);
    QVERIFY2(what.empty(), what.c_str());
  }

  void aPauseTellsAllThatWasDone() {
    const Course expected = run(mlp, {"train.epochs=1"});
    bool asked = false;
    int polls = 0;
    Course found = run(mlp, {"train.epochs=1"}, beside(), [&](Recorder& recorder) {
      recorder.ask = [&](std::int64_t steps) {
        if (steps < 8 || polls > 3) return train::Control::run;
        asked = true;
        ++polls;
        return train::Control::pause;
      };
    });
    QVERIFY(asked);
    // Eight steps were told when it was asked, the ninth was enqueued.
    const auto paused = std::find(found.lines.begin(), found.lines.end(), "paused true at 9");
    QVERIFY(paused != found.lines.end() && *(paused + 1) == "paused false at 9");
    found.lines.erase(paused, paused + 2);
    const std::string what = difference(found, expected);
    QVERIFY2(what.empty(), what.c_str());
  }

  // The step after the first one that is not finite was enqueued before anybody knew.
  void whatIsNotFiniteIsToldAsOnTheCpu_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<int>("milestone");
    // The rate leaps after so many steps: the weights are beyond all measure after the next, and the loss after that. Steps 1 to 3
    // are eager; 40 of 41 is the epoch's last but one; the last batch is smaller and eager.
    for (const int milestone : {1, 3, 10, 38, 39, 40, 41}) {
      QTest::addRow("cnn %d", milestone) << QString(cnn) << QStringList{"train.epochs=2"} << milestone;
      QTest::addRow("cnn, stopping %d", milestone) << QString(cnn) << QStringList{"train.epochs=2", "train.stop_on_nonfinite=true"} << milestone;
    }
    QTest::newRow("mlp") << QString(mlp) << QStringList{} << 9;
    QTest::newRow("mlp, stopping") << QString(mlp) << QStringList{"train.stop_on_nonfinite=true"} << 9;
    QTest::newRow("mlp, accumulating") << QString(mlp) << QStringList{"train.accumulate=2"} << 9;
  }
  void whatIsNotFiniteIsToldAsOnTheCpu() {
    QFETCH(QString, text);
    QFETCH(QStringList, settings);
    QFETCH(int, milestone);
    Settings list{"optimizer.learning_rate=1e-3", "schedule.type=MultiStepLR", fmt::format("schedule.milestones=[{}]", milestone), "schedule.gamma=1e30", "schedule.unit=step",
                  "train.clip_norm=1e30"};
    for (const QString& one : settings) list.push_back(one.toStdString());
    QByteArray config = text.toUtf8();
    config.replace("warmup_steps = 5\n", "");
    const Course expected = run(config.constData(), list);
    const auto event = std::find_if(expected.lines.begin(), expected.lines.end(), [](const std::string& line) { return line.find("not finite") != std::string::npos; });
    QVERIFY(event != expected.lines.end());
    QVERIFY2(event->starts_with(fmt::format("event {} ", milestone + 2)), event->c_str());
    for (const auto uploads : {QueueBackend::Uploads::late, QueueBackend::Uploads::early}) {
      QueueBackend& device = QueueBackend::instance();
      device.uploads = uploads;
      const Course found = run(config.constData(), list, device.device());
      const std::string what = difference(found, expected);
      QVERIFY2(what.empty(), what.c_str());
      QVERIFY(found.notes.size() <= 1);  // captured anew without the gate, but told once
    }
  }

  void withoutACaptureItGoesOn() {
    const Course expected = run(mlp, {"train.epochs=1"});
    QueueBackend& device = QueueBackend::instance();
    device.fails_capture = true;
    const Course failed = run(mlp, {"train.epochs=1"}, device.device());
    QVERIFY2(difference(failed, expected).empty(), difference(failed, expected).c_str());
    QVERIFY(failed.notes == std::vector<std::string>{"4 the step could not be captured as a graph, and training goes on without: a library refuses"});
    device.fails_capture = false;
    device.captures = false;
    const Course none = run(mlp, {"train.epochs=1"}, device.device());
    QVERIFY2(difference(none, expected).empty(), difference(none, expected).c_str());
    QVERIFY(none.notes == std::vector<std::string>{"4 the step is not captured as a graph, since the device can't"});
    QCOMPARE(device.replays, 0L);
  }

  void aCaptureGivesItsMemoryBackWhereItIsNeeded() {
    const Course expected = run(cnn, {"train.epochs=2"});
    int given_back = 0;
    // The last batch's step or the evaluation find too little beside the capture, at one place or another.
    for (const std::size_t left : {4'000, 20'000, 40'000, 80'000, 120'000, 200'000, 300'000, 400'000}) {
      QueueBackend& device = QueueBackend::instance();
      const Course found = run(cnn, {"train.epochs=2"}, device.device(), [&](Recorder& recorder) {
        recorder.at_step = [&](std::int64_t step) {
          if (step == 20) device.allocator().release_cached(), device.allocator().set_budget(device.allocator().statistics().reserved + left);
        };
      });
      QVERIFY2(difference(found, expected).empty(), fmt::format("{} bytes left: {}", left, difference(found, expected)).c_str());
      if (found.notes.size() == 1) continue;
      QVERIFY2(found.notes.back().find("memory is short") != std::string::npos, found.notes.back().c_str());
      QVERIFY(device.replays > 20 && device.replays < found.steps - 20);
      ++given_back;
    }
    QVERIFY(given_back >= 4);

    QueueBackend& small = QueueBackend::instance();
    const Course out = run(cnn, {"train.epochs=2"}, small.device(), [&](Recorder& recorder) {
      recorder.at_step = [&](std::int64_t step) {
        if (step == 2) small.allocator().release_cached(), small.allocator().set_budget(small.allocator().statistics().allocated + 4096);
      };
    });
    QVERIFY2(out.error.find("out of memory on test:1: asked for") != std::string::npos, out.error.c_str());
    QVERIFY(out.steps >= 2 && std::equal(out.lines.begin(), out.lines.end(), expected.lines.begin()));
  }

  void aLostDeviceEndsTheRun() {
    const Course expected = run(mlp, {"train.epochs=1"});
    for (const long after : {0L, 1L, 7L, 20L, 40L}) {
      QueueBackend& device = QueueBackend::instance();
      const Course found = run(mlp, {"train.epochs=1"}, device.device(), [&](Recorder& recorder) {
        recorder.at_step = [&, after](std::int64_t step) {
          if (step == 9) device.fails_after = after;
        };
      });
      QCOMPARE(QString::fromStdString(found.error), QString("the device fell off the bus"));
      QVERIFY(found.steps >= 9 && found.steps < 14);
      QVERIFY(std::equal(found.lines.begin(), found.lines.end(), expected.lines.begin()));
    }
    (void)QueueBackend::instance();
  }

  // An epoch's last step is told right after the one before it: that is not the time that it took.
  void noStepIsFasterThanTheHost() {
    struct Rates final : train::Observer {
      void step(const train::StepEvent& e) override { all.push_back(e.samples_per_second); }
      std::vector<double> all;
    } rates;
    constexpr double seconds = 0.003;
    train::Trainer trainer(experiment(mlp, {"train.epochs=2", "data.batch_size=16"}, beside()), rates);
    trainer.experiment().network.modules().front()->add_forward_hook([](const auto&...) { QThread::usleep(static_cast<unsigned long>(seconds * 1e6)); });
    (void)trainer.run();
    QVERIFY(rates.all.size() > 10);
    for (const double rate : rates.all) QVERIFY2(rate > 0 && rate <= 16 / seconds, fmt::format("{} samples a second", rate).c_str());
  }

  void anErrorOfTheObserverIsToldOnce() {
    int calls = 0;
    const auto throws = [&](Recorder& recorder) {
      recorder.at_step = [&](std::int64_t step) {
        if (step != 7) return;
        ++calls;
        throw FileError(plain_message("test.full", "the disk is full"));
      };
    };
    const Course found = run(mlp, {"train.epochs=1"}, beside(), throws);
    QCOMPARE(QString::fromStdString(found.error), QString("the disk is full"));
    QCOMPARE(found.steps, std::int64_t{7});
    QCOMPARE(calls, 1);
  }
};

QTEST_GUILESS_MAIN(TestPipeline)
#include "tst_pipeline.moc"

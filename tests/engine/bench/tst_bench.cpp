// What is measured is training: from the same weights the losses are the same on a device that works beside the host, captured or
// not, as on the CPU.
#include <QtTest>

#include <fmt/format.h>

#include "engine/bench/workload.h"
#include "engine/core/error.h"
#include "engine/io/safetensors.h"
#include "tests/support/queue_backend.h"

using namespace lockstep::engine;
using lockstep::test::QueueBackend;

namespace {

/// Weights and a batch for mlp-digits, as the peer's script writes them.
void write_start(const std::filesystem::path& path) {
  const bench::Workload& work = bench::workload("mlp-digits");
  const nn::Network network(work.layers(), work.input, 3);
  io::Safetensors file;
  std::size_t i = 0;
  for (const auto& [name, tensor] : network.named_parameters()) file.tensors.emplace(fmt::format("p{:03}", i++), tensor.to_host());
  Shape shape = work.input;
  shape.insert(0, work.batch_size);
  HostArray x(DType::f32, shape);
  HostArray y(DType::i64, {work.batch_size});
  for (std::int64_t k = 0; k < shape.numel(); ++k) x.as<float>()[k] = static_cast<float>((k * 37) % 101) / 50.0F - 1.0F;
  for (std::int64_t k = 0; k < work.batch_size; ++k) y.as<std::int64_t>()[k] = k % work.classes;
  file.tensors.emplace("x", x);
  file.tensors.emplace("y", y);
  io::write_safetensors(path, file);
}

}  // namespace

class TestBench : public QObject {
  Q_OBJECT
 private slots:
  void theSameLossesOnEveryDevice() {
    QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "start.safetensors";
    write_start(file);
    const std::vector<double> expected = bench::run_from_weights("mlp-digits", file, 12);
    QCOMPARE(expected.size(), std::size_t{12});
    QVERIFY(expected.back() < expected.front());
    QVERIFY(bench::run_from_weights("mlp-digits", file, 12, {.recorded = true}) == expected);
    for (const bool capture : {true, false}) {
      for (const bool recorded : {true, false}) {
        QueueBackend& device = QueueBackend::instance();
        QVERIFY(bench::run_from_weights("mlp-digits", file, 12, {.device = device.device(), .capture = capture, .recorded = recorded}) == expected);
        QCOMPARE(device.replays, capture ? 9L : 0L);
      }
    }
  }

  // One wait a step, for the loss of the step before.
  void stepsAreMeasuredAsTheyTrain() {
    QueueBackend& device = QueueBackend::instance();
    const bench::BenchResult result = bench::run_workload("mlp-digits", 10, {.device = device.device()});
    QVERIFY(result.step_ms > 0 && result.samples_per_s > 0);
    QCOMPARE(device.replays, 12L);
    QCOMPARE(device.waits, 14L);  // a capture begins with nothing under way
    QCOMPARE(device.waits_behind, 13L);
    QVERIFY_THROWS_EXCEPTION(ValueError, (void)bench::run_workload("mlp-digits", 0, {.device = device.device()}));
  }
};

QTEST_GUILESS_MAIN(TestBench)
#include "tst_bench.moc"

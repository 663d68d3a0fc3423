// What is recorded of a GPU beside training: its figures, and how it computes, before the first step and as it becomes known.
#include <QtTest>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "engine/backend/cpu/cpu_backend.h"
#include "tracking/recorder/gpu_watch.h"
#include "tracking/recorder/preparation.h"
#include "tracking/store/project.h"
#include "tracking/store/run_reader.h"

using namespace lockstep;
using namespace lockstep::tracking;

namespace {

const std::string bus = "0000:01:00.0";  // of the fake library's only GPU

/// A device that only says which algorithms it was given.
class SilentBackend final : public engine::Backend {
 public:
  SilentBackend() : Backend({engine::DeviceType::test, 3}, std::size_t{1} << 28U) {}
  void* allocate_block(std::size_t bytes) noexcept override { return engine::cpu_backend().allocate_block(bytes); }
  void release_block(void* block, std::size_t bytes) noexcept override { engine::cpu_backend().release_block(block, bytes); }
  void copy_from_host(void*, const void*, std::size_t) override {}
  void copy_to_host(void*, const void*, std::size_t) override {}
  void synchronize() override {}
  std::vector<std::pair<std::string, std::string>> algorithm_choices() const override {
    const std::lock_guard lock(mutex);
    return choices;
  }

  mutable std::mutex mutex;
  std::vector<std::pair<std::string, std::string>> choices;
};

SilentBackend& silent() {
  static SilentBackend* const backend = [] {
    auto owned = std::make_unique<SilentBackend>();
    SilentBackend* raw = owned.get();
    engine::register_backend(std::move(owned));
    return raw;
  }();
  return *backend;
}

}  // namespace

class TestGpuWatch : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;

  QJsonObject arithmetic(const std::string& run, const char* name = "arithmetic.json") const {
    const Project project(std::filesystem::path(m_folder.path().toStdString()));
    return QJsonDocument::fromJson(QByteArray::fromStdString(project.document(run, name).value_or(""))).object();
  }
  static std::vector<double> values(Project& project, const std::string& run, const std::string& key) {
    const Series series = project.reader(run).series(key);
    std::vector<double> out;
    for (std::size_t i = 0; i < series.size(); ++i) out.push_back(series.value(i));
    return out;
  }

 private slots:
  void initTestCase() { qputenv("LOCKSTEP_NVML", LOCKSTEP_BINARY_DIR "/tests/modules/libnvidia-ml-fake.so"); }
  void cleanup() { qunsetenv("LOCKSTEP_FAKE_NVML"); }

  void figuresAndArithmetic() {
    Project project(std::filesystem::path(m_folder.path().toStdString()));
    const auto writer = project.create_run({.name = "watched"});
    const std::string run = writer->id();
    void* const block = silent().allocator().allocate(1024);
    {
      engine::config::RunConfig config;
      config.precision.tf32 = true;
      GpuWatch watch(*writer, silent().device(), config, bus);
      // Complete before the first step, but for what is not known yet.
      const QJsonObject before = arithmetic(run);
      QCOMPARE(before["strict"].toBool(false), true);
      QCOMPARE(before["tf32"].toBool(false), true);
      QCOMPARE(before["device"].toString(), QStringLiteral("test:3"));
      QCOMPARE(before["graph"].toString(), QStringLiteral("pending"));
      QVERIFY(before["algorithms"].toObject().isEmpty());
      {
        const std::lock_guard lock(silent().mutex);
        silent().choices = {{"conv2d forward", "IMPLICIT_PRECOMP_GEMM"}};
      }
      watch.heard({"train.captured", "the step was captured", {}});
      QTRY_COMPARE(arithmetic(run)["algorithms"].toObject()["conv2d forward"].toString(), QStringLiteral("IMPLICIT_PRECOMP_GEMM"));
      QTRY_COMPARE(arithmetic(run)["graph"].toString(), QStringLiteral("captured"));
      watch.heard({"train.capture_dropped", "memory is short", {}});
    }
    QCOMPARE(arithmetic(run)["graph"].toString(), QStringLiteral("not captured"));  // learned at the very end
    silent().allocator().release(block, 1024);
    writer->finish(Status::finished);
    QVERIFY(values(project, run, "system/gpu_utilisation").size() >= 2);  // at the beginning and at the end
    QCOMPARE(values(project, run, "system/gpu_memory").front(), 2147483648.0);
    QCOMPARE(values(project, run, "system/gpu_power").front(), 150.25);
    QCOMPARE(values(project, run, "system/gpu_temperature").front(), 61.0);
    QCOMPARE(values(project, run, "system/gpu_clock").front(), 1710.0);
    QCOMPARE(values(project, run, "system/gpu_allocated").back(), 1024.0);
    QVERIFY(values(project, run, "system/gpu_reserved").back() >= 1024.0);
    QCOMPARE(values(project, run, "system/gpu_peak").back(), 1024.0);
    QVERIFY(project.reader(run).series("system/gpu_power").axis == SeriesAxis::time);
  }

  void whatTheGpuDoesNotTellIsNotRecorded() {
    qputenv("LOCKSTEP_FAKE_NVML", "power,clock");
    Project project(std::filesystem::path(m_folder.path().toStdString()));
    const auto writer = project.create_run({.name = "silent"});
    const std::string run = writer->id();
    engine::config::RunConfig config;
    config.train.graph_capture = false;
    { const GpuWatch watch(*writer, silent().device(), config, bus); }
    writer->finish(Status::finished);
    QCOMPARE(arithmetic(run)["graph"].toString(), QStringLiteral("off"));
    QVERIFY(values(project, run, "system/gpu_power").empty());
    QVERIFY(values(project, run, "system/gpu_clock").empty());
    QVERIFY(!values(project, run, "system/gpu_temperature").empty());
  }

  void aGpuThatNobodyKnows() {
    Project project(std::filesystem::path(m_folder.path().toStdString()));
    const auto writer = project.create_run({.name = "unknown"});
    const std::string run = writer->id();
    { const GpuWatch watch(*writer, silent().device(), {}, ""); }
    writer->finish(Status::finished);
    QVERIFY(values(project, run, "system/gpu_temperature").empty());
    QVERIFY(!values(project, run, "system/gpu_allocated").empty());
  }

  void theCpuIsNoGpu() {
    QVERIFY(!is_gpu({}));
    QVERIFY(is_gpu({engine::DeviceType::cuda, 1}));
    const EnvironmentState on_cpu = environment_now(1, {});
    QVERIFY(on_cpu.gpu.used.name.empty());
    QVERIFY(!on_cpu.libraries.contains("cudnn"));
    QCOMPARE(on_cpu.gpu.driver, std::string("580.65.06"));  // the fake library's: the machine's driver is told all the same
  }
};

QTEST_GUILESS_MAIN(TestGpuWatch)
#include "tst_gpu_watch.moc"

// A GPU's figures by NVML: right where the library tells them, not known where it can't, and never an error.
#include <QtTest>

#include "engine/backend/gpu_monitor.h"

using namespace lockstep::engine;

namespace {
const std::string bus = "0000:01:00.0";  // of the fake's only GPU
}  // namespace

class TestGpuMonitor : public QObject {
  Q_OBJECT
 private:
  static std::filesystem::path fake() { return LOCKSTEP_BINARY_DIR "/tests/modules/libnvidia-ml-fake.so"; }

 private slots:
  void cleanup() {
    qunsetenv("LOCKSTEP_FAKE_NVML");
    qunsetenv("LOCKSTEP_NVML");
  }

  void figures() {
    const GpuMonitor monitor(bus, fake());
    QVERIFY(monitor.is_open());
    QCOMPARE(monitor.driver_version(), std::string("580.65.06"));
    const GpuFigures first = monitor.read();
    QCOMPARE(first.memory_used, std::optional(2147483648.0));
    QCOMPARE(first.memory_total, std::optional(8589934592.0));
    QCOMPARE(first.power, std::optional(150.25));
    QCOMPARE(first.temperature, std::optional(61.0));
    QCOMPARE(first.clock, std::optional(1710.0));  // of the multiprocessors, not of the memory: 2619
    QCOMPARE(monitor.read().utilisation, std::optional(*first.utilisation + 10));
  }

  void whatIsNotToldIsNotKnown_data() {
    QTest::addColumn<QByteArray>("fails");
    QTest::addColumn<bool>("utilisation");
    QTest::addColumn<bool>("power");
    QTest::newRow("one figure") << QByteArray("power") << true << false;
    QTest::newRow("several") << QByteArray("utilisation,power,memory,clock,driver") << false << false;
    QTest::newRow("a GPU that is gone") << QByteArray("lost") << false << false;
  }
  void whatIsNotToldIsNotKnown() {
    QFETCH(QByteArray, fails);
    const GpuMonitor monitor(bus, fake());
    qputenv("LOCKSTEP_FAKE_NVML", fails);
    const GpuFigures figures = monitor.read();
    QTEST(figures.utilisation.has_value(), "utilisation");
    QTEST(figures.power.has_value(), "power");
    QCOMPARE(figures.temperature.has_value(), fails != "lost");
    QCOMPARE(monitor.driver_version().empty(), fails.contains("driver"));
  }

  void noLibrary() {
    const GpuMonitor monitor(bus, "/nowhere/libnvidia-ml.so.1");
    QVERIFY(!monitor.is_open());
    QVERIFY(!monitor.read().temperature);
    QVERIFY(monitor.driver_version().empty());
  }

  void aLibraryWithoutItsFunctions() {
    const GpuMonitor monitor(bus, LOCKSTEP_BINARY_DIR "/tests/modules/other_build.so");
    QVERIFY(!monitor.is_open());
    QVERIFY(!monitor.read().power);
  }

  void noDriverLoaded() {
    qputenv("LOCKSTEP_FAKE_NVML", "init");
    const GpuMonitor monitor(bus, fake());
    QVERIFY(!monitor.is_open());
    QVERIFY(monitor.driver_version().empty());
  }

  void anotherGpu() {
    const GpuMonitor monitor("0000:07:00.0", fake());
    QVERIFY(!monitor.is_open());
    QVERIFY(!monitor.read().clock);
    QVERIFY(!monitor.driver_version().empty());  // is the driver's, whatever GPU there is
  }

  void theLibrarysPlace() {
    QCOMPARE(nvml_library(), std::filesystem::path("libnvidia-ml.so.1"));
    qputenv("LOCKSTEP_NVML", "/somewhere/nvml.so");
    QCOMPARE(nvml_library(), std::filesystem::path("/somewhere/nvml.so"));
  }
};

QTEST_GUILESS_MAIN(TestGpuMonitor)
#include "tst_gpu_monitor.moc"

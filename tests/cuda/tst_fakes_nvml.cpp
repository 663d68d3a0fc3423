// The fake NVML, opened as the program opens the real one.
#include <QtTest>
#include <dlfcn.h>

namespace {
struct Utilization {
  unsigned gpu;
  unsigned memory;
};
}  // namespace

class TestFakesNvml : public QObject {
  Q_OBJECT

  void* m_library = nullptr;

  template <class F>
  F function(const char* name) const {
    return reinterpret_cast<F>(dlsym(m_library, name));
  }
  int init() const { return function<int (*)()>("nvmlInit_v2")(); }
  int shutdown() const { return function<int (*)()>("nvmlShutdown")(); }
  void* device() const {
    void* out = nullptr;
    return function<int (*)(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2")("0000:01:00.0", &out) == 0 ? out : nullptr;
  }

 private slots:
  void initTestCase() {
    m_library = dlopen(LOCKSTEP_NVML_FAKE, RTLD_NOW);
    QVERIFY2(m_library != nullptr, dlerror());
  }
  void cleanup() { qunsetenv("LOCKSTEP_FAKE_NVML"); }

  void figuresAreThere() {
    QVERIFY(device() == nullptr);  // not begun
    QCOMPARE(init(), 0);
    void* const gpu = device();
    QVERIFY(gpu != nullptr);
    Utilization first{}, second{};
    const auto utilization = function<int (*)(void*, Utilization*)>("nvmlDeviceGetUtilizationRates");
    QCOMPARE(utilization(gpu, &first), 0);
    QCOMPARE(utilization(gpu, &second), 0);
    QCOMPARE(second.gpu, first.gpu + 10);
    unsigned value = 0;
    QCOMPARE(function<int (*)(void*, unsigned*)>("nvmlDeviceGetPowerUsage")(gpu, &value), 0);
    QCOMPARE(value, 150250U);
    QCOMPARE(function<int (*)(void*, int, unsigned*)>("nvmlDeviceGetClockInfo")(gpu, 1, &value), 0);
    QCOMPARE(value, 1710U);
    void* other = nullptr;
    QCOMPARE(function<int (*)(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2")("0000:02:00.0", &other), 6);
    char text[4] = {};
    QCOMPARE(function<int (*)(char*, unsigned)>("nvmlSystemGetDriverVersion")(text, sizeof text), 7);
    QCOMPARE(shutdown(), 0);
    QCOMPARE(shutdown(), 1);
  }

  void whatFailsIsChosen() {
    qputenv("LOCKSTEP_FAKE_NVML", "init");
    QCOMPARE(init(), 9);
    qputenv("LOCKSTEP_FAKE_NVML", "power,clock");
    QCOMPARE(init(), 0);
    void* const gpu = device();
    unsigned value = 0;
    QCOMPARE(function<int (*)(void*, unsigned*)>("nvmlDeviceGetPowerUsage")(gpu, &value), 3);
    QCOMPARE(function<int (*)(void*, int, unsigned*)>("nvmlDeviceGetClockInfo")(gpu, 1, &value), 3);
    QCOMPARE(function<int (*)(void*, int, unsigned*)>("nvmlDeviceGetTemperature")(gpu, 0, &value), 0);
    QCOMPARE(value, 61U);
    qputenv("LOCKSTEP_FAKE_NVML", "lost");
    QCOMPARE(function<int (*)(void*, int, unsigned*)>("nvmlDeviceGetTemperature")(gpu, 0, &value), 15);
    QCOMPARE(QString(function<const char* (*)(int)>("nvmlErrorString")(15)), QString("GPU is lost"));
    QCOMPARE(shutdown(), 0);
  }
};

QTEST_GUILESS_MAIN(TestFakesNvml)
#include "tst_fakes_nvml.moc"

// The fake device's memory and its failures on demand.
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "fakes_test.h"
#include "tests/cuda/fakes/counters.h"
#include "tests/cuda/fakes/faults.h"
#include "tests/cuda/fakes/memory.h"
#include "tests/cuda/fakes/world.h"

using namespace lockstep::fakes;
using namespace lockstep::fakes::test;

namespace {

/// Whether a child process that does this is stopped by a signal.
template <class Act>
bool is_stopped(const Act& act) {
  const pid_t child = fork();
  if (child == 0) {
    (void)std::signal(SIGSEGV, SIG_DFL);  // Qt's own handler prints all stacks
    act();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

std::vector<std::pair<const void*, std::size_t>> seen_allocated;
std::vector<const void*> seen_released;
std::vector<std::pair<const void*, std::size_t>> seen_initialised;

}  // namespace

class TestFakesMemory : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    LOCKSTEP_OK(cudaDeviceReset());
    reset();
    set_mode(Mode::eager);
    world().devices = 1;
    LOCKSTEP_OK(cudaSetDevice(0));
  }
  void cleanup() { QVERIFY2(violations().empty(), lockstep_fakes_violations()); }

  void blocksAreAlignedAndPoisoned() {
    for (const std::size_t bytes : {1UL, 255UL, 256UL, 257UL, 4096UL, 10000UL}) {
      auto* const block = device_array<unsigned char>(bytes);
      QCOMPARE(reinterpret_cast<std::uintptr_t>(block) % 256, 0UL);
      QVERIFY(std::all_of(block, block + bytes, [](unsigned char byte) { return byte == 0xFF; }));
      LOCKSTEP_OK(cudaFree(block));
    }
    void* block = this;
    LOCKSTEP_OK(cudaMalloc(&block, 0));
    QVERIFY(block == nullptr);
    LOCKSTEP_OK(cudaFree(nullptr));
  }

  void theEndIsGuarded() {
    auto* const whole = device_array<volatile unsigned char>(512);
    QVERIFY(is_stopped([&] { whole[512] = 1; }));
    auto* const freed = device_array<volatile unsigned char>(8);
    LOCKSTEP_OK(cudaFree(const_cast<unsigned char*>(freed)));
    QVERIFY(is_stopped([&] { (void)freed[0]; }));
#if !defined(__SANITIZE_ADDRESS__)  // which stops it at once
    auto* const odd = device_array<unsigned char>(10);
    odd[12] = 1;
    LOCKSTEP_OK(cudaFree(odd));
    QVERIFY(broke("cudaFree: something was written 2 bytes past the end of a block of 10 bytes"));
#endif
  }

  void freeingIsChecked() {
    auto* const block = device_array<float>(4);
    QCOMPARE(cudaFree(block + 1), cudaErrorInvalidValue);
    QVERIFY(broke("is not the begin of a block of device memory"));
    QCOMPARE(cudaFreeHost(block), cudaErrorInvalidValue);
    QVERIFY(broke("pinned host memory"));
    LOCKSTEP_OK(cudaFree(block));
    QCOMPARE(cudaFree(block), cudaErrorInvalidValue);
    QVERIFY(broke("was freed before"));
  }

  void copiesAreChecked() {
    const cudaStream_t stream = make_stream();
    auto* const block = device_array<float>(4);
    auto* const pinned = pinned_array<float>(4);
    float host[8] = {};
    QCOMPARE(cudaMemcpyAsync(block + 2, pinned, 12, cudaMemcpyHostToDevice, stream), cudaErrorInvalidValue);
    QVERIFY(broke("destination: 12 bytes from byte 8 of a block of 16 bytes reach 4 bytes past its end"));
    QCOMPARE(cudaMemcpyAsync(block, pinned + 3, 8, cudaMemcpyHostToDevice, stream), cudaErrorInvalidValue);
    QVERIFY(broke("source: 8 bytes from byte 12 of a pinned block of 16 bytes"));
    QCOMPARE(cudaMemcpyAsync(host, pinned, 8, cudaMemcpyHostToDevice, stream), cudaErrorInvalidValue);
    QVERIFY(broke("is not device memory"));
    QCOMPARE(cudaMemcpyAsync(block, block, 8, cudaMemcpyHostToDevice, stream), cudaErrorInvalidValue);
    QVERIFY(broke("is device memory where host memory is needed"));
    QCOMPARE(cudaMemset(block, 0, 17), cudaErrorInvalidValue);
    QVERIFY(broke("reach 1 bytes past its end"));
    LOCKSTEP_OK(cudaFree(block));
    QCOMPARE(cudaMemcpyAsync(pinned, block, 4, cudaMemcpyDeviceToHost, stream), cudaErrorInvalidValue);
    QVERIFY(broke("is device memory that was freed"));
    LOCKSTEP_OK(cudaFreeHost(pinned));
    QCOMPARE(cudaMemcpyAsync(device_array<float>(1), pinned, 4, cudaMemcpyHostToDevice, stream), cudaErrorInvalidValue);
    QVERIFY(broke("pinned host memory that was freed"));
  }

  void rowsAreCopied() {
    const cudaStream_t stream = make_stream();
    auto* const block = device_array<float>(6);
    const float host[6] = {1, 2, 3, 4, 5, 6};
    LOCKSTEP_OK(cudaMemcpy2DAsync(block, 3 * sizeof(float), host, 2 * sizeof(float), 2 * sizeof(float), 2, cudaMemcpyDefault, stream));
    QCOMPARE(block[0], 1.0F);
    QCOMPARE(block[1], 2.0F);
    QVERIFY(std::isnan(block[2]));
    QCOMPARE(block[3], 3.0F);
    QCOMPARE(block[4], 4.0F);
    QCOMPARE(cudaMemcpy2DAsync(block, 4, host, 8, 8, 1, cudaMemcpyHostToDevice, stream), cudaErrorInvalidValue);
    QVERIFY(broke("wider than their pitch"));
  }

  void onlyMappedHostMemoryIsTheDevicesToo() {
    void *mapped = nullptr, *device_pointer = nullptr;
    LOCKSTEP_OK(cudaHostAlloc(&mapped, 4, cudaHostAllocMapped));
    LOCKSTEP_OK(cudaHostGetDevicePointer(&device_pointer, mapped, 0));
    QCOMPARE(device_pointer, mapped);
    QCOMPARE(check_device_range(mapped, 4, 0), std::string());
    QCOMPARE(cudaHostGetDevicePointer(&device_pointer, pinned_array<float>(1), 0), cudaErrorInvalidValue);
    QVERIFY(broke("is not host memory that is mapped for the device"));
  }

  void devicesKeepTheirOwn() {
    world().devices = 2;
    const cudaStream_t stream = make_stream();
    auto* const block = device_array<float>(1);
    LOCKSTEP_OK(cudaSetDevice(1));
    QCOMPARE(set(stream, block, 1), cudaErrorInvalidResourceHandle);
    QVERIFY(broke("set: the stream is device 0's, and the thread's device is 1"));
    QCOMPARE(cudaMemsetAsync(block, 0, 4, make_stream()), cudaErrorInvalidValue);
    QVERIFY(broke("is memory of device 0, used on device 1"));
    QCOMPARE(cudaSetDevice(2), cudaErrorInvalidDevice);
    LOCKSTEP_OK(cudaSetDevice(0));
  }

  void anObserverIsToldOfEverything() {
    seen_allocated.clear();
    seen_released.clear();
    seen_initialised.clear();
    auto* const before = device_array<float>(3);
    observe_memory({[](const void* begin, std::size_t bytes, Place) { seen_allocated.emplace_back(begin, bytes); },
                    [](const void* begin) { seen_released.push_back(begin); },
                    [](const void* begin, std::size_t bytes) { seen_initialised.emplace_back(begin, bytes); },
                    [](const void*, std::size_t) { return std::string(); }});
    (void)pinned_array<float>(1);  // no kernel may touch it
    auto* const after = device_array<float>(5);
    LOCKSTEP_OK(cudaMemset(after, 0, 8));
    LOCKSTEP_OK(cudaFree(before));
    observe_memory({});
    QCOMPARE(seen_allocated.size(), 2UL);
    QVERIFY(seen_allocated[0] == std::pair(static_cast<const void*>(before), 12UL));
    QVERIFY(seen_allocated[1] == std::pair(static_cast<const void*>(after), 20UL));
    QVERIFY(seen_released == std::vector<const void*>{before});
    QVERIFY(seen_initialised.size() == 1 && seen_initialised[0].second == 8);
  }

  void faultsAreRead() {
    Faults faults;
    QVERIFY(parse_faults("malloc:3:once,limit:1000,launch:7", faults));
    QVERIFY(faults.malloc_from == 3 && faults.malloc_once && faults.memory_limit == 1000 && faults.launch == 7 && !faults.no_driver);
    for (const char* wrong : {"malloc", "malloc:0", "malloc:x", "malloc:1:twice", "nothing", "launch:5:once", "no_device:1"}) {
      QVERIFY2(!parse_faults(wrong, faults), wrong);
    }
    QVERIFY(!lockstep_fakes_set_fault("nothing"));
    QVERIFY(!lockstep_fakes_set_queue("nothing"));
  }

  void memoryRunsOut() {
    void* block = nullptr;
    QVERIFY(lockstep_fakes_set_fault("malloc:2"));
    LOCKSTEP_OK(cudaMalloc(&block, 4));
    QCOMPARE(cudaMalloc(&block, 4), cudaErrorMemoryAllocation);
    QVERIFY(block == nullptr);
    QCOMPARE(cudaMalloc(&block, 4), cudaErrorMemoryAllocation);
    QCOMPARE(cudaGetLastError(), cudaErrorMemoryAllocation);
    LOCKSTEP_OK(cudaGetLastError());
    QVERIFY(lockstep_fakes_set_fault("malloc:2:once"));
    LOCKSTEP_OK(cudaMalloc(&block, 4));
    QCOMPARE(cudaMalloc(&block, 4), cudaErrorMemoryAllocation);
    LOCKSTEP_OK(cudaMalloc(&block, 4));
  }

  void theDeviceHasSoMuchMemory() {
    QVERIFY(lockstep_fakes_set_fault("limit:1000"));
    void *first = nullptr, *second = nullptr;
    LOCKSTEP_OK(cudaMalloc(&first, 600));
    std::size_t free_bytes = 0, total = 0;
    LOCKSTEP_OK(cudaMemGetInfo(&free_bytes, &total));
    QCOMPARE(total, 1000UL);
    QCOMPARE(free_bytes, 400UL);
    QCOMPARE(cudaMalloc(&second, 401), cudaErrorMemoryAllocation);
    LOCKSTEP_OK(cudaFree(first));
    LOCKSTEP_OK(cudaMalloc(&second, 1000));
  }

  void aCrashedKernelIsTheEnd() {
    for (const auto mode : {Mode::eager, Mode::late}) {
      LOCKSTEP_OK(cudaDeviceReset());
      reset();
      set_mode(mode);
      QVERIFY(lockstep_fakes_set_fault("launch:2"));
      const cudaStream_t stream = make_stream();
      float* const x = device_array<float>(1);
      LOCKSTEP_OK(set(stream, x, 1));
      QCOMPARE(set(stream, x, 2), mode == Mode::eager ? cudaErrorLaunchFailure : cudaSuccess);
      QCOMPARE(cudaStreamSynchronize(stream), cudaErrorLaunchFailure);
      void* block = nullptr;
      QCOMPARE(cudaMalloc(&block, 4), cudaErrorLaunchFailure);
      QCOMPARE(set(stream, x, 3), cudaErrorLaunchFailure);
      QCOMPARE(cudaGetLastError(), cudaErrorLaunchFailure);
      QCOMPARE(cudaGetLastError(), cudaErrorLaunchFailure);
      QCOMPARE(*x, 1.0F);
      QCOMPARE(last_fault(), std::string("set: crashed, as LOCKSTEP_FAKE_FAULT asks for"));
    }
  }

  void aKernelsOwnFaultIsKept() {
    const cudaStream_t stream = make_stream();
    QCOMPARE(enqueue(stream, "softmax", [] { return std::string("a barrier that 3 of 32 threads reached"); }), cudaErrorLaunchFailure);
    QCOMPARE(last_fault(), std::string("softmax: a barrier that 3 of 32 threads reached"));
  }

  void aDeviceIsLost() {
    const cudaStream_t stream = make_stream();
    QVERIFY(lockstep_fakes_set_fault("lost:3"));
    LOCKSTEP_OK(cudaStreamSynchronize(stream));
    LOCKSTEP_OK(cudaStreamSynchronize(stream));
    QCOMPARE(cudaStreamSynchronize(stream), cudaErrorDevicesUnavailable);
    QCOMPARE(cudaStreamSynchronize(stream), cudaErrorDevicesUnavailable);
    LOCKSTEP_OK(cudaDeviceReset());
    QVERIFY(lockstep_fakes_set_fault("lost:1:ecc"));
    QCOMPARE(cudaDeviceSynchronize(), cudaErrorECCUncorrectable);
  }

  void noDriverNoDevice_data() {
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("driver");
    QTest::newRow("no driver") << QByteArray("no_driver") << int(cudaErrorInsufficientDriver) << 0;
    QTest::newRow("old driver") << QByteArray("old_driver") << int(cudaErrorInsufficientDriver) << 12040;
    QTest::newRow("no device") << QByteArray("no_device") << int(cudaErrorNoDevice) << CUDART_VERSION;
    QTest::newRow("all well") << QByteArray("limit:5") << int(cudaSuccess) << CUDART_VERSION;
  }
  void noDriverNoDevice() {
    QFETCH(QByteArray, fault);
    QFETCH(int, status);
    QFETCH(int, driver);
    QVERIFY(lockstep_fakes_set_fault(fault.constData()));
    int count = -1, version = -1;
    void* block = nullptr;
    QCOMPARE(int(cudaGetDeviceCount(&count)), status);
    QCOMPARE(count, status == cudaSuccess ? 1 : 0);
    LOCKSTEP_OK(cudaDriverGetVersion(&version));
    QCOMPARE(version, driver);
    QCOMPARE(int(cudaMalloc(&block, 4)), status);
    QCOMPARE(int(cudaSetDevice(0)), status);
  }

  // Runs one test of this program in a process of its own, whose end writes the report.
  void aReportIsWrittenAtTheEnd() {
    const QTemporaryDir folder;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LOCKSTEP_FAKE_REPORT", folder.filePath("report"));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {"theDeviceHasSoMuchMemory"});
    QVERIFY(process.waitForFinished() && process.exitCode() == 0);
    QFile file(folder.filePath("report"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray report = file.readAll();
    QVERIFY2(report.contains("mallocs 2\nfrees 1\n") && report.contains("violations 0\n"), report.constData());
    QVERIFY2(report.contains("leaked: 1 block of device memory (1000 bytes)"), report.constData());
  }

  void settingsThatCannotBeUnderstoodEndTheProcess_data() {
    QTest::addColumn<QString>("variable");
    QTest::newRow("queue") << "LOCKSTEP_FAKE_QUEUE";
    QTest::newRow("fault") << "LOCKSTEP_FAKE_FAULT";
  }
  void settingsThatCannotBeUnderstoodEndTheProcess() {
    QFETCH(QString, variable);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(variable, "nonsense");
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(), {"-nocrashhandler", "theDeviceIsDescribed"});
    QVERIFY(process.waitForFinished() && (process.exitStatus() == QProcess::CrashExit || process.exitCode() != 0));
    QVERIFY(process.readAllStandardError().contains(variable.toUtf8() + "=nonsense can't be understood"));
  }

  void theDeviceIsDescribed() {
    cudaDeviceProp properties{};
    LOCKSTEP_OK(cudaGetDeviceProperties(&properties, 0));
    QCOMPARE(QString(properties.name), QString("Emulated GPU 0"));
    char bus[32] = {};
    LOCKSTEP_OK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    QCOMPARE(QString(bus), QString("0000:01:00.0"));
    int value = 0;
    LOCKSTEP_OK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
    QCOMPARE(value, 32);
    QCOMPARE(cudaDeviceGetAttribute(&value, cudaDevAttrMaxPitch, 0), cudaErrorInvalidValue);
    QVERIFY(broke("does not know attribute"));
    QCOMPARE(QString(cudaGetErrorName(cudaErrorLaunchFailure)), QString("cudaErrorLaunchFailure"));
    QCOMPARE(QString(cudaGetErrorString(cudaErrorMemoryAllocation)), QString("out of memory"));
  }
};

QTEST_GUILESS_MAIN(TestFakesMemory)
#include "tst_fakes_memory.moc"

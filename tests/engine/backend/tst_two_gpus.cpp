// Two GPUs in one program: each thread of CUDA's has a current device, and whoever uses both must not mistake it. On the emulated GPU,
// whose fakes end the program where a stream is used on another device than its own.
#include <QtTest>

#include <filesystem>
#include <thread>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/devices.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/tensor/tensor.h"

using namespace lockstep::engine;

namespace {

/// Twice the count from 1 on, computed on the device.
std::vector<float> doubled(Device device, std::int64_t count) {
  const Tensor ones = Tensor::full({count}, 1.0, DType::f32, device);
  Tensor sum = Tensor::zeros({count}, DType::f32, device);
  for (int i = 0; i < 2; ++i) sum = ops::add(sum, ones);
  std::vector<float> out(static_cast<std::size_t>(count));
  backend_of(device).copy_to_host(out.data(), sum.view().data, out.size() * sizeof(float));
  return out;
}

}  // namespace

class TestTwoGpus : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() {
    qputenv("LOCKSTEP_FAKE_FAULT", "devices:2");
    if (!std::filesystem::exists(LOCKSTEP_BINARY_DIR "/lib/lockstep/liblockstep_cuda_emulated.so")) QSKIP("this build has no emulated GPU: the CUDA toolkit or cuDNN was not found");
  }

  void oneThreadUsesBothInTurns() {
    const Device first = choose_device("cuda-emulated");
    const Device second = choose_device("cuda-emulated:1");
    QCOMPARE(QString::fromStdString(device_name(first)), QString("cuda-emulated"));
    QCOMPARE(QString::fromStdString(device_name(second)), QString("cuda-emulated:1"));
    for (int round = 0; round < 3; ++round) {
      for (const Device device : {first, second}) QCOMPARE(doubled(device, 100), std::vector<float>(100, 2.0F));
    }
    // What the first opened is used by a thread that never saw it.
    for (const Device device : {second, first}) std::thread([device] { QCOMPARE(doubled(device, 7), std::vector<float>(7, 2.0F)); }).join();
  }

  void aThirdIsNotThere() { QVERIFY_THROWS_EXCEPTION(DeviceError, (void)choose_device("cuda-emulated:2")); }
};

QTEST_GUILESS_MAIN(TestTwoGpus)
#include "tst_two_gpus.moc"

// What operators promise about their bits, and that strict arithmetic refuses one that promises nothing, by its name.
#include <QtTest>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/state.h"
#include "engine/ops/fill_cpu.h"
#include "engine/ops/linear/linear.h"
#include "engine/ops/softmax/softmax.h"
#include "engine/tensor/tensor.h"

using namespace lockstep::engine;

namespace {

/// The CPU's kernels under another name, where softmax is said to promise nothing.
class CarelessBackend final : public Backend {
 public:
  CarelessBackend() : Backend({DeviceType::test, 0}, std::size_t{1} << 28U) {
    state_.use_threads(1);
    context_.state = &state_;
    fill_cpu(mutable_kernels());
    mutable_kernels().determinism.softmax = Determinism::none;
    mutable_kernels().determinism.linear = Determinism::thread_invariant;
  }
  void* allocate_block(std::size_t bytes) noexcept override { return cpu_backend().allocate_block(bytes); }
  void release_block(void* block, std::size_t bytes) noexcept override { cpu_backend().release_block(block, bytes); }
  void copy_from_host(void* destination, const void* source, std::size_t bytes) override { std::memcpy(destination, source, bytes); }
  void copy_to_host(void* destination, const void* source, std::size_t bytes) override { std::memcpy(destination, source, bytes); }
  void synchronize() override {}

 private:
  cpu::State state_;
};

struct Careful {};
struct Careless {
  static constexpr Determinism determinism = Determinism::none;
};
static_assert(declared_determinism<Careful>() == Determinism::bitwise);
static_assert(declared_determinism<Careless>() == Determinism::none);

}  // namespace

class TestDeterminism : public QObject {
  Q_OBJECT
 private slots:
  void strictRefusesAnOperatorWithoutAPromise() {
    auto owned = std::make_unique<CarelessBackend>();
    CarelessBackend& backend = *owned;
    register_backend(std::move(owned));
    const Tensor x = Tensor::full({2, 3}, 1.0, DType::f32, backend.device());
    const Tensor weight = Tensor::full({4, 3}, 0.5, DType::f32, backend.device());
    const auto text = [](auto&& work) -> QString {
      try {
        work();
      } catch (const ValueError& error) {
        return QString::fromStdString(error.what());
      }
      return {};
    };
    const auto softmax = [&] { (void)ops::softmax(x, 1); };
    const auto linear = [&] { (void)ops::linear(x, weight, {}); };
    backend.set_arithmetic({.strict = true});
    const QString refused = text(softmax);
    QVERIFY2(refused.startsWith("[softmax] can't repeat bit for bit on test:0") && refused.contains("set reproducibility.strict = false"), qPrintable(refused));
    QCOMPARE(text(linear), QString());  // promises something
    backend.set_arithmetic({.strict = false});
    QCOMPARE(text(softmax), QString());
    backend.set_arithmetic({.strict = true});
    QVERIFY(!text(softmax).isEmpty());
  }

  void everyOperatorOfTheCpuPromisesItsBits() {
    int operators = 0;
    for_each_operator(cpu_backend().kernels(), [&](std::string_view name, const auto&, Determinism promise) {
      ++operators;
      QVERIFY2(promise == Determinism::bitwise, std::string(name).c_str());
    });
    QVERIFY(operators > 20);
  }
};

QTEST_GUILESS_MAIN(TestDeterminism)
#include "tst_determinism.moc"

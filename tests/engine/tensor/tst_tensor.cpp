// Tensors: strides and views, broadcasting, dtypes, from_blob, the allocator's budget, and the second device.
#include <QtTest>

#include <cmath>
#include <limits>
#include <thread>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/core/error.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/ops/reduce/reduce.h"
#include "engine/ops/views/views.h"
#include "engine/tensor/tensor.h"
#include "tests/support/fake_backend.h"

using namespace lockstep::engine;
using lockstep::test::FakeBackend;

namespace {

template <class F>
QString error_text(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

Tensor counting(const Shape& shape) {
  std::vector<float> values(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  return Tensor::from_vector(values, shape);
}

/// Memory from the C heap that counts what it gave.
class CountingSource final : public BlockSource {
 public:
  void* allocate_block(std::size_t bytes) noexcept override {
    ++blocks;
    return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  }
  void release_block(void* block, std::size_t) noexcept override {
    --blocks;
    std::free(block);
  }
  int blocks = 0;
};

}  // namespace

class TestTensor : public QObject {
  Q_OBJECT
 private slots:
  void viewsShareAndReshapeCopiesOnlyWhereItMust() {
    Tensor x = counting({2, 3, 4});
    const Tensor flat = ops::reshape(x, {6, -1});
    QVERIFY(flat.shape() == (Shape{6, 4}));
    x.fill(1.0);
    QCOMPARE(flat.to_vector<float>()[5], 1.0F);
    const Tensor y = counting({2, 3});
    const Tensor turned = ops::transpose(y, 0, 1);
    QVERIFY(turned.strides() == (Strides{1, 3}));
    QCOMPARE(turned.to_vector<float>(), (std::vector<float>{0, 3, 1, 4, 2, 5}));
    QCOMPARE(ops::reshape(turned, {6}).to_vector<float>(), (std::vector<float>{0, 3, 1, 4, 2, 5}));
    QCOMPARE(ops::narrow(y, 1, 1, 2).to_vector<float>(), (std::vector<float>{1, 2, 4, 5}));
    QVERIFY(error_text([&] { (void)ops::reshape(y, {4, 2}); }).contains("[reshape] expected a shape of 6 elements"));
    QVERIFY(error_text([&] { (void)ops::narrow(y, 1, 2, 2); }).contains("[narrow]"));
  }

  void channelsLastKeepsLogicalOrder() {
    const Tensor x = counting({2, 3, 2, 2});
    const Tensor last = x.contiguous(MemoryFormat::channels_last);
    QVERIFY(last.is_channels_last() && !last.is_contiguous());
    QCOMPARE(last.to_vector<float>(), x.to_vector<float>());
    QVERIFY(empty_like(last).is_channels_last());
    QCOMPARE(ops::flatten(last).to_vector<float>(), x.to_vector<float>());
    QCOMPARE(ops::add(last, x).to_vector<float>()[7], 14.0F);
  }

  // An axis of size 1 may have any stride: a pooled image of one pixel in channels-last memory.
  void axesOfSizeOneDontDecideAView() {
    const Tensor x = counting({2, 3, 1, 1}).contiguous(MemoryFormat::channels_last).alias({2, 3, 1, 1}, {3, 1, 3, 3});
    QCOMPARE(ops::flatten(x).to_vector<float>(), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    QCOMPARE(ops::reshape(x, {3, 2}).to_vector<float>(), (std::vector<float>{0, 1, 2, 3, 4, 5}));
    QCOMPARE(ops::reshape(counting({1, 4}).alias({1, 4}, {99, 1}), {2, 2}).to_vector<float>(), (std::vector<float>{0, 1, 2, 3}));
  }

  // NumPy's rule, over the cases of its documentation.
  void broadcasting() {
    QVERIFY(broadcast_shapes({256, 256, 3}, {3}, "add") == (Shape{256, 256, 3}));
    QVERIFY(broadcast_shapes({8, 1, 6, 1}, {7, 1, 5}, "add") == (Shape{8, 7, 6, 5}));
    QVERIFY(broadcast_shapes({15, 3, 5}, {3, 1}, "add") == (Shape{15, 3, 5}));
    QVERIFY(broadcast_shapes({}, {0, 2}, "add") == (Shape{0, 2}));
    QCOMPARE(error_text([] { (void)broadcast_shapes({2, 1}, {8, 4, 3}, "add"); }), QString("[add] expected shapes that broadcast, received [2, 1] and [8, 4, 3]"));
    const Tensor column = Tensor::from_vector<float>({10, 20}, {2, 1});
    QCOMPARE(ops::add(column, counting({3})).to_vector<float>(), (std::vector<float>{10, 11, 12, 20, 21, 22}));
    QVERIFY(error_text([&] { (void)ops::add(column, column.to(DType::f64)); }).contains("[add] expected one dtype, received float32 and float64"));
  }

  void shortFloatsRoundToNearestEven() {
    // IEEE 754 binary16 and the bfloat16 of its upper half: ties, subnormals, overflow, NaN.
    QCOMPARE(bfloat16(1.00390625F).bits, std::uint16_t{0x3F80});
    QCOMPARE(bfloat16(1.01171875F).bits, std::uint16_t{0x3F82});
    QVERIFY(std::isnan(static_cast<float>(bfloat16(std::numeric_limits<float>::quiet_NaN()))));
    QVERIFY(std::isinf(static_cast<float>(bfloat16(3.4e38F))));
    QCOMPARE(float16(65519.0F).bits, std::uint16_t{0x7BFF});
    QCOMPARE(float16(65520.0F).bits, std::uint16_t{0x7C00});
    QCOMPARE(float16(0x1p-25F).bits, std::uint16_t{0});
    QCOMPARE(float16(0x1.8p-24F).bits, std::uint16_t{2});
    for (int bits = 0; bits < 0x7C00; ++bits) {
      float16 half;
      half.bits = static_cast<std::uint16_t>(bits);
      QCOMPARE(float16(static_cast<float>(half)).bits, half.bits);
    }
    QCOMPARE(counting({3}).to(DType::f16).to(DType::i64).to_vector<std::int64_t>(), (std::vector<std::int64_t>{0, 1, 2}));
    QCOMPARE(Tensor::from_vector<float>({0.0F, -2.5F}, {2}).to(DType::boolean).to(DType::u8).to_vector<std::uint8_t>(), (std::vector<std::uint8_t>{0, 1}));
  }

  void fromBlobSharesAndKeepsItsOwner() {
    auto owner = std::make_shared<std::vector<float>>(std::vector<float>{1, 2, 3, 4});
    const std::weak_ptr<std::vector<float>> watch = owner;
    Tensor x = Tensor::from_blob(owner->data(), {2, 2}, {2, 1}, DType::f32, owner);
    (*owner)[3] = 9;
    QCOMPARE(x.to_vector<float>()[3], 9.0F);
    owner.reset();
    QVERIFY(!watch.expired());
    x = Tensor();
    QVERIFY(watch.expired());
    QVERIFY(error_text([] { (void)Tensor::from_blob(nullptr, {2}, {1}, DType::f32, nullptr); }).contains("[from_blob] expected memory"));
  }

  void allocatorCachesCountsAndRefuses() {
    CountingSource source;
    {
      CachingAllocator allocator(source, "cpu", 1 << 20);
      void* a = allocator.allocate(1000);
      const MemoryStatistics one = allocator.statistics();
      QVERIFY(one.allocated >= 1000 && one.allocated <= 1024 && one.reserved == one.allocated);
      allocator.release(a, 1000);
      QCOMPARE(allocator.statistics().allocated, std::size_t{0});
      QCOMPARE(allocator.statistics().largest_free, one.reserved);
      void* b = allocator.allocate(1010);
      QCOMPARE(b, a);
      QCOMPARE(source.blocks, 1);
      QCOMPARE(allocator.statistics().peak, one.allocated);
      // The cache gives way before the budget does.
      allocator.release(b, 1010);
      void* large = allocator.allocate((1 << 20) - 512);
      QCOMPARE(source.blocks, 1);
      const QString error = error_text([&] { (void)allocator.allocate(4096); });
      QVERIFY2(error.startsWith("out of memory on cpu: asked for") && error.contains("allocated") && error.contains("budget") && error.contains("batch_size"), qPrintable(error));
      allocator.release(large, (1 << 20) - 512);
    }
    QCOMPARE(source.blocks, 0);
    QVERIFY(error_text([] { (void)Tensor::empty({1LL << 40, 1LL << 40}); }).contains("does not fit"));
    QVERIFY(error_text([] { (void)Tensor::empty({1LL << 42}); }).contains("out of memory"));
  }

  // For tools that watch memory: no block outlives its tensor, but those of a capture.
  void allocatorWithoutACacheGivesEverythingBack() {
    CountingSource source;
    CachingAllocator allocator(source, "cpu", 1 << 20);
    allocator.set_caching(false);
    void* const a = allocator.allocate(1000);
    void* const b = allocator.allocate(0);
    QCOMPARE(source.blocks, 2);
    allocator.release(a, 1000);
    allocator.release(b, 0);
    QCOMPARE(source.blocks, 0);
    QCOMPARE(allocator.statistics().reserved, std::size_t{0});
    const int pool = allocator.open_pool();
    void* const captured = allocator.allocate(1000);
    allocator.release(captured, 1000);
    void* const second = allocator.allocate(1000);
    QVERIFY(second != captured);
    allocator.close_pool();
    QCOMPARE(source.blocks, 2);
    allocator.release_pool(pool);
    QCOMPARE(source.blocks, 1);
    allocator.release(second, 1000);
    QCOMPARE(source.blocks, 0);
  }

  // What captured work wrote to must never be handed to others while the work may be replayed.
  void allocatorKeepsACapturesMemoryApart() {
    CountingSource source;
    {
      CachingAllocator allocator(source, "cpu", 1 << 20);
      void* const before = allocator.allocate(512);
      allocator.release(before, 512);
      const int pool = allocator.open_pool();
      void* const inside = allocator.allocate(512);
      QVERIFY(inside != before);
      void* elsewhere = nullptr;
      std::thread([&] { elsewhere = allocator.allocate(512); }).join();
      QCOMPARE(elsewhere, before);
      allocator.release(inside, 512);
      void* const again = allocator.allocate(512);
      QCOMPARE(again, inside);
      allocator.close_pool();
      // Let go after the capture, it goes back to the pool all the same.
      allocator.release(again, 512);
      void* const outside = allocator.allocate(512);
      QVERIFY(outside != inside);
      allocator.release_cached();
      allocator.release(outside, 512);
      allocator.release_pool(pool);
      void* const first = allocator.allocate(512);
      void* const second = allocator.allocate(512);
      QVERIFY(first == inside || second == inside);
      for (void* block : {first, second, elsewhere}) allocator.release(block, 512);
      QCOMPARE(allocator.statistics().allocated, std::size_t{0});
    }
    QCOMPARE(source.blocks, 0);
  }

  void sumsDoNotDependOnThreads() {
    std::vector<float> values(300007);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0F / static_cast<float>(i + 1);
    const Tensor x = Tensor::from_vector(values, {300007});
    const Tensor matrix = ops::reshape(Tensor::from_vector(std::vector<float>(values.begin(), values.begin() + 300000), {300000}), {100, 3000});
    CpuBackend& cpu = cpu_backend();
    const int before = cpu.threads();
    std::vector<std::vector<float>> results;
    for (const int threads : {1, 2, 3, 5, 8}) {
      cpu.set_threads(threads);
      std::vector<float> all = ops::sum(x).to_vector<float>();
      for (const float v : ops::sum(matrix, {0}).to_vector<float>()) all.push_back(v);
      for (const float v : ops::sum(matrix, {1}).to_vector<float>()) all.push_back(v);
      results.push_back(all);
    }
    cpu.set_threads(before);
    for (const auto& result : results) QVERIFY(result == results.front());
    // The harmonic number: ln n + γ + 1/2n.
    QVERIFY(std::fabs(static_cast<double>(results.front()[0]) - (std::log(300007.0) + 0.5772156649015329 + 0.5 / 300007)) < 1e-5);
  }

  void emptyAndScalar() {
    QCOMPARE(ops::sum(Tensor::zeros({0, 3})).item(), 0.0);
    QVERIFY(std::isnan(ops::mean(Tensor::zeros({0})).item()));
    QCOMPARE(Tensor::full({}, 2.5).item(), 2.5);
    QVERIFY(ops::add(Tensor::zeros({0, 3}), Tensor::zeros({3})).shape() == (Shape{0, 3}));
  }

  // The same work on a device whose memory the host cannot read.
  void theSecondDeviceGivesTheSameBits() {
    FakeBackend& fake = FakeBackend::instance();
    const Device device = fake.device();
    const auto work = [](Device on) {
      Tensor x = counting({4, 3, 5, 5}).to(on).contiguous(MemoryFormat::channels_last);
      Tensor w = Tensor::full({3, 1, 1}, 0.1, DType::f32, on);
      w.set_requires_grad(true);
      const Tensor y = ops::mean(ops::multiply(ops::add(x, w), ops::affine(x, 0.5, 1.0)));
      y.backward();
      std::vector<float> out = w.grad().to_vector<float>();
      out.push_back(y.to_vector<float>()[0]);
      return out;
    };
    const long before = fake.launches();
    QCOMPARE(work(device), work({}));
    QVERIFY(fake.launches() > before);
    QVERIFY(error_text([&] { (void)ops::add(Tensor::zeros({1}, DType::f32, device), Tensor::zeros({1})); }).contains("[add] expected one device, received test:0 and cpu"));
    QVERIFY(error_text([] { (void)Tensor::zeros({1}, DType::f32, {DeviceType::cuda, 7}); }).contains("no usable device cuda:7"));
  }
};

QTEST_GUILESS_MAIN(TestTensor)
#include "tst_tensor.moc"

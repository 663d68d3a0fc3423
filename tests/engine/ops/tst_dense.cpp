// Matrix product and linear layer: against plain loops over many shapes, PyTorch's goldens, finite differences, numbers of
// threads, strides, and what isn't finite.
#include <QtTest>

#include <limits>

#include <hwy/targets.h>

#include "engine/autograd/gradcheck.h"
#include "engine/core/error.h"
#include "engine/ops/linear/linear.h"
#include "engine/ops/matmul/matmul.h"
#include "engine/ops/unary/unary.h"
#include "engine/ops/views/views.h"
#include "op_test.h"
#include "support_goldens.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

/// The product of the same f32 values in f64, by plain loops.
Tensor exact_product(const Tensor& a, const Tensor& b) { return ops::matmul(a.to(DType::f64), b.to(DType::f64)); }

std::string error_text(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class TestDense : public QObject {
  Q_OBJECT
 private slots:
  void productAgreesWithPlainLoops() {
    // Every tile height and width, their edges, and more than one block of k.
    for (const std::int64_t m : {1, 2, 5, 13, 14, 15, 29, 64}) {
      for (const std::int64_t n : {1, 3, 16, 17, 31, 32, 33, 70}) {
        for (const std::int64_t k : {1, 4, 7, 33, 513, 1100}) {
          const Tensor a = normal_tensor({m, k}, 1);
          const Tensor b = normal_tensor({k, n}, 2);
          const std::string found = difference(ops::matmul(a, b), exact_product(a, b), 1e-5, 1e-6 * static_cast<double>(k));
          QVERIFY2(found.empty(), fmt::format("[{}, {}] x [{}, {}]: {}", m, k, k, n, found).c_str());
        }
      }
    }
  }

  void productOfAnyStrides() {
    const Tensor a = normal_tensor({19, 40}, 3);
    const Tensor b = normal_tensor({40, 37}, 4);
    const auto expected = bytes_of(ops::matmul(a, b));
    const auto column_major = [](const Tensor& x) { return ops::transpose(ops::contiguous(ops::transpose(x, 0, 1)), 0, 1); };
    for (const Tensor& left : {a, strided(a), column_major(a)}) {
      for (const Tensor& right : {b, strided(b), column_major(b)}) QVERIFY(bytes_of(ops::matmul(left, right)) == expected);
    }
  }

  void emptyProducts() {
    QCOMPARE(ops::matmul(normal_tensor({0, 3}, 1), normal_tensor({3, 4}, 1)).shape().to_string(), std::string("[0, 4]"));
    const Tensor zeros = ops::matmul(normal_tensor({2, 0}, 1), normal_tensor({0, 3}, 1));
    QVERIFY(values_of(zeros) == std::vector<double>(6, 0.0));
    const Tensor rows = ops::linear(normal_tensor({0, 5}, 1), normal_tensor({3, 5}, 1), normal_tensor({3}, 1));
    QCOMPARE(rows.shape().to_string(), std::string("[0, 3]"));
  }

  void bitsDontDependOnThreads() {
    for (const Shape& shape : {Shape{128, 784, 512}, Shape{128, 256, 10}, Shape{7, 2000, 300}}) {
      const Tensor x = normal_tensor({shape[0], shape[1]}, 5);
      const Tensor w = normal_tensor({shape[2], shape[1]}, 6, DType::f32, 0.05);
      const Tensor b = normal_tensor({shape[2]}, 7);
      const Tensor g = normal_tensor({shape[0], shape[2]}, 8);
      const std::string found = thread_sweep([&] {
        return with_gradients([](const std::vector<Tensor>& in) { return ops::linear(in[0], in[1], in[2], true); }, {x, w, b}, g);
      });
      QVERIFY2(found.empty(), found.c_str());
    }
  }

  void linearAgreesWithTorch() {
    const Goldens goldens("linear");
    QVERIFY(goldens.cases().size() >= 5);
    for (const std::string& name : goldens.cases()) {
      const bool bias = goldens.has(name, "b");
      for (const DType dtype : {DType::f32, DType::f64}) {
        std::vector<Tensor> inputs{goldens.tensor(name, "x").to(dtype), goldens.tensor(name, "w").to(dtype)};
        if (bias) inputs.push_back(goldens.tensor(name, "b").to(dtype));
        const auto results = with_gradients([&](const std::vector<Tensor>& in) { return ops::linear(in[0], in[1], bias ? in[2] : Tensor()); }, inputs,
                                            goldens.tensor(name, "gy").to(dtype));
        const std::vector<std::string> names{"y", "gx", "gw", "gb"};
        for (std::size_t i = 0; i < results.size(); ++i) {
          const double tolerance = dtype == DType::f64 ? 1e-12 : 2e-6;
          const std::string found = difference(results[i], goldens.tensor(name, names[i] + ".f64"), tolerance, tolerance);
          QVERIFY2(found.empty(), (name + " " + names[i] + ": " + found).c_str());
        }
      }
    }
  }

  // The instruction sets that this machine has: those with fused multiply-adds give the same bits, older ones nearly.
  void everyInstructionSet() {
    if (!on_the_cpu()) QSKIP("instruction sets are the CPU's");
    const Tensor x = normal_tensor({30, 700}, 22);
    const Tensor w = normal_tensor({45, 700}, 23);
    const auto expected = ops::linear(x, w, {}, true);
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      hwy::SetSupportedTargetsForTest(target);
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
      const auto y = ops::linear(x, w, {}, true);
      const std::string found = difference(y, expected, 1e-5, 1e-4);
      const bool same_bits = bytes_of(y) == bytes_of(expected);
      hwy::SetSupportedTargetsForTest(0);
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
      QVERIFY2(found.empty(), fmt::format("{}: {}", hwy::TargetName(target), found).c_str());
      QVERIFY2(same_bits || target > HWY_AVX2, hwy::TargetName(target));
    }
  }

  void fusedReluHasTheBitsOfTheComposition() {
    for (const DType dtype : {DType::f32, DType::f64}) {
      const std::vector<Tensor> inputs{normal_tensor({4, 6, 33}, 9, dtype), normal_tensor({21, 33}, 10, dtype), normal_tensor({21}, 11, dtype)};
      const Tensor g = normal_tensor({4, 6, 21}, 12, dtype);
      const auto fused = with_gradients([](const std::vector<Tensor>& in) { return ops::linear(in[0], in[1], in[2], true); }, inputs, g);
      const auto composed = with_gradients([](const std::vector<Tensor>& in) { return ops::relu(ops::linear(in[0], in[1], in[2])); }, inputs, g);
      QCOMPARE(fused.size(), std::size_t{4});
      for (std::size_t i = 0; i < fused.size(); ++i) QVERIFY(bytes_of(fused[i]) == bytes_of(composed[i]));
    }
  }

  void gradientsAgreeWithFiniteDifferences() {
    const std::vector<Tensor> inputs{normal_tensor({2, 3, 5}, 13, DType::f64), normal_tensor({4, 5}, 14, DType::f64), normal_tensor({4}, 15, DType::f64)};
    for (const bool relu : {false, true}) {
      const std::string found = autograd::gradcheck([&](const std::vector<Tensor>& in) { return ops::linear(in[0], in[1], in[2], relu); }, inputs);
      QVERIFY2(found.empty(), found.c_str());
    }
    const std::string found = autograd::gradcheck([](const std::vector<Tensor>& in) { return ops::matmul(in[0], in[1]); },
                                                  {normal_tensor({3, 4}, 16, DType::f64), normal_tensor({4, 2}, 17, DType::f64)});
    QVERIFY2(found.empty(), found.c_str());
  }

  void gradcheckFindsAWrongGradient() {
    const auto wrong = [](const std::vector<Tensor>& in) { return ops::matmul(in[0], in[1].detach()); };
    const std::string found = autograd::gradcheck(wrong, {normal_tensor({2, 2}, 1, DType::f64), normal_tensor({2, 2}, 2, DType::f64)});
    QVERIFY2(QString::fromStdString(found).contains("input 1"), found.c_str());
  }

  void onlyWantedGradientsAreGiven() {
    Tensor w = normal_tensor({3, 4}, 1);
    w.set_requires_grad(true);
    const Tensor x = normal_tensor({2, 4}, 2);
    autograd::backward(ops::linear(x, w, {}), Make::full({2, 3}, 1.0));
    QVERIFY(w.grad().defined());
    QVERIFY(!x.grad().defined());
  }

  void stridedInputsAndGradients() {
    const std::vector<Tensor> inputs{normal_tensor({6, 9}, 18), normal_tensor({7, 9}, 19), normal_tensor({7}, 20)};
    const Tensor g = normal_tensor({6, 7}, 21);
    const auto function = [](const std::vector<Tensor>& in) { return ops::linear(in[0], in[1], in[2], true); };
    const auto dense = with_gradients(function, inputs, g);
    const auto loose = with_gradients(function, {strided(inputs[0]), strided(inputs[1]), strided(inputs[2])}, strided(g));
    for (std::size_t i = 0; i < dense.size(); ++i) QVERIFY(bytes_of(dense[i]) == bytes_of(loose[i]));
  }

  void valuesThatAreNotFinitePassOn() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const Tensor x = Make::from_vector<float>({1, inf, nan, -inf, 2, 3}, {3, 2});
    const Tensor w = Make::from_vector<float>({1, 1, 0, 1}, {2, 2});
    const std::vector<double> y = values_of(ops::linear(x, w, {}));
    QVERIFY(y[0] == HUGE_VAL && y[1] == HUGE_VAL && std::isnan(y[2]) && std::isnan(y[3]));
    const auto rectified = with_gradients([](const std::vector<Tensor>& in) { return ops::linear(in[0], in[1], {}, true); }, {x, w});
    QVERIFY(std::isnan(values_of(rectified[0])[2]));
  }

  void errorsSayWhatWasExpected() {
    const Tensor x = normal_tensor({2, 4}, 1);
    QCOMPARE(error_text([&] { (void)ops::linear(x, normal_tensor({3, 5}, 1), {}); }),
             std::string("[linear] expected an input [..., 5] for a weight of [3, 5], received [2, 4]"));
    QCOMPARE(error_text([&] { (void)ops::linear(x, normal_tensor({3, 4}, 1), normal_tensor({4}, 1)); }), std::string("[linear] expected a bias [3], received [4]"));
    QCOMPARE(error_text([&] { (void)ops::matmul(x, x); }), std::string("[matmul] expected [M, K] and [K, N], received [2, 4] and [2, 4]"));
    QCOMPARE(error_text([&] { (void)ops::matmul(x.to(DType::bf16), x.to(DType::bf16)); }), std::string("[matmul] expected float32 or float64, received bfloat16"));
  }
};

LOCKSTEP_OP_TEST(TestDense)
#include "tst_dense.moc"

// Losses: PyTorch's goldens, brute force, finite differences, and the ends of their ranges.
#include <QtTest>

#include <limits>

#include "engine/autograd/gradcheck.h"
#include "engine/core/error.h"
#include "engine/ops/bce_with_logits/bce_with_logits.h"
#include "engine/ops/cross_entropy/cross_entropy.h"
#include "engine/ops/huber_loss/huber_loss.h"
#include "engine/ops/l1_loss/l1_loss.h"
#include "engine/ops/mse_loss/mse_loss.h"
#include "op_test.h"
#include "support_goldens.h"

using namespace lockstep::engine;
using namespace lockstep::test;
using ops::Reduction;

namespace {

Reduction reduction_of(const std::string& text) { return text == "mean" ? Reduction::mean : text == "sum" ? Reduction::sum : Reduction::none; }

/// The golden's loss as a function of its prediction.
std::function<Tensor(const std::vector<Tensor>&)> golden_loss(const Goldens& goldens, const std::string& name, DType dtype) {
  const Reduction reduction = reduction_of(goldens.text(name, "reduction"));
  Tensor target = goldens.tensor(name, "target");
  if (name.starts_with("cross_entropy")) {
    const Tensor weight = goldens.has(name, "weight") ? goldens.tensor(name, "weight").to(dtype) : Tensor();
    return [=, &goldens](const std::vector<Tensor>& in) {
      return ops::cross_entropy(in[0], target, weight, goldens.number(name, "label_smoothing", 0.0),
                                static_cast<std::int64_t>(goldens.number(name, "ignore_index", -100)), reduction);
    };
  }
  target = target.to(dtype);
  if (name.starts_with("mse")) return [=](const std::vector<Tensor>& in) { return ops::mse_loss(in[0], target, reduction); };
  if (name.starts_with("l1")) return [=](const std::vector<Tensor>& in) { return ops::l1_loss(in[0], target, reduction); };
  if (name.starts_with("huber")) return [=, &goldens](const std::vector<Tensor>& in) { return ops::huber_loss(in[0], target, goldens.number(name, "delta", -1), reduction); };
  if (name.starts_with("smooth_l1")) return [=, &goldens](const std::vector<Tensor>& in) { return ops::smooth_l1_loss(in[0], target, goldens.number(name, "beta", -1), reduction); };
  if (goldens.has(name, "weight")) return nullptr;  // bce's weight is not offered
  const Tensor pos_weight = goldens.has(name, "pos_weight") ? goldens.tensor(name, "pos_weight").to(dtype) : Tensor();
  return [=](const std::vector<Tensor>& in) { return ops::bce_with_logits(in[0], target, pos_weight, reduction); };
}

/// The definition, term by term, in double.
double brute_cross_entropy(const std::vector<double>& x, const std::vector<std::int64_t>& target, const std::vector<double>& w, double smoothing,
                           std::int64_t ignore) {
  const std::size_t classes = w.size();
  double total = 0;
  double weights = 0;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] == ignore) continue;
    double z = 0;
    for (std::size_t c = 0; c < classes; ++c) z += std::exp(x[i * classes + c]);
    for (std::size_t c = 0; c < classes; ++c) {
      const double q = (static_cast<std::int64_t>(c) == target[i] ? 1.0 - smoothing : 0.0) + smoothing / static_cast<double>(classes);
      total -= q * w[c] * std::log(std::exp(x[i * classes + c]) / z);
    }
    weights += w[static_cast<std::size_t>(target[i])];
  }
  return total / weights;
}

}  // namespace

class TestLosses : public QObject {
  Q_OBJECT
 private slots:
  void agreeWithTorch() {
    const Goldens goldens("losses");
    int seen = 0;
    for (const std::string& name : goldens.cases()) {
      if (name == "cross_entropy.all_ignored.mean") continue;  // NaN there, 0 here: see allIgnored
      for (const DType dtype : {DType::f32, DType::f64}) {
        const auto loss = golden_loss(goldens, name, dtype);
        if (!loss) continue;
        ++seen;
        const auto results = with_gradients(loss, {goldens.tensor(name, "x").to(dtype)}, goldens.tensor(name, "gy").to(dtype));
        const double tolerance = dtype == DType::f64 ? 1e-12 : 2e-6;
        for (std::size_t i = 0; i < 2; ++i) {
          const std::string found = difference(results[i], goldens.tensor(name, i == 0 ? "y.f64" : "gx.f64"), tolerance, tolerance);
          QVERIFY2(found.empty(), fmt::format("{} {} {}: {}", name, dtype_name(dtype), i == 0 ? "y" : "gx", found).c_str());
        }
      }
    }
    QVERIFY(seen >= 80);
  }

  void crossEntropyByBruteForce() {
    for (const std::int64_t classes : {1, 2, 10, 16, 17, 40}) {
      const Tensor x = normal_tensor({9, classes}, 1, DType::f32, 2.0);
      const Tensor w = Make::from_vector(
          [&] {
            std::vector<float> values;
            for (std::int64_t c = 0; c < classes; ++c) values.push_back(0.5F + 0.1F * static_cast<float>(c % 7));
            return values;
          }(),
          {classes});
      std::vector<std::int64_t> labels = integer_tensor({9}, classes, 2).to_vector<std::int64_t>();
      labels[3] = -1;
      labels[8] = -1;
      for (const double smoothing : {0.0, 0.1, 1.0}) {
        const double expected = brute_cross_entropy(values_of(x), labels, values_of(w), smoothing, -1);
        const Tensor target = Make::from_vector(labels, {9});
        for (const DType dtype : {DType::f32, DType::f64}) {
          const double value = ops::cross_entropy(x.to(dtype), target, w.to(dtype), smoothing, -1).item();
          QVERIFY2(std::fabs(value - expected) < (dtype == DType::f64 ? 1e-12 : 3e-6), fmt::format("{} classes: {} for {}", classes, value, expected).c_str());
        }
      }
    }
  }

  void gradientsAgreeWithFiniteDifferences() {
    const Tensor x = normal_tensor({5, 4}, 3, DType::f64);
    const Tensor t = normal_tensor({5, 4}, 4, DType::f64);
    const Tensor labels = Make::from_vector<std::int64_t>({0, 3, -100, 1, 2}, {5});
    const Tensor w = Make::from_vector<double>({0.5, 1.5, 2.0, 1.0}, {4});
    for (const Reduction r : {Reduction::mean, Reduction::sum, Reduction::none}) {
      const auto check = [&](const char* name, const std::function<Tensor(const std::vector<Tensor>&)>& f, const std::vector<Tensor>& inputs) {
        const std::string found = autograd::gradcheck(f, inputs);
        QVERIFY2(found.empty(), fmt::format("{}: {}", name, found).c_str());
      };
      check("cross_entropy", [&](const std::vector<Tensor>& in) { return ops::cross_entropy(in[0], labels, w, 0.2, -100, r); }, {x});
      check("mse", [&](const std::vector<Tensor>& in) { return ops::mse_loss(in[0], in[1], r); }, {x, t});
      check("l1", [&](const std::vector<Tensor>& in) { return ops::l1_loss(in[0], in[1], r); }, {x, t});
      check("huber", [&](const std::vector<Tensor>& in) { return ops::huber_loss(in[0], in[1], 0.7, r); }, {x, t});
      check("smooth_l1", [&](const std::vector<Tensor>& in) { return ops::smooth_l1_loss(in[0], in[1], 0.7, r); }, {x, t});
      check("bce", [&](const std::vector<Tensor>& in) { return ops::bce_with_logits(in[0], t.to(DType::f64), w, r); }, {x});
    }
  }

  void allIgnored() {
    const Tensor x = normal_tensor({3, 4}, 5);
    const auto results = with_gradients([](const std::vector<Tensor>& in) { return ops::cross_entropy(in[0], Make::from_vector<std::int64_t>({7, 7, 7}, {3}), {}, 0.0, 7); }, {x});
    QCOMPARE(values_of(results[0])[0], 0.0);
    QVERIFY(values_of(results[1]) == std::vector<double>(12, 0.0));
    QCOMPARE(ops::cross_entropy(normal_tensor({0, 4}, 1), Make::from_vector<std::int64_t>({}, {0})).item(), 0.0);
  }

  void extremeLogits() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    for (const DType dtype : {DType::f32, DType::f64}) {
      const Tensor x = Make::from_vector<float>({1000, -1000, 0, -inf, 3, 0}, {2, 3}).to(dtype);
      const auto none = [](const std::vector<Tensor>& in) { return ops::cross_entropy(in[0], Make::from_vector<std::int64_t>({1, 1}, {2}), {}, 0.0, -100, Reduction::none); };
      const auto results = with_gradients(none, {x});
      QCOMPARE(values_of(results[0])[0], 2000.0);
      for (const double g : values_of(results[1])) QVERIFY(std::isfinite(g));
      const Tensor logits = Make::from_vector<float>({inf, -inf, inf, -inf, 500, -500}, {6}).to(dtype);
      const Tensor target = Make::from_vector<float>({1, 0, 0, 1, 0, 1}, {6}).to(dtype);
      const auto y = values_of(ops::bce_with_logits(logits, target, {}, Reduction::none));
      QVERIFY(y == (std::vector<double>{0, 0, HUGE_VAL, HUGE_VAL, 500, 500}));
      const auto with_nan = values_of(ops::bce_with_logits(Make::from_vector<float>({NAN}, {1}).to(dtype), Make::from_vector<float>({0}, {1}).to(dtype), {}, Reduction::none));
      QVERIFY(std::isnan(with_nan[0]));
    }
  }

  void bitsDontDependOnThreadsOrStrides() {
    const Tensor x = normal_tensor({3000, 37}, 6);
    const Tensor labels = integer_tensor({3000}, 37, 7);
    const Tensor t = normal_tensor({3000, 37}, 8);
    const auto cross = [&](const std::vector<Tensor>& in) { return ops::cross_entropy(in[0], labels, {}, 0.1); };
    const auto mse = [](const std::vector<Tensor>& in) { return ops::mse_loss(in[0], in[1]); };
    const std::string found = thread_sweep([&] {
      auto results = with_gradients(cross, {x});
      for (const Tensor& result : with_gradients(mse, {x, t})) results.push_back(result);
      return results;
    });
    QVERIFY2(found.empty(), found.c_str());
    const auto dense = with_gradients(cross, {x});
    const auto loose = with_gradients(cross, {strided(x)});
    QVERIFY(bytes_of(dense[0]) == bytes_of(loose[0]) && bytes_of(dense[1]) == bytes_of(loose[1]));
    QVERIFY(bytes_of(ops::mse_loss(x, t, Reduction::none)) == bytes_of(ops::mse_loss(strided(x), strided(t), Reduction::none)));
  }

  void errorsSayWhatWasExpected() {
    const auto text = [](const std::function<void()>& f) {
      try {
        f();
      } catch (const Error& error) {
        return std::string(error.what());
      }
      return std::string();
    };
    const Tensor x = normal_tensor({3, 4}, 1);
    QCOMPARE(text([&] { (void)ops::cross_entropy(x, Make::from_vector<std::int64_t>({0, 4, 1}, {3})).item(); }),
             std::string("[cross_entropy] expected labels from 0 to 3, received 4 for sample 1 of the batch. Check the target column and the model's number of outputs"));
    QCOMPARE(text([&] { (void)ops::cross_entropy(x, normal_tensor({3}, 1)); }), std::string("[cross_entropy] expected int64 labels [3], received float32 [3]"));
    QCOMPARE(text([&] { (void)ops::mse_loss(x, normal_tensor({3, 1}, 1)); }),
             std::string("[mse_loss] expected a target of the prediction's shape [3, 4], received [3, 1]"));
    QCOMPARE(text([&] { (void)ops::huber_loss(x, x, 0.0); }), std::string("[huber_loss] expected delta > 0, received 0"));
  }
};

LOCKSTEP_OP_TEST(TestLosses)
#include "tst_losses.moc"

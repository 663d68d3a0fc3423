// What runs over whole parameter lists: optimizer steps, gradient norm and clipping, checksums; and the metrics.
#include <QtTest>

#include <limits>

#include "engine/core/error.h"
#include "engine/ops/adam_step/adam_step.h"
#include "engine/ops/checksum/checksum.h"
#include "engine/ops/copy/copy.h"
#include "engine/ops/gradient_norm/gradient_norm.h"
#include "engine/ops/metrics/metrics.h"
#include "engine/ops/sgd_step/sgd_step.h"
#include "engine/ops/unary/unary.h"
#include "engine/ops/views/views.h"
#include "op_test.h"
#include "support_goldens.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

/// The golden of one parameter's trajectory; the two dtypes' start from different points.
Tensor golden_trajectory(const Goldens& goldens, const std::string& name, int parameter, DType dtype) {
  return goldens.tensor(name, fmt::format("p{}{}", parameter, dtype == DType::f64 ? ".f64" : ""));
}

/// One parameter's trajectory of 20 steps with the golden's settings, from where the golden starts.
Tensor trajectory(const Goldens& goldens, const std::string& name, int parameter, DType dtype) {
  const std::string suffix = std::to_string(parameter);
  const std::string group = "groups/" + suffix + "/";
  const Tensor gradients = goldens.tensor(name, "g" + suffix).to(dtype);
  const Tensor all = golden_trajectory(goldens, name, parameter, dtype);
  const auto at = [](const Tensor& x, std::int64_t i) {
    Shape shape = x.shape();
    shape.erase(0);
    return ops::reshape(ops::narrow(x, 0, i, 1), shape);
  };
  const Tensor p = at(all, 0).clone();
  const Tensor m = zeros_like(p);
  const Tensor v = zeros_like(p);
  Tensor history = zeros_like(all);
  at(history, 0).copy_from(p);
  const auto number = [&](const char* key) { return goldens.number(name, group + key, 0.0); };
  for (std::int64_t i = 0; i < 20; ++i) {
    const Tensor g = at(gradients, i);
    if (name.starts_with("SGD")) {
      ops::sgd_step({&p, 1}, {&g, 1}, {&m, 1}, {number("lr"), number("momentum"), number("dampening"), number("weight_decay"), number("nesterov") != 0.0, i == 0});
    } else {
      ops::adam_step({&p, 1}, {&g, 1}, {&m, 1}, {&v, 1},
                     {number("lr"), number("betas/0"), number("betas/1"), number("eps"), number("weight_decay"), name.starts_with("AdamW"), i + 1});
    }
    at(history, i + 1).copy_from(p);
  }
  return history;
}

std::uint64_t checksum_by_definition(const std::vector<std::uint64_t>& bits, std::uint64_t key) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) sum += mix64(bits[i] ^ mix64(i ^ key));
  return sum;
}

}  // namespace

class TestUpdates : public QObject {
  Q_OBJECT
 private slots:
  void optimizersAgreeWithTorch() {
    const Goldens goldens("optimizers");
    QVERIFY(goldens.cases().size() >= 14);
    for (const std::string& name : goldens.cases()) {
      for (const int parameter : {0, 1}) {
        for (const DType dtype : {DType::f32, DType::f64}) {
          const double tolerance = dtype == DType::f64 ? 1e-11 : 1e-5;
          const std::string found = difference(trajectory(goldens, name, parameter, dtype), golden_trajectory(goldens, name, parameter, dtype), tolerance, tolerance);
          QVERIFY2(found.empty(), fmt::format("{} p{} {}: {}", name, parameter, dtype_name(dtype), found).c_str());
        }
      }
    }
  }

  void fastStepsAgreeWithReference() {
    for (const std::int64_t n : {1, 3, 15, 16, 17, 1000, 40000}) {
      std::vector<std::vector<Tensor>> results;
      for (const DType dtype : {DType::f32, DType::f64}) {
        std::vector<Tensor> p{normal_tensor({n}, 1, dtype), normal_tensor({n, 2}, 2, dtype)};
        const std::vector<Tensor> g{normal_tensor({n}, 3, dtype), normal_tensor({n, 2}, 4, dtype)};
        const std::vector<Tensor> m{zeros_like(p[0]), zeros_like(p[1])};
        const std::vector<Tensor> v{zeros_like(p[0]), zeros_like(p[1])};
        for (std::int64_t step = 1; step <= 3; ++step) ops::adam_step(p, g, m, v, {0.01, 0.9, 0.99, 1e-8, 0.1, false, step});
        for (int step = 0; step < 3; ++step) ops::sgd_step(p, g, m, {0.01, 0.9, 0.1, 0.1, true, step == 0});
        results.push_back(p);
      }
      for (std::size_t i = 0; i < 2; ++i) {
        const std::string found = difference(results[0][i], results[1][i], 1e-5, 1e-6);
        QVERIFY2(found.empty(), found.c_str());
      }
    }
  }

  void stepsDontDependOnThreadsOrLayout() {
    const auto update = [](MemoryFormat parameters, MemoryFormat gradients) {
      std::vector<Tensor> p{normal_tensor({64, 32, 7, 5}, 1).contiguous(parameters), normal_tensor({100}, 2)};
      const std::vector<Tensor> g{normal_tensor({64, 32, 7, 5}, 3).contiguous(gradients), normal_tensor({100}, 4)};
      const std::vector<Tensor> m{zeros_like(p[0]), zeros_like(p[1])};
      const std::vector<Tensor> v{zeros_like(p[0]), zeros_like(p[1])};
      for (std::int64_t step = 1; step <= 2; ++step) ops::adam_step(p, g, m, v, {0.01, 0.9, 0.99, 1e-8, 0.1, true, step});
      return p;
    };
    const std::string found = thread_sweep([&] { return update(MemoryFormat::contiguous, MemoryFormat::contiguous); });
    QVERIFY2(found.empty(), found.c_str());
    const auto plain = update(MemoryFormat::contiguous, MemoryFormat::contiguous);
    for (const MemoryFormat parameters : {MemoryFormat::contiguous, MemoryFormat::channels_last}) {
      for (const MemoryFormat gradients : {MemoryFormat::contiguous, MemoryFormat::channels_last}) {
        QVERIFY(bytes_of(update(parameters, gradients)[0]) == bytes_of(plain[0]));
      }
    }
    const Tensor p = strided(normal_tensor({4, 4}, 1));
    const Tensor g = normal_tensor({4, 4}, 2);
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::sgd_step({&p, 1}, {&g, 1}, {}, {0.1}));
  }

  void gradientNormAndClipping() {
    const Tensor a = Make::from_vector<float>({3, 0}, {2});
    const Tensor b = Make::from_vector<double>({-4}, {1});
    QCOMPARE(ops::gradient_norm({}), 0.0);
    QCOMPARE(ops::gradient_norm(std::vector<Tensor>{a}), 3.0);
    QCOMPARE(ops::gradient_norm(std::vector<Tensor>{b}), 4.0);
    QCOMPARE(ops::gradient_norm(std::vector<Tensor>{a, Make::from_vector<float>({4}, {1})}), 5.0);
    const Tensor large = Make::full({3}, 1e30);  // its square is beyond f32
    QVERIFY(std::fabs(ops::gradient_norm(std::vector<Tensor>{large}) / 1e30 - std::sqrt(3.0)) < 1e-6);
    for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      const double norm = ops::gradient_norm(std::vector<Tensor>{a, Make::full({5}, static_cast<double>(bad))});
      QVERIFY(std::isnan(bad) ? std::isnan(norm) : norm == HUGE_VAL);
    }
    const std::vector<Tensor> many{normal_tensor({300000}, 1), strided(normal_tensor({7, 9}, 2))};
    const std::string found = thread_sweep([&] { return std::vector<Tensor>{Make::from_vector<double>({ops::gradient_norm(many)}, {1})}; });
    QVERIFY2(found.empty(), found.c_str());

    const Goldens goldens("clip");
    for (const std::string& name : {std::string("norm.clipped"), std::string("norm.small"), std::string("value")}) {
      const std::vector<Tensor> gradients{goldens.tensor(name, "g0").clone(), goldens.tensor(name, "g1").clone()};
      if (name == "value") {
        ops::clamp_in_place(gradients, goldens.number(name, "clip_value", 0));
      } else {
        const double norm = ops::gradient_norm(gradients);
        QVERIFY(std::fabs(norm - values_of(goldens.tensor(name, "total_norm.f64"))[0]) < 1e-12);
        // torch.nn.utils.clip_grad_norm_
        ops::scale_in_place(gradients, std::min(1.0, goldens.number(name, "max_norm", 0) / (norm + 1e-6)));
      }
      for (std::size_t i = 0; i < 2; ++i) QVERIFY(difference(gradients[i], goldens.tensor(name, fmt::format("g{}_after.f64", i)), 1e-6, 1e-7).empty());
    }
    const Tensor odd = Make::from_vector<float>({NAN, 9, -9}, {3});
    ops::clamp_in_place(std::vector<Tensor>{odd}, 2.0);
    const auto clamped = values_of(odd);
    QVERIFY(std::isnan(clamped[0]) && clamped[1] == 2.0 && clamped[2] == -2.0);
  }

  // What a captured step needs: nothing of it passes through the host.
  void clippingOnTheDeviceIsTheHostsArithmetic() {
    for (const double largest : {1.0, 0.0, 1e3, static_cast<double>(INFINITY), static_cast<double>(NAN)}) {
      for (const double limit : {0.5, 1e9}) {
        const auto make = [&] { return std::vector<Tensor>{normal_tensor({5000}, 1), normal_tensor({7, 9}, 2).to(DType::f32), Make::full({3}, largest)}; };
        const std::vector<Tensor> expected = make();
        const double norm = ops::gradient_norm(expected);
        const double factor = limit / (norm + 1e-6);
        if (!(factor >= 1.0)) ops::scale_in_place(expected, factor);
        const std::vector<Tensor> gradients = make();
        const Tensor sum = Make::full({1}, 7.0, DType::f64);
        ops::sum_of_squares(gradients, sum);
        QVERIFY(std::sqrt(sum.item()) == norm || std::isnan(norm));
        ops::clip_by_norm(gradients, sum, limit);
        for (std::size_t i = 0; i < gradients.size(); ++i) QVERIFY(bytes_of(gradients[i]) == bytes_of(expected[i]));
      }
    }
    const Tensor sum = Make::full({1}, 7.0, DType::f64);
    ops::sum_of_squares({}, sum);
    QCOMPARE(sum.item(), 0.0);
  }

  void aClosedGateKeepsEverything() {
    const Tensor gate = Make::full({1}, 1.0, DType::i64);
    ops::close_gate(gate, std::vector<Tensor>{Make::full({}, 3e38), Make::full({1}, -1e300, DType::f64)});
    QCOMPARE(gate.item(), 1.0);
    const Tensor p = normal_tensor({70}, 1);
    const Tensor g = normal_tensor({70}, 2);
    const Tensor m = normal_tensor({70}, 3);
    const Tensor v = ops::abs(normal_tensor({70}, 4));
    const auto adam = ops::adam_factors({0.01, 0.9, 0.99, 1e-8, 0.1, true, 3});
    const auto sgd = ops::sgd_factors({0.01, 0.9, 0.1, 0.1, true, false});
    const Tensor adam_values = Make::from_vector(std::vector<double>(adam.begin(), adam.end()), {7});
    const Tensor sgd_values = Make::from_vector(std::vector<double>(sgd.begin(), sgd.end()), {6});
    const auto all = [&] { return std::vector{bytes_of(p), bytes_of(m), bytes_of(v)}; };
    const auto steps = [&] {
      ops::adam_step({&p, 1}, {&g, 1}, {&m, 1}, {&v, 1}, adam_values, gate);
      ops::sgd_step({&p, 1}, {&g, 1}, {&m, 1}, sgd_values, gate);
    };
    for (const double bad : {static_cast<double>(NAN), static_cast<double>(-INFINITY)}) {
      for (const DType dtype : {DType::f32, DType::f64}) {
        Tensor(gate).fill(1.0);
        ops::close_gate(gate, std::vector<Tensor>{Make::full({}, 1.0), Make::full({}, bad, dtype)});
        QCOMPARE(gate.item(), 0.0);
      }
    }
    ops::close_gate(gate, std::vector<Tensor>{Make::full({}, 1.0)});
    QCOMPARE(gate.item(), 0.0);  // it stays closed
    const auto before = all();
    steps();
    QVERIFY(all() == before);
    Tensor(gate).fill(1.0);
    steps();
    const auto after = all();
    for (std::size_t i = 0; i < 3; ++i) QVERIFY(after[i] != before[i]);
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::adam_step({&p, 1}, {&g, 1}, {&m, 1}, {&v, 1}, sgd_values));
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::sgd_step({&p, 1}, {&g, 1}, {&m, 1}, sgd_values, adam_values));
  }

  void manyTensorsAreCopiedWhereTheGateIsOpen() {
    const std::vector<Tensor> from{normal_tensor({40000}, 1), Make::full({}, 5.0, DType::i64), Make::empty({0}), normal_tensor({3, 4, 2, 2}, 2).contiguous(MemoryFormat::channels_last)};
    std::vector<Tensor> to;
    for (const Tensor& tensor : from) to.push_back(zeros_like(tensor));
    const Tensor gate = Make::full({1}, 0.0, DType::i64);
    ops::copy_many(to, from, gate);
    QCOMPARE(to[1].item(), 0.0);
    Tensor(gate).fill(1.0);
    for (const Tensor& open : {gate, Tensor()}) {
      for (Tensor& tensor : to) tensor.fill(0.0);
      ops::copy_many(to, from, open);
      for (std::size_t i = 0; i < from.size(); ++i) QVERIFY(bytes_of(to[i]) == bytes_of(from[i]));
    }
    QVERIFY_THROWS_EXCEPTION(ShapeError, ops::copy_many(std::vector<Tensor>{zeros_like(from[3]).contiguous()}, std::vector<Tensor>{normal_tensor({3, 4, 2, 3}, 1)}, {}));
  }

  void checksumIsItsDefinition() {
    const std::uint64_t key = hash_name("0.weight");
    const Tensor x = normal_tensor({3, 4, 5, 6}, 1);
    for (const DType dtype : {DType::f64, DType::f32, DType::bf16, DType::f16, DType::i64, DType::u8, DType::boolean}) {
      const Tensor t = x.to(dtype);
      const std::vector<std::byte> bytes = bytes_of(t);
      std::vector<std::uint64_t> bits(static_cast<std::size_t>(t.numel()), 0);
      for (std::size_t i = 0; i < bits.size(); ++i) std::memcpy(&bits[i], bytes.data() + i * item_size(dtype), item_size(dtype));
      const std::uint64_t expected = checksum_by_definition(bits, key);
      QCOMPARE(ops::checksum(t, key), expected);
      QCOMPARE(ops::checksum(t.contiguous(MemoryFormat::channels_last), key), expected);
      QCOMPARE(ops::checksum(strided(t), key), expected);
    }
    QCOMPARE(ops::checksum(Make::empty({0, 3}), key), std::uint64_t{0});
    QCOMPARE(ops::checksum(Make::full({}, 0.0), 5), mix64(mix64(5)));
    QVERIFY(ops::checksum(x, 1) != ops::checksum(x, 2));
    QVERIFY(ops::checksum(ops::permute(x, {1, 0, 2, 3}), key) != ops::checksum(x, key));
    const std::vector<std::pair<std::string, Tensor>> named{{"0.weight", x}, {"0.bias", normal_tensor({7}, 2)}};
    QCOMPARE(ops::parameter_checksum(named), ops::checksum(x, key) + ops::checksum(named[1].second, hash_name("0.bias")));
    const Tensor large = normal_tensor({500, 401}, 3);
    const std::string found = thread_sweep([&] { return std::vector<Tensor>{Make::from_vector<std::int64_t>({static_cast<std::int64_t>(ops::checksum(large, 9))}, {1})}; });
    QVERIFY2(found.empty(), found.c_str());
  }

  void argmaxAndCounts() {
    const Tensor x = Make::from_vector<float>({1, 5, 5, 2, NAN, 9}, {2, 3});
    QVERIFY(ops::argmax(x).to_vector<std::int64_t>() == (std::vector<std::int64_t>{1, 1}));
    QVERIFY(ops::argmax(x, 0).to_vector<std::int64_t>() == (std::vector<std::int64_t>{1, 1, 1}));
    QCOMPARE(ops::argmax(normal_tensor({2, 3, 4}, 1), 1).shape().to_string(), std::string("[2, 4]"));
    const Tensor logits = Make::from_vector<float>({1, 2, 3, 0, 0, 1, 5, 4}, {4, 2});
    const Tensor target = Make::from_vector<std::int64_t>({1, 1, -100, 0}, {4});
    const auto counts = ops::classification_counts(logits, target);
    QCOMPARE(counts.correct, std::int64_t{2});
    QCOMPARE(counts.counted, std::int64_t{3});
    QCOMPARE(ops::correct_count(logits, target), std::int64_t{2});
    QVERIFY_THROWS_EXCEPTION(ShapeError, (void)ops::argmax(Make::empty({2, 0})));
  }
};

LOCKSTEP_OP_TEST(TestUpdates)
#include "tst_updates.moc"

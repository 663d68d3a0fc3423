// Optimizers: PyTorch's trajectories, groups, what is left alone, and state that carries on exactly.
#include <QtTest>

#include <cmath>

#include "engine/optim/optimizer.h"
#include "tests/engine/nn/support_golden.h"

using namespace lockstep;
using namespace lockstep::engine;
using optim::NamedTensors;
using optim::Optimizer;

namespace {

Tensor slice(const Tensor& stacked, std::int64_t i) {
  Shape shape = stacked.shape();
  shape.erase(0);
  return stacked.alias(shape, contiguous_strides(shape), i * shape.numel()).clone();
}

/// PyTorch's arguments under our names.
schema::Arguments ours(const schema::Arguments& torch) {
  schema::Arguments out;
  for (const auto& [name, value] : torch.values()) out.set(name == "lr" ? "learning_rate" : name, value);
  return out;
}

Tensor parameter(const Tensor& value) {
  Tensor out = value.clone();
  out.set_requires_grad(true);
  return out;
}

NamedTensors two_parameters() { return {{"0.weight", parameter(test::random_tensor({3, 4}, 1))}, {"0.bias", parameter(test::random_tensor({4}, 2))}}; }

void give_gradients(const NamedTensors& parameters, std::uint64_t seed) {
  for (const auto& [name, tensor] : parameters) Tensor(tensor).set_grad(test::random_tensor(tensor.shape(), seed++));
}

}  // namespace

class TestOptimizers : public QObject {
  Q_OBJECT
 private slots:
  void asPyTorch_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("doubles");
    for (const std::string& name : test::Golden("optimizers").cases()) {
      QTest::newRow((name + " f32").c_str()) << QString::fromStdString(name) << false;
      QTest::newRow((name + " f64").c_str()) << QString::fromStdString(name) << true;
    }
  }

  void asPyTorch() {
    QFETCH(QString, name);
    QFETCH(bool, doubles);
    const std::string golden_case = name.toStdString();
    const std::string suffix = doubles ? ".f64" : "";
    const DType dtype = doubles ? DType::f64 : DType::f32;
    const test::Golden golden("optimizers");
    const auto groups = golden.groups(golden_case);
    const Tensor history[] = {golden.tensor(golden_case, "p0" + suffix), golden.tensor(golden_case, "p1" + suffix)};
    const Tensor gradients[] = {golden.tensor(golden_case, "g0"), golden.tensor(golden_case, "g1")};
    const NamedTensors parameters{{"a.weight", parameter(slice(history[0], 0))}, {"b.weight", parameter(slice(history[1], 0))}};
    const optim::OptimizerOptions options{.groups = {{.patterns = {"b.*"}, .learning_rate = groups[1].real("lr"), .weight_decay = groups[1].real("weight_decay")}}};
    const auto optimizer = optim::make_optimizer(golden_case.substr(0, golden_case.find('.')), parameters, ours(groups[0]), options);
    for (std::int64_t step = 0; step < 20; ++step) {
      for (std::size_t i = 0; i < 2; ++i) Tensor(parameters[i].second).set_grad(slice(gradients[i], step).to(dtype));
      optimizer->step(optimizer->base_learning_rate());
      for (std::size_t i = 0; i < 2; ++i) {
        const double d = test::difference(parameters[i].second, slice(history[i], step + 1));
        QVERIFY2(d < (doubles ? 1e-13 : 2e-6), qPrintable(QString("step %1, parameter %2: %3").arg(step).arg(i).arg(d)));
      }
    }
  }

  void noDecayOnNormsAndBiases() {
    NamedTensors parameters = two_parameters();
    const Tensor before[] = {parameters[0].second.clone(), parameters[1].second.clone()};
    const auto optimizer = optim::make_optimizer("SGD", parameters, test::arguments({{"weight_decay", 0.5}}), {.no_decay_norms_and_biases = true});
    for (const auto& [name, tensor] : parameters) Tensor(tensor).set_grad(zeros_like(tensor));
    optimizer->step(0.1);
    QVERIFY(test::difference(parameters[0].second, before[0]) > 1e-3);
    QVERIFY(test::same_bits(parameters[1].second, before[1]));
  }

  // Neither decay nor a count of steps, so that Adam's bias correction begins with the first gradient.
  void withoutGradientLeftAlone() {
    NamedTensors parameters = two_parameters();
    const Tensor before = parameters[1].second.clone();
    const auto optimizer = optim::make_optimizer("AdamW", parameters, test::arguments({{"weight_decay", 0.5}}));
    Tensor(parameters[0].second).set_grad(test::random_tensor({3, 4}, 5));
    optimizer->step(0.1);
    QVERIFY(test::same_bits(parameters[1].second, before));
    QCOMPARE(optimizer->state().steps.size(), std::size_t{1});
    // A first step of Adam moves every value by the learning rate: with a stale counter it would not.
    Tensor(parameters[1].second).set_grad(Tensor::full({4}, 3.0));
    optimizer->step(0.1);
    const Tensor expected = Tensor::from_vector(
        [&] {
          auto values = before.to_vector<float>();
          for (float& v : values) v = v * (1 - 0.1F * 0.5F) - 0.1F;
          return values;
        }(),
        {4});
    QVERIFY(test::difference(parameters[1].second, expected) < 1e-6);
  }

  void stateCarriesOn_data() {
    QTest::addColumn<QString>("type");
    QTest::newRow("SGD") << "SGD";
    QTest::newRow("Adam") << "Adam";
    QTest::newRow("AdamW") << "AdamW";
  }

  void stateCarriesOn() {
    QFETCH(QString, type);
    const std::string name = type.toStdString();
    const auto settings = name == "SGD" ? test::arguments({{"momentum", 0.9}}) : schema::Arguments();
    NamedTensors whole = two_parameters();
    const auto uninterrupted = optim::make_optimizer(name, whole, settings);
    NamedTensors first = two_parameters();
    const auto stopped = optim::make_optimizer(name, first, settings);
    for (std::uint64_t step = 0; step < 3; ++step) {
      give_gradients(whole, step * 10);
      give_gradients(first, step * 10);
      uninterrupted->step(0.01);
      stopped->step(0.01);
    }
    NamedTensors second;
    for (const auto& [n, tensor] : first) second.emplace_back(n, parameter(tensor.detach()));
    const auto resumed = optim::make_optimizer(name, second, settings);
    resumed->load_state(stopped->state());
    give_gradients(whole, 77);
    give_gradients(second, 77);
    uninterrupted->step(0.01);
    resumed->step(0.01);
    for (std::size_t i = 0; i < 2; ++i) QVERIFY(test::same_bits(whole[i].second, second[i].second));
    QCOMPARE(resumed->state().steps.at("0.weight"), std::int64_t{4});
    QCOMPARE(resumed->state().tensors.front().first, std::string(name == "SGD" ? "0.weight/momentum_buffer" : "0.weight/exp_avg"));
  }

  void stateErrors() {
    NamedTensors parameters = two_parameters();
    const auto optimizer = optim::make_optimizer("Adam", parameters, {});
    QCOMPARE(test::error_text([&] { optimizer->load_state({.tensors = {}, .steps = {{"0.weight", 3}}}); }),
             std::string("the optimizer's state \"0.weight/exp_avg\" can't be loaded: it is missing"));
    QCOMPARE(test::error_text([&] { optimizer->load_state({.tensors = {}, .steps = {{"9.weight", 3}}}); }),
             std::string("the optimizer's state \"9.weight\" can't be loaded: there is no such parameter"));
    const NamedTensors wrong{{"0.bias/exp_avg", Tensor::zeros({5})}, {"0.bias/exp_avg_sq", Tensor::zeros({4})}};
    QCOMPARE(test::error_text([&] { optimizer->load_state({.tensors = wrong, .steps = {{"0.bias", 3}}}); }),
             std::string("the optimizer's state \"0.bias/exp_avg\" can't be loaded: expected [4], found [5]"));
  }

  void argumentErrors() {
    QCOMPARE(test::error_text([] { (void)optim::make_optimizer("SGD", two_parameters(), test::arguments({{"nesterov", true}})); }),
             std::string("nesterov = true needs a momentum above 0 and a dampening of 0"));
    QCOMPARE(test::error_text([] { (void)optim::make_optimizer("Lion", two_parameters(), {}); }),
             std::string("unknown optimizer \"Lion\"; there are SGD, Adam, AdamW"));
    QCOMPARE(test::error_text([] { (void)optim::make_optimizer("SGD", two_parameters(), {}, {.groups = {{.patterns = {"1.*"}}}}); }),
             std::string("no parameter is left for the group 0: its patterns (1.*) match none, or earlier groups took them"));
    QVERIFY(test::error_text([] { (void)optim::make_optimizer("Adam", two_parameters(), test::arguments({{"betas", std::vector<double>{0.9, 1.0}}})); })
                .starts_with("Adam: betas: "));
  }

  void zeroGrad() {
    NamedTensors parameters = two_parameters();
    const auto optimizer = optim::make_optimizer("SGD", parameters, {});
    give_gradients(parameters, 3);
    optimizer->zero_grad(false);
    QCOMPARE(test::difference(parameters[0].second.grad(), Tensor::zeros({3, 4})), 0.0);
    optimizer->zero_grad();
    QVERIFY(!parameters[0].second.grad().defined());
  }

  void clippingAsPyTorch_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"norm.clipped", "norm.small", "value"}) QTest::newRow(name) << name;
  }

  void clippingAsPyTorch() {
    QFETCH(QString, name);
    const std::string golden_case = name.toStdString();
    const test::Golden golden("clip");
    for (const DType dtype : {DType::f32, DType::f64}) {
      const std::string suffix = dtype == DType::f64 ? ".f64" : "";
      const double tolerance = dtype == DType::f64 ? 1e-14 : 1e-6;
      NamedTensors parameters;
      for (const char* g : {"g0", "g1"}) {
        const Tensor gradient = golden.tensor(golden_case, g).to(dtype);
        parameters.emplace_back(g, parameter(zeros_like(gradient)));
        parameters.back().second.set_grad(gradient.clone());
      }
      if (golden_case == "value") {
        optim::clip_gradient_value(parameters, golden.settings(golden_case).real("clip_value"));
      } else {
        const double norm = optim::clip_gradient_norm(parameters, golden.settings(golden_case).real("max_norm"));
        QVERIFY(std::fabs(norm - golden.numbers(golden_case, "total_norm" + suffix)[0]) < tolerance * 10);
      }
      for (const auto& [g, tensor] : parameters) QVERIFY(test::difference(tensor.grad(), golden.tensor(golden_case, g + "_after" + suffix)) < tolerance);
    }
  }
};

QTEST_GUILESS_MAIN(TestOptimizers)
#include "tst_optimizers.moc"

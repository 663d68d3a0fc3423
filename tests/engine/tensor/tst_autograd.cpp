// The tape: gradients, accumulation, no_grad, detach, hooks, custom functions, and its errors by their text.
#include <QtTest>

#include "engine/autograd/backward.h"
#include "engine/autograd/function.h"
#include "engine/autograd/record.h"
#include "engine/core/error.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/ops/reduce/reduce.h"
#include "engine/ops/views/views.h"

using namespace lockstep::engine;

namespace {

template <class F>
QString error_text(F&& f) {
  try {
    f();
  } catch (const AutogradError& error) {
    return error.what();
  }
  return "no error";
}

Tensor leaf(std::vector<double> values) {
  const auto size = static_cast<std::int64_t>(values.size());
  Tensor x = Tensor::from_vector(values, {size});
  x.set_requires_grad(true);
  return x;
}

using Values = std::vector<double>;

}  // namespace

class TestAutograd : public QObject {
  Q_OBJECT
 private slots:
  void gradientsOfASharedValueAreSummed() {
    const Tensor x = leaf({2, 3});
    const Tensor square = ops::multiply(x, x);
    const Tensor y = ops::sum(ops::add(ops::multiply(square, x), ops::affine(square, 3.0)));  // x^3 + 3 x^2
    QCOMPARE(QString::fromStdString(y.grad_fn()), QString("SumBackward"));
    QVERIFY(x.grad_fn().empty());
    y.backward();
    QCOMPARE(x.grad().to_vector<double>(), (Values{24, 45}));
  }

  void gradientsAccumulateOverBackwards() {
    const Tensor x = leaf({1, 2});
    for (int i = 0; i < 3; ++i) ops::sum(ops::multiply(x, x)).backward();
    QCOMPARE(x.grad().to_vector<double>(), (Values{6, 12}));
  }

  void sharedGradientBuffersStayApart() {
    const Tensor a = leaf({1});
    const Tensor b = leaf({2});
    const Tensor sum = ops::add(a, b);
    sum.backward();
    ops::affine(a, 5).backward();
    QCOMPARE(a.grad().to_vector<double>(), (Values{6}));
    QCOMPARE(b.grad().to_vector<double>(), (Values{1}));
  }

  void broadcastOperandsGetSummedGradients() {
    const Tensor row = leaf({1, 2, 3});
    const Tensor scalar = leaf({2});
    ops::sum(ops::divide(ops::expand(row, {4, 3}), scalar)).backward();
    QCOMPARE(row.grad().to_vector<double>(), (Values{2, 2, 2}));
    QCOMPARE(scalar.grad().to_vector<double>(), (Values{-6}));
  }

  void noGradAndDetach() {
    const Tensor x = leaf({1, 2});
    Tensor y;
    {
      const autograd::NoGrad no_grad;
      y = ops::multiply(x, x);
    }
    QVERIFY(!y.requires_grad());
    const Tensor z = ops::sum(ops::multiply(x, ops::multiply(x, x).detach()));
    z.backward();
    QCOMPARE(x.grad().to_vector<double>(), (Values{1, 4}));
  }

  void hooksSeeAndReplace() {
    const Tensor x = leaf({1, 2});
    const Tensor y = ops::multiply(x, x);
    Values seen;
    y.register_hook([&](const Tensor& gradient) {
      seen = gradient.to_vector<double>();
      return ops::affine(gradient, 10);
    });
    x.register_hook([](const Tensor& gradient) { return ops::affine(gradient, 1.0, 0.5); });
    ops::sum(y).backward();
    QCOMPARE(seen, (Values{1, 1}));
    QCOMPARE(x.grad().to_vector<double>(), (Values{20.5, 40.5}));
  }

  void customFunctionWithTwoOutputs() {
    const Tensor x = leaf({3});
    const autograd::Function polar{
        "SquareAndCube",
        [](autograd::FunctionContext& context, std::span<const Tensor> in) {
          context.save_for_backward(in[0]);
          const Tensor square = ops::multiply(in[0], in[0]);
          return std::vector<Tensor>{square, ops::multiply(square, in[0])};
        },
        [](const autograd::FunctionContext& context, std::span<const Tensor> gradients) {
          const Tensor& v = context.saved(0);
          Tensor total = Tensor::zeros({1}, DType::f64);
          if (gradients[0].defined()) total = ops::add(total, ops::multiply(gradients[0], ops::affine(v, 2)));
          if (gradients[1].defined()) total = ops::add(total, ops::multiply(gradients[1], ops::affine(ops::multiply(v, v), 3)));
          return std::vector<Tensor>{total};
        }};
    const auto both = autograd::apply(polar, {x});
    QCOMPARE(QString::fromStdString(both[1].grad_fn()), QString("SquareAndCube"));
    ops::sum(ops::add(both[0], both[1])).backward();
    QCOMPARE(x.grad().to_vector<double>(), (Values{6 + 27}));
    const auto again = autograd::apply(polar, {x});
    again[1].backward();  // the other output gets no gradient
    QCOMPARE(x.grad().to_vector<double>(), (Values{33 + 27}));
  }

  void twiceIsAnErrorUnlessRetained() {
    const Tensor x = leaf({1});
    const Tensor y = ops::multiply(x, x);
    y.backward(true);
    y.backward();
    QCOMPARE(x.grad().to_vector<double>(), (Values{4}));
    const QString error = error_text([&] { y.backward(); });
    QVERIFY2(error.contains("backward ran through MultiplyBackward a second time") && error.contains("retain_graph"), qPrintable(error));
  }

  void aChangeInPlaceIsNoticed() {
    const Tensor x = leaf({1, 2});
    Tensor factor = Tensor::full({2}, 3.0, DType::f64);
    const Tensor y = ops::sum(ops::multiply(x, factor));
    factor.fill(4.0);
    const QString error = error_text([&] { y.backward(); });
    QVERIFY2(error.contains("MultiplyBackward") && error.contains("changed in place: it is at version 1, expected 0"), qPrintable(error));
    // Through a view of the same storage too.
    Tensor base = Tensor::full({4}, 3.0, DType::f64);
    const Tensor z = ops::sum(ops::multiply(x, ops::narrow(base, 0, 0, 2)));
    base.fill(0);
    QVERIFY(error_text([&] { z.backward(); }).contains("changed in place"));
    QVERIFY(error_text([&] { Tensor t = x; ops::add_in_place(t, factor); }).contains("can't be changed in place"));
  }

  void aLossThatIsConnectedToNothingSaysWhere() {
    const Tensor x = leaf({1, 2});
    const Tensor cut = ops::sum(ops::affine(ops::multiply(x, x).detach(), 2));
    QCOMPARE(error_text([&] { cut.backward(); }), QString("the loss is not connected to any parameter: the graph was cut by a detach() after MultiplyBackward"));
    Tensor under;
    {
      const autograd::NoGrad no_grad;
      under = ops::multiply(x, x);
    }
    QVERIFY(error_text([&] { ops::sum(under).backward(); }).contains("cut by a no_grad block around Multiply"));
    const Tensor host = ops::multiply(x, x).to_host_tensor();
    QVERIFY(error_text([&] { ops::sum(host).backward(); }).contains("cut by a copy to the host after MultiplyBackward"));
    QVERIFY(error_text([&] { Tensor::full({}, 1.0).backward(); }).contains("nothing that it was computed from requires a gradient"));
    QVERIFY(error_text([&] { ops::multiply(x, x).backward(); }).contains("expected a scalar, received [2]"));
  }

  void aParameterWithoutGradientIsNamed() {
    const std::vector<std::pair<std::string, Tensor>> parameters{{"0.weight", leaf({1})}, {"spare.weight", leaf({1})}};
    ops::sum(parameters[0].second).backward();
    const QString error = error_text([&] { autograd::require_gradients(parameters); });
    QVERIFY2(error.startsWith("no gradient reached spare.weight:"), qPrintable(error));
  }

  void leavesAndIntegers() {
    const Tensor x = leaf({1});
    Tensor y = ops::multiply(x, x);
    QVERIFY(error_text([&] { y.set_requires_grad(false); }).contains("computed by MultiplyBackward"));
    Tensor i = Tensor::zeros({1}, DType::i64);
    QVERIFY(error_text([&] { i.set_requires_grad(true); }).contains("this one is int64"));
  }

  void aVeryLongChainIsFreedWithoutRecursion() {
    const Tensor x = leaf({1});
    Tensor y = x;
    for (int i = 0; i < 200000; ++i) y = ops::affine(y, 1.0);
    y.backward();
    QCOMPARE(x.grad().to_vector<double>(), (Values{1}));
  }

  void aWatchSeesOperationsWithTheirModule() {
    struct Names final : autograd::Watch {
      QStringList values;
      QStringList gradients;
      void value(const char* operation, const std::string* module, const Tensor&) override { values << QString("%1@%2").arg(operation, module ? module->c_str() : "-"); }
      void gradient(const char* operation, const std::string* module, const Tensor&) override { gradients << QString("%1@%2").arg(operation, module ? module->c_str() : "-"); }
    } names;
    const Tensor x = leaf({1});
    const autograd::WatchScope watching(names);
    Tensor y;
    {
      const autograd::ModuleScope scope(std::make_shared<const std::string>("fc1"));
      y = ops::multiply(x, x);
    }
    ops::sum(y).backward();
    QCOMPARE(names.values, (QStringList{"MultiplyBackward@fc1", "SumBackward@-"}));
    QVERIFY(names.gradients.contains("MultiplyBackward@fc1"));
  }
};

QTEST_GUILESS_MAIN(TestAutograd)
#include "tst_autograd.moc"

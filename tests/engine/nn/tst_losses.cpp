// Losses: what they say of a batch, what they refuse. Their values and gradients are tested with the operators.
#include <QtTest>

#include <cmath>

#include "engine/nn/loss_type.h"
#include "tests/engine/nn/support_golden.h"

using namespace lockstep;
using namespace lockstep::engine;

class TestLosses : public QObject {
  Q_OBJECT
 private slots:
  void crossEntropyMetrics() {
    const Tensor logits = Tensor::from_vector(std::vector<float>{2, 1, 0, 0, 5, 1, 1, 0, 3, 9, 0, 0}, {4, 3});
    const Tensor target = Tensor::from_vector(std::vector<std::int64_t>{0, 2, 2, 1}, {4});
    const auto plain = nn::make_loss("CrossEntropyLoss", test::arguments({{"ignore_index", std::int64_t{1}}}));
    const nn::BatchMetrics m = plain->metrics(0.5, logits, target);
    QCOMPARE(m.samples, std::int64_t{3});
    QCOMPARE(m.correct, std::int64_t{2});
    QCOMPARE(m.loss_sum, 1.5);
    const auto weighted = nn::make_loss("CrossEntropyLoss", test::arguments({{"weight", std::vector<double>{0.5, 1, 2}}}));
    QCOMPARE(weighted->weight(logits, target), 5.5);
    QVERIFY(weighted->is_classification());
  }

  // Gradients of micro-batches, each times its weight, over the sum of the weights: the whole batch's.
  void weightsMakeMicroBatchesAdd() {
    const Tensor logits = test::random_tensor({7, 4}, 3, DType::f64);
    const Tensor target = Tensor::from_vector(std::vector<std::int64_t>{0, 3, 2, 1, 1, 0, 2}, {7});
    const auto loss = nn::make_loss("CrossEntropyLoss", test::arguments({{"weight", std::vector<double>{0.5, 1, 2, 3}}, {"label_smoothing", 0.1}}), {}, DType::f64);
    const double whole = loss->compute(logits, target).item();
    double sum = 0;
    double weight = 0;
    for (const auto& [start, count] : {std::pair<std::int64_t, std::int64_t>{0, 3}, {3, 4}}) {
      const Tensor x = logits.alias({count, 4}, {4, 1}, start * 4);
      const Tensor y = target.alias({count}, {1}, start);
      sum += loss->compute(x, y).item() * loss->weight(x, y);
      weight += loss->weight(x, y);
    }
    QVERIFY(std::fabs(sum / weight - whole) < 1e-14);
  }

  // Targets [N] belong to outputs [N, 1]; broadcasting would compare each with all.
  void targetsOfOneValue() {
    const Tensor output = Tensor::from_vector(std::vector<float>{1, 2, 3}, {3, 1});
    const auto mse = nn::make_loss("MSELoss", {});
    QCOMPARE(mse->compute(output, Tensor::from_vector(std::vector<float>{1, 2, 5}, {3})).item(), static_cast<double>(4.0F / 3.0F));
    QCOMPARE(mse->compute(output, Tensor::from_vector(std::vector<std::int64_t>{1, 2, 3}, {3})).item(), 0.0);
    QCOMPARE(test::error_text([&] { (void)mse->compute(output, Tensor::zeros({2})); }), std::string("MSELoss expects a target of [3, 1], received [2]"));
    QCOMPARE(mse->metrics(0.5, output, output).samples, std::int64_t{3});
    QCOMPARE(mse->metrics(0.5, output, output).correct, std::int64_t{-1});
  }

  void settingsReachTheOperators() {
    const Tensor x = Tensor::from_vector(std::vector<double>{3.0, 0.1}, {1, 2});
    const Tensor zero = Tensor::zeros({1, 2}, DType::f64);
    const auto value = [&](const char* type, std::initializer_list<std::pair<std::string, schema::Value>> settings, const Tensor& target) {
      return nn::make_loss(type, test::arguments(settings), {}, DType::f64)->compute(x, target).item();
    };
    QVERIFY(std::fabs(value("HuberLoss", {{"delta", 2.0}}, zero) - (2 * (3 - 1.0) + 0.005) / 2) < 1e-15);
    QVERIFY(std::fabs(value("SmoothL1Loss", {{"beta", 2.0}}, zero) - (2.0 + 0.0025) / 2) < 1e-15);
    QVERIFY(std::fabs(value("L1Loss", {}, zero) - 1.55) < 1e-15);
    const Tensor one = Tensor::full({1, 2}, 1.0, DType::f64);
    QVERIFY(std::fabs(value("BCEWithLogitsLoss", {{"pos_weight", std::vector<double>{2, 5}}}, one) - (2 * std::log1p(std::exp(-3.0)) + 5 * std::log1p(std::exp(-0.1))) / 2) < 1e-14);
  }

  void outputsThatDontFit() {
    const auto classes = nn::make_loss("CrossEntropyLoss", test::arguments({{"weight", std::vector<double>{1, 2}}}));
    const auto text = [&](const Shape& output, std::int64_t outputs) { return test::error_text([&] { classes->check_output(output, outputs); }); };
    QCOMPARE(text({2}, 2), std::string());
    QCOMPARE(text({5}, 10), std::string("CrossEntropyLoss expects 10 values from the last layer, one a class of the data, found 5"));
    QCOMPARE(text({3}, 0), std::string("CrossEntropyLoss expects 3 class weights, one a class, found 2"));
    QCOMPARE(text({4, 8, 8}, 10), std::string("CrossEntropyLoss expects one value a class, [classes], from the last layer, found [4, 8, 8]; end the model with Flatten and Linear"));
    QCOMPARE(test::error_text([&] { nn::make_loss("MSELoss", {})->check_output({3}, 2); }),
             std::string("MSELoss expects 2 values from the last layer, as many as a target has, found [3]"));
    QVERIFY(test::error_text([&] { (void)nn::make_loss("NLLLoss", {}); }).starts_with("unknown loss \"NLLLoss\"; there are CrossEntropyLoss, MSELoss"));
  }
};

QTEST_GUILESS_MAIN(TestLosses)
#include "tst_losses.moc"

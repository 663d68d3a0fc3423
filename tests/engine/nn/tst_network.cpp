// Networks: shapes and their errors, names, fusion that changes no bit, modes, random masks, state, whole trainings.
#include <QtTest>

#include <functional>
#include <set>

#include "engine/autograd/record.h"
#include "engine/nn/loss_type.h"
#include "engine/nn/model_preset.h"
#include "engine/nn/network.h"
#include "engine/optim/optimizer.h"
#include "tests/engine/nn/support_golden.h"

using namespace lockstep;
using namespace lockstep::engine;
using nn::ForwardContext;
using nn::LayerDescription;
using nn::Network;
using test::arguments;

namespace {

using Layers = std::vector<LayerDescription>;

LayerDescription layer(const std::string& type, std::initializer_list<std::pair<std::string, schema::Value>> values = {},
                       const std::string& name = "", std::vector<std::string> inputs = {}) {
  return {.type = type, .name = name, .inputs = std::move(inputs), .arguments = arguments(values)};
}

LayerDescription linear(std::int64_t out) { return layer("Linear", {{"out_features", out}}); }
LayerDescription conv(std::int64_t out, std::int64_t kernel, std::int64_t padding, bool bias = true) {
  return layer("Conv2d", {{"out_channels", out}, {"kernel_size", kernel}, {"padding", padding}, {"bias", bias}});
}
LayerDescription pool(std::int64_t size) { return layer("MaxPool2d", {{"kernel_size", size}}); }

/// The small network of the goldens "train/cnn".
Layers golden_cnn() {
  LayerDescription second = conv(6, 3, 0);
  second.arguments.set("stride", std::int64_t{2});
  return {conv(4, 3, 1, false), layer("BatchNorm2d"), layer("ReLU"), pool(2), second, layer("ReLU"), layer("Flatten"), linear(3)};
}

/// All fusions at once.
Layers fusible() {
  return {conv(8, 3, 1), layer("ReLU"), pool(2), conv(8, 3, 1, false), layer("BatchNorm2d"), layer("ReLU"),
          conv(8, 3, 1, false), layer("BatchNorm2d"), layer("Add", {}, "", {"7", "5"}), layer("ReLU", {}, "block"),
          conv(8, 3, 1, false), layer("BatchNorm2d", {}, "tail"), layer("Add", {}, "", {"block", "tail"}), conv(4, 1, 0), layer("ReLU"),
          layer("Flatten"), linear(12), layer("ReLU"), linear(5)};
}

std::vector<std::string> names_of(const nn::NamedTensors& tensors) {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : tensors) names.push_back(name);
  return names;
}

std::string plan_error(const Layers& layers, const Shape& input) {
  return test::error_text([&] { (void)nn::plan_layers(layers, input); });
}

/// Output, then every gradient and buffer, of one training forward and backward.
std::vector<Tensor> one_step(Network& network, const Tensor& x, const Tensor& y) {
  ForwardContext context = ForwardContext::training(1, 0);
  const Tensor output = network.forward(x, context);
  nn::make_loss("CrossEntropyLoss", {})->compute(output, y).backward();
  std::vector<Tensor> all{output};
  for (const auto& [name, parameter] : network.named_parameters()) all.push_back(parameter.grad());
  for (const auto& [name, buffer] : network.named_buffers()) all.push_back(buffer);
  return all;
}

class CountingWatch final : public autograd::Watch {
 public:
  void value(const char*, const std::string* module, const Tensor&) override {
    if (module != nullptr) modules.insert(*module);
  }
  void gradient(const char*, const std::string*, const Tensor&) override { ++gradients; }
  std::set<std::string> modules;
  int gradients = 0;
};

}  // namespace

class TestNetwork : public QObject {
  Q_OBJECT
 private slots:
  void shapesAndSizes() {
    const Network network(Layers{conv(32, 3, 0), layer("ReLU"), conv(64, 3, 0), pool(2), layer("Flatten"), linear(10)}, {1, 28, 28}, 1);
    const auto rows = network.summary();
    QVERIFY((rows[0].output == Shape{32, 26, 26}));
    QVERIFY((rows[3].output == Shape{64, 12, 12}));
    QVERIFY((rows[4].output == Shape{9216}));
    QCOMPARE(rows[0].parameters, std::int64_t{32 * 9 + 32});
    QCOMPARE(network.parameter_count(), std::int64_t{320 + 64 * 32 * 9 + 64 + 9216 * 10 + 10});
    QCOMPARE(network.parameter_bytes(), network.parameter_count() * 4);
    QCOMPARE(network.layers()[5].plan.arguments.integer("in_features"), std::int64_t{9216});
    QCOMPARE(names_of(network.named_parameters()), (std::vector<std::string>{"0.weight", "0.bias", "2.weight", "2.bias", "5.weight", "5.bias"}));
  }

  void errorsNameLayerAndShapes() {
    const Shape image{3, 8, 8};
    QCOMPARE(plan_error({conv(4, 3, 0), linear(5)}, image),
             std::string("layer 1: Linear: expected an input [features], found [4, 6, 6]; put a Flatten before it, or write in_features = 6 to work on the last axis alone"));
    QCOMPARE(plan_error({layer("Linear", {{"in_features", std::int64_t{9}}, {"out_features", std::int64_t{2}}})}, {8}),
             std::string("layer 0: Linear: in_features is 9, but the input has 8; leave in_features out or write 8"));
    QCOMPARE(plan_error({conv(4, 3, 0), pool(9)}, image), std::string("layer 1: MaxPool2d: the kernel covers 9 pixels of height, but the input with padding has 6"));
    QCOMPARE(plan_error({layer("BatchNorm2d")}, {7}), std::string("layer 0: BatchNorm2d: expected an input [channels, height, width], found [7]"));
    QCOMPARE(plan_error({linear(3), linear(4), layer("Add", {}, "", {"0", "1"})}, {5}), std::string("layer 2: Add: expected inputs of one shape, found [3] and [4]"));
    QCOMPARE(plan_error({linear(3), layer("Add")}, {5}), std::string("layer 1: Add: expected 2 or more inputs, found 1"));
    QCOMPARE(plan_error({linear(3), layer("ReLU", {}, "", {"stem"})}, {5}), std::string("layer 1: its input \"stem\" is no earlier layer's name or position, nor data"));
    QCOMPARE(plan_error({layer("ReLU", {}, "a"), layer("ReLU", {}, "a")}, {5}), std::string("layer 1: the name \"a\" is taken already"));
    QVERIFY(plan_error({layer("Dropout", {{"p", 1.5}})}, {5}).starts_with("layer 0: Dropout: p: "));
    QVERIFY(plan_error({layer("Conv3d")}, image).starts_with("layer 0: unknown layer \"Conv3d\"; there are Linear, Conv2d"));
    QCOMPARE(plan_error({}, image), std::string("a network needs at least one layer"));
    try {
      (void)nn::plan_layers(Layers{conv(4, 3, 0), linear(5)}, image);
      QFAIL("no error");
    } catch (const nn::LayerError& error) {
      QCOMPARE(error.index(), std::size_t{1});
    }
    Network network(Layers{linear(2)}, {5}, 1);
    ForwardContext context = ForwardContext::evaluation();
    QCOMPARE(test::error_text([&] { (void)network.forward(Tensor::zeros({4, 6}), context); }), std::string("the network expects a batch [N, 5], received [4, 6]"));
  }

  // PyTorch's order of registration for the same model, from named_parameters() of the benchmark script's resnet20.
  void resnet20AsPyTorch() {
    const Network network(nn::expand_model_preset("resnet20", 10), {3, 32, 32}, 1);
    const auto names = names_of(network.named_parameters());
    QCOMPARE(names.size(), std::size_t{65});
    QCOMPARE(names[0], std::string("0.weight"));
    QCOMPARE((std::vector<std::string>(names.begin() + 3, names.begin() + 9)),
             (std::vector<std::string>{"3.conv1.weight", "3.bn1.weight", "3.bn1.bias", "3.conv2.weight", "3.bn2.weight", "3.bn2.bias"}));
    QCOMPARE((std::vector<std::string>(names.begin() + 27, names.begin() + 30)),
             (std::vector<std::string>{"6.shortcut.0.weight", "6.shortcut.1.weight", "6.shortcut.1.bias"}));
    QCOMPARE(names[64], std::string("14.bias"));
    QCOMPARE(network.parameter_count(), std::int64_t{272474});
    QCOMPARE(network.named_buffers()[2].first, std::string("1.num_batches_tracked"));
    QVERIFY(test::error_text([] { (void)nn::expand_model_preset("resnet21", 10); }).ends_with("there are resnet20, resnet32, resnet56"));
  }

  void initialValues() {
    const Layers layers{linear(400), layer("Linear", {{"out_features", std::int64_t{300}}, {"init", std::string("kaiming_normal")}}),
                        layer("Linear", {{"out_features", std::int64_t{2}}, {"init", std::string("zeros")}})};
    const Network a(layers, {256}, 7);
    const Network b(layers, {256}, 7);
    const Network other(layers, {256}, 8);
    const auto& parameters = a.named_parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) QVERIFY(test::same_bits(parameters[i].second, b.named_parameters()[i].second));
    QVERIFY(!test::same_bits(parameters[0].second, other.named_parameters()[0].second));
    // U(-1/16, 1/16): largest value and variance 1/(3 * 256); normal: variance 2/400.
    double largest = 0;
    double squares = 0;
    for (const float v : parameters[0].second.to_vector<float>()) {
      largest = std::max(largest, std::fabs(static_cast<double>(v)));
      squares += static_cast<double>(v) * static_cast<double>(v);
    }
    QVERIFY(largest <= 0.0625 && largest > 0.0624);
    QVERIFY(std::fabs(squares / 102400 * 768 - 1) < 0.02);
    squares = 0;
    for (const float v : parameters[2].second.to_vector<float>()) squares += static_cast<double>(v) * static_cast<double>(v);
    QVERIFY(std::fabs(squares / 120000 * 200 - 1) < 0.02);
    QCOMPARE(test::difference(parameters[4].second, Tensor::zeros({2, 300})), 0.0);
  }

  void fusionChangesNoBit() {
    for (const DType dtype : {DType::f32, DType::f64}) {
      const Tensor x = test::random_tensor({6, 3, 8, 8}, 3, dtype);
      const Tensor y = Tensor::from_vector(std::vector<std::int64_t>{0, 4, 2, 1, 3, 3}, {6});
      Network fused(fusible(), {3, 8, 8}, 5, {}, dtype);
      Network plain(fusible(), {3, 8, 8}, 5, {}, dtype);
      plain.set_fusion(false);
      const auto a = one_step(fused, x, y);
      const auto b = one_step(plain, x, y);
      for (std::size_t i = 0; i < a.size(); ++i) QVERIFY2(test::same_bits(a[i], b[i]), qPrintable(QString("%1 of %2").arg(i).arg(a.size())));
    }
  }

  // A hook sees the module's own output, and a Watch every module, though neighbours are fused otherwise.
  void hooksAndWatchesSeeEveryModule() {
    const Tensor x = test::random_tensor({4, 3, 8, 8}, 3);
    const Tensor y = Tensor::from_vector(std::vector<std::int64_t>{0, 4, 2, 1}, {4});
    Network hooked(fusible(), {3, 8, 8}, 5);
    int forwards = 0;
    int backwards = 0;
    double lowest = 0;
    const auto forward_id = hooked.modules()[0]->add_forward_hook([&](const nn::Module& m, std::span<const Tensor>, const Tensor& output) {
      ++forwards;
      if (m.type() == "Conv2d") {
        for (const float v : output.to_vector<float>()) lowest = std::min(lowest, static_cast<double>(v));
      }
    });
    const auto backward_id = hooked.modules()[1]->add_backward_hook([&](const nn::Module& m, const Tensor& gradient) {
      QCOMPARE(m.path(), std::string("1"));
      QVERIFY((gradient.shape() == Shape{4, 8, 8, 8}));
      ++backwards;
    });
    const auto a = one_step(hooked, x, y);
    QCOMPARE(forwards, 1);
    QCOMPARE(backwards, 1);
    QVERIFY(lowest < 0);
    hooked.modules()[0]->remove_hook(forward_id);
    hooked.modules()[1]->remove_hook(backward_id);
    ForwardContext context = ForwardContext::evaluation();
    (void)hooked.forward(x, context);
    QCOMPARE(forwards, 1);

    Network watched(fusible(), {3, 8, 8}, 5);
    CountingWatch watch;
    {
      const autograd::WatchScope scope(watch);
      const auto b = one_step(watched, x, y);
      for (std::size_t i = 0; i < a.size(); ++i) QVERIFY(test::same_bits(a[i], b[i]));
    }
    QCOMPARE(watch.modules.size(), fusible().size());
    QVERIFY(watch.gradients > 20);
  }

  void evaluationLeavesBuffers() {
    Network network(golden_cnn(), {2, 8, 8}, 5);
    const Tensor x = test::random_tensor({6, 2, 8, 8}, 3);
    ForwardContext training = ForwardContext::training(1, 0);
    (void)network.forward(x, training);
    std::vector<Tensor> before;
    for (const auto& [name, buffer] : network.named_buffers()) before.push_back(buffer.clone());
    QCOMPARE(before[2].item(), 1.0);
    QVERIFY(test::difference(before[0], Tensor::zeros({4})) > 0);
    ForwardContext evaluation = ForwardContext::evaluation();
    (void)network.forward(x, evaluation);
    for (std::size_t i = 0; i < before.size(); ++i) QVERIFY(test::same_bits(before[i], network.named_buffers()[i].second));
  }

  void dropoutMasks() {
    Network network(Layers{layer("Dropout", {{"p", 0.4}}), layer("Dropout", {{"p", 0.4}})}, {50}, 5);
    const Tensor x = Tensor::full({8, 50}, 1.0);
    ForwardContext whole = ForwardContext::training(9, 3);
    const Tensor expected = network.forward(x, whole);
    for (const std::int64_t split : {1, 3, 6}) {
      ForwardContext first = ForwardContext::training(9, 3, 0);
      ForwardContext second = ForwardContext::training(9, 3, split);
      const Tensor a = network.forward(x.alias({split, 50}, {50, 1}), first);
      const Tensor b = network.forward(x.alias({8 - split, 50}, {50, 1}), second);
      QVERIFY(test::same_bits(a, expected.alias({split, 50}, {50, 1})));
      QVERIFY(test::same_bits(b, expected.alias({8 - split, 50}, {50, 1}, split * 50)));
    }
    ForwardContext next = ForwardContext::training(9, 4);
    QVERIFY(!test::same_bits(network.forward(x, next), expected));
    ForwardContext evaluation = ForwardContext::evaluation();
    QVERIFY(test::same_bits(network.forward(x, evaluation), x));
    int kept_by_both = 0;
    for (const float v : expected.to_vector<float>()) kept_by_both += v != 0 ? 1 : 0;
    QVERIFY(std::abs(kept_by_both - 144) < 45);  // of 400 with 0.36: 4.7 deviations
  }

  // A module called twice in a forward draws anew, at its call's ordinal.
  void dropoutCallOrdinal() {
    Network network(Layers{layer("Dropout")}, {200}, 5);
    const Tensor x = Tensor::full({2, 200}, 1.0);
    ForwardContext context = ForwardContext::training(9, 0);
    const Tensor first = network.modules()[0]->forward(x, context);
    const Tensor second = network.modules()[0]->forward(x, context);
    QVERIFY(!test::same_bits(first, second));
    ForwardContext again = ForwardContext::training(9, 0);
    QVERIFY(test::same_bits(network.modules()[0]->forward(x, again), first));
  }

  void loadingReports() {
    Network network(Layers{linear(3), layer("BatchNorm1d"), linear(2)}, {4}, 5);
    const nn::NamedTensors given{{"0.weight", Tensor::full({3, 4}, 2.0)}, {"0.bias", Tensor::zeros({5})}, {"9.weight", Tensor::zeros({1})},
                                 {"1.num_batches_tracked", Tensor::full({}, 7.0, DType::i64)}};
    const nn::LoadReport report = network.load_state(given);
    QCOMPARE(report.matched, (std::vector<std::string>{"0.weight", "1.num_batches_tracked"}));
    QCOMPARE(report.missing, (std::vector<std::string>{"1.weight", "1.bias", "1.running_mean", "1.running_var", "2.weight", "2.bias"}));
    QCOMPARE(report.unexpected, (std::vector<std::string>{"9.weight"}));
    QCOMPARE(report.to_string(), std::string("missing: 1.weight, 1.bias, 1.running_mean, 1.running_var, 2.weight, 2.bias\nunexpected: 9.weight\n"
                                             "0.bias: expected [3], found [5]\n"));
    QVERIFY(!report.complete());
    QVERIFY(test::same_bits(network.named_parameters()[0].second, Tensor::full({3, 4}, 2.0)));
    QCOMPARE(network.named_buffers()[2].second.item(), 7.0);
    Network copy(Layers{linear(3), layer("BatchNorm1d"), linear(2)}, {4}, 6);
    QVERIFY(copy.load_state(network.named_state()).complete());
    QVERIFY(test::same_bits(copy.named_parameters()[4].second, network.named_parameters()[4].second));
  }

  void trainsAsPyTorch_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("doubles");
    for (const std::string& name : test::Golden("train").cases()) {
      QTest::newRow((name + " f32").c_str()) << QString::fromStdString(name) << false;
      QTest::newRow((name + " f64").c_str()) << QString::fromStdString(name) << true;
    }
  }

  void trainsAsPyTorch() {
    QFETCH(QString, name);
    QFETCH(bool, doubles);
    const std::string golden_case = name.toStdString();
    const std::string suffix = doubles ? ".f64" : "";
    const DType dtype = doubles ? DType::f64 : DType::f32;
    const test::Golden golden("train");
    const bool mlp = golden_case == "mlp";
    const Layers layers = mlp ? Layers{linear(12), layer("ReLU"), linear(5)} : golden_cnn();
    Network network(layers, mlp ? Shape{16} : Shape{2, 8, 8}, 1, {}, dtype);
    const auto report = network.load_state(golden.named(golden_case, "initial/"));
    QVERIFY2(report.complete(), report.to_string().c_str());
    const bool adam = golden_case != "cnn";
    const auto optimizer = optim::make_optimizer(adam ? "AdamW" : "SGD", network.named_parameters(),
        adam ? arguments({{"learning_rate", 0.01}, {"weight_decay", 0.01}})
             : arguments({{"learning_rate", 0.05}, {"momentum", 0.9}, {"nesterov", true}, {"weight_decay", 0.001}}));
    const auto loss = nn::make_loss("CrossEntropyLoss", {});
    const Tensor x = golden.tensor(golden_case, "x").to(dtype);
    const Tensor target = golden.tensor(golden_case, "target");
    const auto expected = golden.numbers(golden_case, "losses" + suffix);
    const double tolerance = doubles ? 1e-11 : 3e-5;
    for (std::size_t step = 0; step < expected.size(); ++step) {
      optimizer->zero_grad();
      ForwardContext context = ForwardContext::training(0, step);
      const Tensor value = loss->compute(network.forward(x, context), target);
      value.backward();
      optimizer->step(optimizer->base_learning_rate());
      QVERIFY2(std::fabs(value.item() - expected[step]) < tolerance * (1 + expected[step]), qPrintable(QString("step %1: %2, PyTorch %3").arg(step).arg(value.item()).arg(expected[step])));
    }
    const auto final_state = golden.named(golden_case, "final/", suffix);
    const auto own = network.named_state();
    QCOMPARE(own.size(), final_state.size());
    for (const auto& [parameter, tensor] : final_state) {
      const auto found = std::find_if(own.begin(), own.end(), [&, &p = parameter](const auto& n) { return n.first == p; });
      QVERIFY2(found != own.end(), parameter.c_str());
      QVERIFY2(test::difference(found->second, tensor) < tolerance * 10, parameter.c_str());
    }
    ForwardContext evaluation = ForwardContext::evaluation();
    QVERIFY(test::difference(network.forward(x, evaluation), golden.tensor(golden_case, "y" + suffix)) < tolerance * 10);
  }
};

QTEST_GUILESS_MAIN(TestNetwork)
#include "tst_network.moc"

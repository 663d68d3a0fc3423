// Convolution: PyTorch's values, the fast kernels beside the plain loops in f64 over many shapes, gradients, and the same
// bits for every number of threads.
#include <QtTest>

#include "engine/ops/conv2d/conv2d.h"
#include "engine/ops/max_pool2d/max_pool2d.h"
#include "engine/ops/unary/unary.h"
#include "engine/core/error.h"
#include "op_test.h"
#include "support_goldens.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

struct Case {
  std::int64_t batch, channels, height, width, outputs;
  std::array<std::int64_t, 2> kernel;
  ops::Conv2dOptions options;
  bool bias;

  [[nodiscard]] std::vector<Tensor> inputs(DType dtype) const {
    const std::int64_t taps = channels / options.groups * kernel[0] * kernel[1];
    std::vector<Tensor> all{normal_tensor({batch, channels, height, width}, 1, dtype),
                            normal_tensor({outputs, channels / options.groups, kernel[0], kernel[1]}, 2, dtype, 1.0 / std::sqrt(static_cast<double>(taps)))};
    if (bias) all.push_back(normal_tensor({outputs}, 3, dtype));
    return all;
  }
  [[nodiscard]] std::string name() const {
    return fmt::format("{}x{}x{}x{} to {} k{}x{} s{}x{} p{}x{} d{}x{} g{}", batch, channels, height, width, outputs, kernel[0], kernel[1], options.stride[0],
                       options.stride[1], options.padding[0], options.padding[1], options.dilation[0], options.dilation[1], options.groups);
  }
};

const std::vector<Case> all_cases{
    {2, 3, 9, 7, 16, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, true},      {3, 1, 12, 12, 32, {3, 3}, {}, true},
    {2, 16, 8, 8, 16, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, false},    {9, 32, 10, 9, 32, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, true},
    {5, 32, 9, 8, 64, {3, 3}, {}, true},                              {4, 48, 13, 7, 32, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, false},
    {4, 64, 6, 6, 64, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, true},     {4, 32, 8, 8, 64, {3, 3}, {{2, 2}, {1, 1}, {1, 1}, 1}, false},
    {4, 16, 8, 8, 32, {1, 1}, {{2, 2}, {0, 0}, {1, 1}, 1}, true},     {3, 5, 7, 7, 7, {1, 1}, {}, true},
    {2, 3, 11, 10, 6, {5, 5}, {{1, 1}, {2, 2}, {1, 1}, 1}, true},     {1, 2, 8, 11, 3, {3, 2}, {{2, 3}, {1, 0}, {1, 1}, 1}, true},
    {2, 6, 9, 8, 4, {3, 3}, {{1, 1}, {2, 2}, {2, 2}, 1}, true},       {2, 4, 7, 7, 6, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 2}, true},
    {2, 32, 8, 8, 32, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 32}, true},    {2, 5, 6, 6, 10, {3, 3}, {{2, 2}, {1, 1}, {1, 1}, 5}, false},
    {1, 1, 5, 5, 1, {5, 5}, {}, false},                               {1, 17, 5, 5, 19, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, true},
    {13, 4, 6, 6, 8, {2, 2}, {{2, 2}, {0, 0}, {1, 1}, 1}, true},      {2, 3, 8, 8, 4, {1, 1}, {{3, 3}, {0, 0}, {1, 1}, 1}, true},
    {2, 3, 4, 4, 4, {3, 3}, {{1, 1}, {3, 3}, {1, 1}, 1}, true},       {37, 32, 8, 8, 32, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, true},
    // These are for Winograd, in chunks of one and two images.
    {11, 32, 18, 25, 48, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, true},  {8, 48, 22, 30, 32, {3, 3}, {}, false},
    // Those of a residual network on small images.
    {8, 3, 32, 32, 16, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, false},   {8, 16, 32, 32, 16, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, false},
    {8, 16, 32, 32, 32, {3, 3}, {{2, 2}, {1, 1}, {1, 1}, 1}, false},  {8, 16, 32, 32, 32, {1, 1}, {{2, 2}, {0, 0}, {1, 1}, 1}, false},
    {8, 32, 16, 16, 32, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, false},  {8, 32, 16, 16, 64, {3, 3}, {{2, 2}, {1, 1}, {1, 1}, 1}, false},
    {8, 64, 8, 8, 64, {3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}, false},
};

/// An emulated GPU takes a second for ten million products: it gets what fits, in every variety.
std::vector<Case> fitting() {
  std::vector<Case> out;
  for (const Case& c : all_cases) {
    const std::int64_t products = c.batch * c.height * c.width * c.outputs * c.channels / c.options.groups * c.kernel[0] * c.kernel[1];
    if (test_device().type != DeviceType::cuda_emulated || products < 1000000) out.push_back(c);
  }
  return out;
}

Tensor run(const Case& c, const std::vector<Tensor>& in, bool relu) { return ops::conv2d(in[0], in[1], c.bias ? in[2] : Tensor(), c.options, relu); }

/// Output and gradients, for a gradient of the output that is drawn.
std::vector<Tensor> results(const std::function<Tensor(const std::vector<Tensor>&)>& function, const std::vector<Tensor>& inputs) {
  const Tensor output = function(inputs);
  return with_gradients(function, inputs, normal_tensor(output.shape(), 9, output.dtype()));
}

std::string same_bits(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (bytes_of(a[i]) != bytes_of(b[i])) return fmt::format("result {}: {}", i, difference(a[i], b[i], 0, 0));
  }
  return a.size() == b.size() ? std::string() : "numbers of results";
}

std::string error_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const ShapeError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

class TestConv2d : public QObject {
  Q_OBJECT
 private slots:
  void goldens() {
    const Goldens all("conv2d");
    QVERIFY(all.cases().size() >= 14);
    for (const std::string& name : all.cases()) {
      const auto pair = [&](const std::string& key) {
        return std::array<std::int64_t, 2>{static_cast<std::int64_t>(all.number(name, key + "/0", -1)), static_cast<std::int64_t>(all.number(name, key + "/1", -1))};
      };
      const ops::Conv2dOptions options{pair("stride"), pair("padding"), pair("dilation"), static_cast<std::int64_t>(all.number(name, "groups", 1))};
      const bool bias = all.has(name, "b");
      for (const DType dtype : {DType::f32, DType::f64}) {
        const std::string suffix = dtype == DType::f64 ? ".f64" : "";
        std::vector<Tensor> inputs{all.tensor(name, "x").to(dtype), all.tensor(name, "w").to(dtype)};
        if (bias) inputs.push_back(all.tensor(name, "b").to(dtype));
        const auto out = with_gradients([&](const auto& in) { return ops::conv2d(in[0], in[1], bias ? in[2] : Tensor(), options); }, inputs,
                                        all.tensor(name, "gy").to(dtype));
        const char* const names[] = {"y", "gx", "gw", "gb"};
        for (std::size_t i = 0; i < out.size(); ++i) {
          const double tolerance = dtype == DType::f64 ? 1e-12 : 2e-5;
          const std::string found = difference(out[i], all.tensor(name, names[i] + suffix), tolerance, tolerance);
          QVERIFY2(found.empty(), (name + " " + names[i] + suffix + ": " + found).c_str());
        }
      }
    }
  }

  // The plain loops run in f64 (checked by goldens and gradcheck); f32's error is a few 1e-7 of the sum's scale.
  void fastBesidePlain() {
    for (const Case& c : fitting()) {
      for (const bool relu : {false, true}) {
        // Where f32 and f64 fall on different sides of the ReLU's corner gradients differ for good reason: keep away from it.
        const auto function = [&](const std::vector<Tensor>& in) { return run(c, in, relu); };
        const auto fast = relu ? std::vector<Tensor>{function(c.inputs(DType::f32))} : results(function, c.inputs(DType::f32));
        const auto plain = relu ? std::vector<Tensor>{function(c.inputs(DType::f64))} : results(function, c.inputs(DType::f64));
        for (std::size_t i = 0; i < fast.size(); ++i) {
          const double scale = i == 2 ? std::sqrt(static_cast<double>(plain[0].numel() / plain[0].size(1))) : i == 3 ? 4.0 : 1.0;
          const std::string found = difference(fast[i], plain[i], 1e-5, 1e-5 * scale);
          QVERIFY2(found.empty(), fmt::format("{} relu {} result {}: {}", c.name(), relu, i, found).c_str());
        }
        QVERIFY(fast[0].is_channels_last());
      }
    }
  }

  void gradcheck() {
    // Numeric derivatives of Σ y · gradient in f64 for every element of every input.
    for (const std::size_t index : {11U, 12U, 13U, 15U}) {
      const Case& c = all_cases[index];
      std::vector<Tensor> inputs = c.inputs(DType::f64);
      const auto value = [&](const std::vector<Tensor>& in) { return run(c, in, false); };
      const std::vector<double> weights = values_of(normal_tensor(value(inputs).shape(), 9, DType::f64));
      const auto analytic = results(value, inputs);
      const auto scalar = [&] {
        const std::vector<double> y = values_of(value(inputs));
        double sum = 0;
        for (std::size_t i = 0; i < y.size(); ++i) sum += y[i] * weights[i];
        return sum;
      };
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        std::vector<double> values = values_of(inputs[k]);
        const std::vector<double> gradient = values_of(analytic[k + 1]);
        for (std::size_t i = 0; i < values.size(); i += 3) {
          const double at = values[i];
          values[i] = at + 1e-3;
          inputs[k] = Make::from_vector(values, inputs[k].shape());
          const double up = scalar();
          values[i] = at - 1e-3;
          inputs[k] = Make::from_vector(values, inputs[k].shape());
          const double down = scalar();
          values[i] = at;
          QVERIFY2(std::fabs((up - down) / 2e-3 - gradient[i]) < 1e-8, fmt::format("{} input {} element {}", c.name(), k, i).c_str());
        }
        inputs[k] = Make::from_vector(values, inputs[k].shape());
      }
    }
  }

  void threads() {
    for (const Case& c : fitting()) {
      const std::vector<Tensor> inputs = c.inputs(DType::f32);
      const std::string found = thread_sweep([&] { return results([&](const auto& in) { return run(c, in, true); }, inputs); });
      QVERIFY2(found.empty(), (c.name() + ": " + found).c_str());
    }
  }

  void fusedReluIsTheComposition() {
    for (const Case& c : fitting()) {
      std::vector<Tensor> inputs = c.inputs(DType::f32);
      if (c.batch == 2) {
        inputs[0] = inputs[0].clone();
        inputs[0].alias({1}, {1}).fill(std::nan(""));
      }
      const auto fused = results([&](const auto& in) { return run(c, in, true); }, inputs);
      const auto composed = results([&](const auto& in) { return ops::relu(run(c, in, false)); }, inputs);
      const std::string found = same_bits(fused, composed);
      QVERIFY2(found.empty(), (c.name() + ": " + found).c_str());
    }
  }

  void fusedPoolIsTheComposition() {
    const std::vector<ops::Pool2dOptions> pools{{}, {{3, 3}, {2, 2}, {0, 0}, false, true}, {{2, 2}, {2, 2}, {1, 1}, false, true}, {{2, 2}, {3, 3}, {0, 0}, true, true}};
    for (const Case& c : fitting()) {
      for (const ops::Pool2dOptions& pool : pools) {
        const std::vector<Tensor> inputs = c.inputs(DType::f32);
        if (run(c, inputs, false).size(2) < 3 || run(c, inputs, false).size(3) < 3) continue;
        const Tensor no_bias;
        const auto fused = results([&](const auto& in) { return ops::conv2d_relu_max_pool2d(in[0], in[1], c.bias ? in[2] : no_bias, c.options, pool); }, inputs);
        const auto composed = results([&](const auto& in) { return ops::max_pool2d(ops::relu(run(c, in, false)), pool); }, inputs);
        const std::string found = same_bits(fused, composed);
        QVERIFY2(found.empty(), (c.name() + ": " + found).c_str());
      }
    }
  }

  void anyStrides() {
    for (const std::size_t index : {0U, 3U, 10U}) {
      const Case& c = all_cases[index];
      const auto function = [&](const auto& in) { return run(c, in, true); };
      const std::vector<Tensor> inputs = c.inputs(DType::f32);
      std::vector<Tensor> others;
      for (const Tensor& input : inputs) others.push_back(input.dim() == 4 ? strided(input) : input);
      const std::string found = same_bits(results(function, others), results(function, inputs));
      QVERIFY2(found.empty(), found.c_str());
    }
  }

  void stridedBias() {
    const Tensor x = normal_tensor({1, 2, 3, 3}, 1);
    const Tensor w = normal_tensor({3, 2, 1, 1}, 2);
    const Tensor b = normal_tensor({3}, 3);
    QCOMPARE(bytes_of(ops::conv2d(x, w, strided(b))), bytes_of(ops::conv2d(x, w, b)));
  }

  void emptyBatch() {
    const Tensor x = Make::empty({0, 3, 5, 5});
    const auto out = results([](const auto& in) { return ops::conv2d(in[0], in[1], in[2]); }, {x, normal_tensor({4, 3, 3, 3}, 1), normal_tensor({4}, 2)});
    QVERIFY(out[0].shape() == (Shape{0, 4, 3, 3}));
    QVERIFY(difference(out[2], Make::zeros({4, 3, 3, 3}), 0, 0).empty());
    QVERIFY(difference(out[3], Make::zeros({4}), 0, 0).empty());
  }

  void onlyWhatIsWanted() {
    const Tensor x = normal_tensor({2, 3, 5, 5}, 1);
    Tensor w = normal_tensor({4, 3, 3, 3}, 2);
    w.set_requires_grad(true);
    autograd::backward(ops::conv2d(x, w, normal_tensor({4}, 3)), Make::full({2, 4, 3, 3}, 1.0));
    QVERIFY(w.grad().defined());
    QVERIFY(!x.grad().defined());
  }

  void errors() {
    const Tensor x = Make::zeros({2, 3, 5, 5});
    const Tensor w = Make::zeros({4, 3, 3, 3});
    QCOMPARE(error_of([&] { (void)ops::conv2d(Make::zeros({3, 5, 5}), w); }), "[conv2d] expected an input of [N, C, H, W], received [3, 5, 5]");
    QCOMPARE(error_of([&] { (void)ops::conv2d(x, Make::zeros({4, 2, 3, 3})); }),
             "[conv2d] expected 2 input channels for weights [4, 2, 3, 3] in 1 groups, received an input of [2, 3, 5, 5]");
    QCOMPARE(error_of([&] { (void)ops::conv2d(x, w, Make::zeros({3})); }), "[conv2d] expected a bias of [4], received [3]");
    QCOMPARE(error_of([&] { (void)ops::conv2d(x, Make::zeros({4, 3, 7, 7})); }),
             "[conv2d] expected an input at least as large as the kernel: a kernel of [7, 7] with dilation [1, 1] and padding [0, 0] does not fit [2, 3, 5, 5]");
    QCOMPARE(error_of([&] { (void)ops::conv2d(x, w, {}, {{0, 1}, {0, 0}, {1, 1}, 1}); }),
             "[conv2d] expected stride and dilation of at least 1 and padding of at least 0, received stride [0, 1], dilation [1, 1], padding [0, 0]");
    QCOMPARE(error_of([&] { (void)ops::conv2d(x.to(DType::bf16), w.to(DType::bf16)); }), "[conv2d] expected float32 or float64, received bfloat16");
  }
};

LOCKSTEP_OP_TEST(TestConv2d)
#include "tst_conv2d.moc"

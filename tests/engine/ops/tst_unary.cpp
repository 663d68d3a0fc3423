// Element-wise functions, softmax and dropout.
#include <QtTest>

#include <limits>
#include <map>

#include "engine/autograd/gradcheck.h"
#include "engine/core/error.h"
#include "engine/ops/dropout/dropout.h"
#include "engine/ops/softmax/softmax.h"
#include "engine/ops/unary/unary.h"
#include "engine/ops/views/views.h"
#include "op_test.h"
#include "support_goldens.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

using Apply = std::function<Tensor(const Tensor&)>;

std::map<std::string, Apply> functions() {
  return {{"relu", [](const Tensor& x) { return ops::relu(x); }},
          {"leaky_relu", [](const Tensor& x) { return ops::leaky_relu(x, 0.2); }},
          {"elu", [](const Tensor& x) { return ops::elu(x, 1.3); }},
          {"gelu", [](const Tensor& x) { return ops::gelu(x); }},
          {"gelu_tanh", [](const Tensor& x) { return ops::gelu(x, true); }},
          {"silu", [](const Tensor& x) { return ops::silu(x); }},
          {"sigmoid", [](const Tensor& x) { return ops::sigmoid(x); }},
          {"tanh", [](const Tensor& x) { return ops::tanh(x); }},
          {"softplus", [](const Tensor& x) { return ops::softplus(x, 1.5); }},
          {"hardswish", [](const Tensor& x) { return ops::hardswish(x); }},
          {"exp", [](const Tensor& x) { return ops::exp(x); }},
          {"log", [](const Tensor& x) { return ops::log(x); }},
          {"sqrt", [](const Tensor& x) { return ops::sqrt(x); }},
          {"square", [](const Tensor& x) { return ops::square(x); }},
          {"abs", [](const Tensor& x) { return ops::abs(x); }},
          {"neg", [](const Tensor& x) { return ops::neg(x); }}};
}

bool needs_positive(const std::string& name) { return name == "log" || name == "sqrt"; }

std::vector<Tensor> run(const Apply& f, const Tensor& x, const Tensor& g = {}) {
  return with_gradients([&](const std::vector<Tensor>& in) { return f(in[0]); }, {x}, g);
}

}  // namespace

class TestUnary : public QObject {
  Q_OBJECT
 private slots:
  // The fast f32 kernels against the C++ library in f64, over the whole range.
  void fastAgreesWithReference() {
    std::vector<float> points;
    for (const float scale : {1e-6F, 1e-2F, 1.0F, 4.0F, 12.0F, 100.0F}) {
      for (int i = -600; i <= 600; ++i) points.push_back(static_cast<float>(i) / 600.0F * scale);
    }
    const auto count = static_cast<std::int64_t>(points.size());
    const Tensor any = Make::from_vector(points, {count});
    std::vector<float> magnitudes = points;
    for (float& value : magnitudes) value = std::fabs(value) + 1e-30F;
    const Tensor positive = Make::from_vector(magnitudes, {count});
    for (const auto& [name, f] : functions()) {
      // exp beyond f32's range has no f32 answer near the f64 one; gelu's tails cancel, as in every implementation of its formula.
      const Tensor& x = needs_positive(name) ? positive : any;
      const double absolute = name.starts_with("gelu") ? 4e-7 : 1e-37;
      // softplus rounds beta x, which e^(beta x) multiplies by up to its size.
      const double relative = name.starts_with("gelu") ? 2e-6 : (name == "softplus" ? 1e-5 : 1e-6);
      const auto fast = run(f, name == "exp" ? ops::hardswish(x).detach() : x);
      const auto exact = run(f, (name == "exp" ? ops::hardswish(x).detach() : x).to(DType::f64));
      for (std::size_t i = 0; i < 2; ++i) {
        std::string found;
        if (name == "exp") {
          // Compare where f32 can hold the value.
          const auto a = values_of(fast[i]);
          const auto b = values_of(exact[i]);
          for (std::size_t j = 0; j < a.size(); ++j) {
            if (b[j] < 3e38 && std::fabs(a[j] - b[j]) > relative * b[j] + 1e-44) found = fmt::format("at {}: {} for {}", j, a[j], b[j]);
          }
        } else {
          found = difference(fast[i], exact[i], i == 0 ? relative : 4e-6, i == 0 ? absolute : 1e-6);
        }
        QVERIFY2(found.empty(), fmt::format("{} {}: {}", name, i == 0 ? "value" : "gradient", found).c_str());
      }
    }
  }

  void gradientsAgreeWithFiniteDifferences() {
    for (const auto& [name, f] : functions()) {
      Tensor x = normal_tensor({3, 4}, 5, DType::f64, 1.5);
      if (needs_positive(name)) x = ops::exp(x).detach();
      const std::string found = autograd::gradcheck([&](const std::vector<Tensor>& in) { return f(in[0]); }, {x});
      QVERIFY2(found.empty(), (name + ": " + found).c_str());
    }
  }

  void agreesWithTorch() {
    const Goldens goldens("activations");
    const std::map<std::string, std::function<Tensor(const std::string&, const Tensor&)>> by_type{
        {"ReLU", [](const std::string&, const Tensor& x) { return ops::relu(x); }},
        {"LeakyReLU", [&](const std::string& c, const Tensor& x) { return ops::leaky_relu(x, goldens.number(c, "negative_slope", -1)); }},
        {"ELU", [&](const std::string& c, const Tensor& x) { return ops::elu(x, goldens.number(c, "alpha", -1)); }},
        {"GELU", [&](const std::string& c, const Tensor& x) { return ops::gelu(x, goldens.text(c, "approximate") == "tanh"); }},
        {"SiLU", [](const std::string&, const Tensor& x) { return ops::silu(x); }},
        {"Sigmoid", [](const std::string&, const Tensor& x) { return ops::sigmoid(x); }},
        {"Tanh", [](const std::string&, const Tensor& x) { return ops::tanh(x); }},
        {"Softplus", [&](const std::string& c, const Tensor& x) { return ops::softplus(x, goldens.number(c, "beta", -1), goldens.number(c, "threshold", -1)); }},
        {"Hardswish", [](const std::string&, const Tensor& x) { return ops::hardswish(x); }}};
    int seen = 0;
    for (const std::string& name : goldens.cases()) {
      const std::string type = goldens.text(name, "type");
      Apply f;
      if (by_type.contains(type)) f = [&, type](const Tensor& x) { return by_type.at(type)(name, x); };
      else if (name.starts_with("softmax")) f = [&](const Tensor& x) { return ops::softmax(x, static_cast<std::int64_t>(goldens.number(name, "dim", 99))); };
      else if (name.starts_with("log_softmax")) f = [&](const Tensor& x) { return ops::log_softmax(x, static_cast<std::int64_t>(goldens.number(name, "dim", 99))); };
      QVERIFY2(f != nullptr, name.c_str());
      ++seen;
      for (const DType dtype : {DType::f32, DType::f64}) {
        const auto results = run(f, goldens.tensor(name, "x").to(dtype), goldens.tensor(name, "gy").to(dtype));
        const double tolerance = dtype == DType::f64 ? 1e-12 : 3e-6;
        for (std::size_t i = 0; i < 2; ++i) {
          const std::string found = difference(results[i], goldens.tensor(name, i == 0 ? "y.f64" : "gx.f64"), tolerance, tolerance);
          QVERIFY2(found.empty(), fmt::format("{} {} {}: {}", name, dtype_name(dtype), i == 0 ? "y" : "gx", found).c_str());
        }
      }
    }
    QVERIFY(seen >= 20);
  }

  void stridesThreadsAndFormats() {
    for (const auto& [name, f] : functions()) {
      const Tensor x = ops::exp(normal_tensor({3, 5, 4, 6}, 6)).detach();
      const Tensor g = normal_tensor({3, 5, 4, 6}, 7);
      const auto dense = run(f, x, g);
      const auto loose = run(f, strided(x), strided(g));
      const auto nhwc = run(f, x.contiguous(MemoryFormat::channels_last), g);
      QVERIFY(nhwc[0].is_channels_last());
      for (std::size_t i = 0; i < 2; ++i) {
        QVERIFY2(bytes_of(dense[i]) == bytes_of(loose[i]), name.c_str());
        QVERIFY2(bytes_of(dense[i]) == bytes_of(nhwc[i]), name.c_str());
      }
    }
    const Tensor large = normal_tensor({300, 401}, 8);
    const std::string found = thread_sweep([&] { return run([](const Tensor& x) { return ops::log_softmax(ops::gelu(x)); }, large, large); });
    QVERIFY2(found.empty(), found.c_str());
  }

  void limitsAndNaN() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const DType dtype : {DType::f32, DType::f64}) {
      const Tensor x = Make::from_vector<float>({inf, -inf, nan}, {3}).to(dtype);
      const auto at = [&](const char* name) { return values_of(functions().at(name)(x)); };
      for (const auto& [name, f] : functions()) QVERIFY2(std::isnan(values_of(f(x))[2]), name.c_str());
      QVERIFY(at("relu")[0] == HUGE_VAL && at("relu")[1] == 0.0);
      QVERIFY(at("sigmoid")[0] == 1.0 && at("sigmoid")[1] == 0.0);
      QVERIFY(at("tanh")[0] == 1.0 && at("tanh")[1] == -1.0);
      QVERIFY(at("exp")[0] == HUGE_VAL && at("exp")[1] == 0.0);
      QVERIFY(at("log")[0] == HUGE_VAL && std::isnan(at("log")[1]));
      QVERIFY(at("softplus")[0] == HUGE_VAL && at("softplus")[1] == 0.0);
      QVERIFY(std::fabs(at("elu")[1] - -1.3) < 1e-6);
      QCOMPARE(values_of(ops::log(Make::from_vector<float>({0.0F}, {1}).to(dtype)))[0], -HUGE_VAL);
    }
    QVERIFY(values_of(ops::relu(Make::empty({0, 3}))).empty());
  }

  void softmaxOfMaskedRows() {
    constexpr float inf = std::numeric_limits<float>::infinity();
    for (const DType dtype : {DType::f32, DType::f64}) {
      const Tensor x = Make::from_vector<float>({-inf, -inf, -inf, 1, -inf, 1}, {2, 3}).to(dtype);
      const Tensor g = normal_tensor({2, 3}, 9, dtype);
      const auto plain = run([](const Tensor& t) { return ops::softmax(t); }, x, g);
      QVERIFY(values_of(plain[0]) == (std::vector<double>{0, 0, 0, 0.5, 0, 0.5}));
      const auto gradient = values_of(plain[1]);
      QVERIFY(gradient[0] == 0.0 && gradient[1] == 0.0 && gradient[2] == 0.0 && gradient[4] == 0.0 && std::isfinite(gradient[3]));
      const auto logs = run([](const Tensor& t) { return ops::log_softmax(t); }, x, g);
      QVERIFY(values_of(logs[0])[0] == -HUGE_VAL && std::isfinite(values_of(logs[0])[3]));
      const auto log_gradient = values_of(logs[1]);
      QVERIFY(log_gradient[0] == 0.0 && log_gradient[1] == 0.0 && log_gradient[2] == 0.0 && std::isfinite(log_gradient[4]));
    }
  }

  void softmaxGradients() {
    for (const std::int64_t axis : {0, 1, -1}) {
      const Tensor x = normal_tensor({3, 4, 2}, 10, DType::f64);
      for (const bool logarithm : {false, true}) {
        const std::string found = autograd::gradcheck(
            [&](const std::vector<Tensor>& in) { return logarithm ? ops::log_softmax(in[0], axis) : ops::softmax(in[0], axis); }, {x});
        QVERIFY2(found.empty(), found.c_str());
      }
    }
    try {
      (void)ops::softmax(normal_tensor({2, 2}, 1), 2);
      QFAIL("no error");
    } catch (const ShapeError& error) {
      QCOMPARE(std::string(error.what()), std::string("[softmax] expected an axis from -2 to 1 of [2, 2], received 2"));
    }
  }

  // The contract's words: kept where the stream's uniform is at least p, by row-major index, in any layout.
  void dropoutFollowsTheStream() {
    const RandomStream stream(42, StreamKind::dropout, "3");
    const Tensor x = Make::full({3, 5, 7, 2}, 3.0);
    for (const double p : {0.0, 0.1, 0.5, 0.9, 1.0}) {
      for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{1} << 40U}) {
        const auto values = values_of(ops::dropout(x, p, stream, 11, offset));
        for (std::size_t i = 0; i < values.size(); ++i) {
          const bool kept = stream.uniform(11, offset + i) >= p;
          QVERIFY(std::fabs(values[i] - (kept ? 3.0 / (1.0 - p) : 0.0)) < 1e-5);
        }
      }
    }
    const auto expected = bytes_of(ops::dropout(x, 0.3, stream, 1));
    QVERIFY(bytes_of(ops::dropout(x.contiguous(MemoryFormat::channels_last), 0.3, stream, 1)) == expected);
    QVERIFY(bytes_of(ops::dropout(x, 0.3, stream, 2)) != expected);
    const auto results = run([&](const Tensor& t) { return ops::dropout(t, 0.3, stream, 1); }, x);
    const auto y = values_of(results[0]);
    const auto g = values_of(results[1]);
    for (std::size_t i = 0; i < y.size(); ++i) QVERIFY(std::fabs(g[i] * 3.0 - y[i]) < 1e-5);
  }
};

LOCKSTEP_OP_TEST(TestUnary)
#include "tst_unary.moc"

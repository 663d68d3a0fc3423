// Pooling: PyTorch's values, ties and NaN, gradients, strides, empty batches, and the same bits for every number of threads.
#include <QtTest>

#include "engine/core/error.h"
#include "engine/ops/adaptive_avg_pool2d/adaptive_avg_pool2d.h"
#include "engine/ops/avg_pool2d/avg_pool2d.h"
#include "engine/ops/max_pool2d/max_pool2d.h"
#include "op_test.h"
#include "support_goldens.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

using Pool = std::function<Tensor(const Tensor&)>;

const std::vector<std::pair<const char*, Pool>> pools{
    {"max 2x2", [](const Tensor& x) { return ops::max_pool2d(x, {}); }},
    {"max 3x3 overlapping", [](const Tensor& x) { return ops::max_pool2d(x, {{3, 3}, {2, 2}, {1, 1}, false, true}); }},
    {"max 3x2 ceil", [](const Tensor& x) { return ops::max_pool2d(x, {{3, 2}, {2, 3}, {0, 1}, true, true}); }},
    {"avg 2x2", [](const Tensor& x) { return ops::avg_pool2d(x, {}); }},
    {"avg 3x3 overlapping", [](const Tensor& x) { return ops::avg_pool2d(x, {{3, 3}, {2, 2}, {1, 1}, true, false}); }},
    {"adaptive 1x1", [](const Tensor& x) { return ops::adaptive_avg_pool2d(x, {1, 1}); }},
    {"adaptive 3x5", [](const Tensor& x) { return ops::adaptive_avg_pool2d(x, {3, 5}); }},
};

std::vector<Tensor> results(const Pool& pool, const Tensor& x) {
  return with_gradients([&](const auto& in) { return pool(in[0]); }, {x}, normal_tensor(pool(x).shape(), 9, x.dtype()));
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

class TestPool : public QObject {
  Q_OBJECT
 private slots:
  void goldens() {
    const Goldens all("pool");
    std::size_t checked = 0;
    for (const std::string& name : all.cases()) {
      if (all.number(name, "dilation/0", 1) != 1) continue;  // not offered
      const auto pair = [&](const std::string& key) {
        return std::array<std::int64_t, 2>{static_cast<std::int64_t>(all.number(name, key + "/0", -1)), static_cast<std::int64_t>(all.number(name, key + "/1", -1))};
      };
      const bool adaptive = name.starts_with("adaptive");
      ops::Pool2dOptions options;
      if (!adaptive) {
        options = {pair("kernel_size"), pair("stride"), pair("padding"), all.number(name, "ceil_mode", 0) == 1.0, all.number(name, "count_include_pad", 1) == 1.0};
      }
      const Pool pool = [&](const Tensor& x) {
        if (adaptive) return ops::adaptive_avg_pool2d(x, pair("output_size"));
        return name.starts_with("max") ? ops::max_pool2d(x, options) : ops::avg_pool2d(x, options);
      };
      for (const DType dtype : {DType::f32, DType::f64}) {
        const std::string suffix = dtype == DType::f64 ? ".f64" : "";
        const double tolerance = dtype == DType::f64 ? 1e-14 : 1e-6;
        const auto out = with_gradients([&](const auto& in) { return pool(in[0]); }, {all.tensor(name, "x").to(dtype)}, all.tensor(name, "gy").to(dtype));
        const std::string y = difference(out[0], all.tensor(name, "y" + suffix), tolerance, tolerance);
        const std::string gx = difference(out[1], all.tensor(name, "gx" + suffix), tolerance, tolerance);
        QVERIFY2(y.empty() && gx.empty(), (name + suffix + " y: " + y + " gx: " + gx).c_str());
      }
      ++checked;
    }
    QVERIFY(checked >= 22);
  }

  // Averages are linear and maxima piecewise so: a difference quotient is exact but for rounding.
  void gradcheck() {
    for (const auto& [name, pool] : pools) {
      const Tensor x = normal_tensor({2, 3, 6, 7}, 1, DType::f64);
      const std::vector<double> gradient = values_of(results(pool, x)[1]);
      const std::vector<double> weights = values_of(normal_tensor(pool(x).shape(), 9, DType::f64));
      std::vector<double> values = values_of(x);
      for (std::size_t i = 0; i < values.size(); ++i) {
        double sums[2] = {0, 0};
        const double at = values[i];
        for (const int side : {0, 1}) {
          values[i] = at + (side == 0 ? 1e-6 : -1e-6);
          const std::vector<double> y = values_of(pool(Make::from_vector(values, x.shape())));
          for (std::size_t k = 0; k < y.size(); ++k) sums[side] += y[k] * weights[k];
        }
        values[i] = at;
        QVERIFY2(std::fabs((sums[0] - sums[1]) / 2e-6 - gradient[i]) < 1e-7, name);
      }
    }
  }

  void fastBesidePlainAndThreads() {
    for (const auto& [name, pool] : pools) {
      for (const Shape& shape : {Shape{3, 1, 8, 8}, Shape{2, 16, 9, 7}, Shape{5, 35, 6, 6}, Shape{33, 64, 10, 10}, Shape{1, 3, 5, 5}}) {
        const auto fast = results(pool, normal_tensor(shape, 1));
        const auto plain = results(pool, normal_tensor(shape, 1, DType::f64));
        for (std::size_t i = 0; i < 2; ++i) {
          const std::string found = difference(fast[i], plain[i], 1e-5, 1e-6);
          QVERIFY2(found.empty(), fmt::format("{} {} result {}: {}", name, shape.to_string(), i, found).c_str());
        }
        const std::string found = thread_sweep([&] { return results(pool, normal_tensor(shape, 1)); });
        QVERIFY2(found.empty(), fmt::format("{} {}: {}", name, shape.to_string(), found).c_str());
        const auto others = results(pool, strided(normal_tensor(shape, 1)));
        for (std::size_t i = 0; i < 2; ++i) QCOMPARE(bytes_of(others[i]), bytes_of(fast[i]));
        QVERIFY(fast[0].is_channels_last());
      }
    }
  }

  // The first of equal maxima takes the gradient; NaN wins; a window of -inf gives -inf to its first element.
  void tiesAndNotFinite() {
    const double inf = HUGE_VAL;
    const float values[] = {1, 1, 5, NAN, 1, 1, 7, 2, -HUGE_VALF, -HUGE_VALF, 3, 4, -HUGE_VALF, -HUGE_VALF, 4, 4};
    const Tensor x = Make::from_vector(std::vector<float>(values, values + 16), {1, 1, 4, 4});
    const auto out = with_gradients([](const auto& in) { return ops::max_pool2d(in[0], {}); }, {x}, Make::from_vector<float>({1, 2, 3, 4}, {1, 1, 2, 2}));
    const std::vector<double> y = values_of(out[0]);
    QVERIFY(y[0] == 1 && std::isnan(y[1]) && y[2] == -inf && y[3] == 4);
    QCOMPARE(values_of(out[1]), (std::vector<double>{1, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0}));
  }

  // More than 256 elements a window: the index needs more than a byte.
  void largeKernel() {
    const auto pool = [](const Tensor& x) { return ops::max_pool2d(x, {{20, 20}, {20, 20}, {0, 0}, false, true}); };
    const auto fast = results(pool, normal_tensor({1, 2, 20, 40}, 1));
    std::size_t given = 0;
    for (const double g : values_of(fast[1])) given += g != 0 ? 1U : 0U;
    QCOMPARE(given, std::size_t{4});
    const auto x = values_of(normal_tensor({1, 2, 20, 40}, 1));
    QCOMPARE(values_of(fast[0])[0], [&] {
      double best = x[0];
      for (std::size_t i = 0; i < 800; ++i) best = i % 40 < 20 ? std::max(best, x[i]) : best;
      return best;
    }());
  }

  void emptyBatch() {
    for (const auto& [name, pool] : pools) {
      const auto out = results(pool, Make::empty({0, 3, 6, 6}));
      QVERIFY2(out[0].size(0) == 0 && out[1].shape() == (Shape{0, 3, 6, 6}), name);
    }
  }

  void errors() {
    const Tensor x = Make::zeros({1, 2, 4, 4});
    QCOMPARE(error_of([&] { (void)ops::max_pool2d(x, {{5, 5}, {1, 1}, {0, 0}, false, true}); }),
             "[max_pool2d] expected an input at least as large as the kernel [5, 5], received [1, 2, 4, 4]");
    QCOMPARE(error_of([&] { (void)ops::avg_pool2d(x, {{2, 2}, {1, 1}, {2, 0}, false, true}); }),
             "[avg_pool2d] expected padding of 0 to half of the kernel_size [2, 2], received [2, 0]");
    QCOMPARE(error_of([&] { (void)ops::max_pool2d(x, {{2, 0}, {1, 1}, {0, 0}, false, true}); }),
             "[max_pool2d] expected kernel_size and stride of at least 1, received [2, 0] and [1, 1]");
    QCOMPARE(error_of([&] { (void)ops::adaptive_avg_pool2d(x, {0, 1}); }), "[adaptive_avg_pool2d] expected an output_size of at least 1, received [0, 1]");
    QCOMPARE(error_of([&] { (void)ops::max_pool2d(Make::zeros({2, 2}), {}); }), "[max_pool2d] expected an input of [N, C, H, W], received [2, 2]");
  }
};

LOCKSTEP_OP_TEST(TestPool)
#include "tst_pool.moc"

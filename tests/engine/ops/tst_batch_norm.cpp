// Batch normalisation: PyTorch's values, f32 beside f64, fused beside composed, statistics with a large mean, running
// statistics, and the same bits for every number of threads.
#include <QtTest>

#include <limits>

#include "engine/core/error.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/ops/batch_norm/batch_norm.h"
#include "engine/ops/unary/unary.h"
#include "op_test.h"
#include "support_goldens.h"

using namespace lockstep::engine;
using namespace lockstep::test;

namespace {

const std::vector<Shape> shapes{{6, 5}, {4, 3, 5}, {3, 4, 5, 3}, {2, 17, 3, 3}, {9, 16, 8, 8}, {128, 1, 4, 4}, {300, 70}, {5, 64, 1, 1}, {16, 24, 33, 31}, {2, 2600}};

std::vector<Tensor> inputs_of(const Shape& shape, DType dtype, bool residual) {
  const Shape channels{shape[1]};
  std::vector<Tensor> all{normal_tensor(shape, 1, dtype, 2.0), normal_tensor(channels, 2, dtype), normal_tensor(channels, 3, dtype)};
  if (residual) all.push_back(normal_tensor(shape, 4, dtype));
  return all;
}

Tensor run(const std::vector<Tensor>& in, bool relu) {
  return ops::batch_norm(in[0], in[1], in[2], {}, true, 0.1, 1e-5, in.size() > 3 ? in[3] : Tensor(), relu);
}

std::vector<Tensor> results(const std::function<Tensor(const std::vector<Tensor>&)>& function, const std::vector<Tensor>& inputs) {
  return with_gradients(function, inputs, normal_tensor(inputs[0].shape(), 9, inputs[0].dtype()));
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

class TestBatchNorm : public QObject {
  Q_OBJECT
 private slots:
  void goldens() {
    const Goldens all("batch_norm");
    QVERIFY(all.cases().size() >= 25);
    for (const std::string& name : all.cases()) {
      for (const DType dtype : {DType::f32, DType::f64}) {
        const std::string suffix = dtype == DType::f64 ? ".f64" : "";
        const double tolerance = dtype == DType::f64 ? 1e-11 : 2e-5;
        const bool affine = all.has(name, "w");
        std::vector<Tensor> inputs{all.tensor(name, "x").to(dtype)};
        if (affine) inputs.insert(inputs.end(), {all.tensor(name, "w").to(dtype), all.tensor(name, "b").to(dtype)});
        const ops::BatchNormState state{all.tensor(name, "running_mean").clone().to(dtype), all.tensor(name, "running_var").clone().to(dtype)};
        const auto out = with_gradients(
            [&](const auto& in) {
              return ops::batch_norm(in[0], affine ? in[1] : Tensor(), affine ? in[2] : Tensor(), state, all.number(name, "training", -1) == 1.0,
                                     all.number(name, "momentum", -1), all.number(name, "eps", -1));
            },
            inputs, all.tensor(name, "gy").to(dtype));
        const char* const names[] = {"y", "gx", "gw", "gb"};
        for (std::size_t i = 0; i < out.size(); ++i) {
          const std::string found = difference(out[i], all.tensor(name, names[i] + suffix), tolerance, tolerance);
          QVERIFY2(found.empty(), (name + " " + names[i] + suffix + ": " + found).c_str());
        }
        QVERIFY2(difference(state.running_mean, all.tensor(name, "running_mean_after" + suffix), 1e-6, 1e-6).empty(), name.c_str());
        QVERIFY2(difference(state.running_var, all.tensor(name, "running_var_after" + suffix), 1e-6, 1e-6).empty(), name.c_str());
      }
    }
  }

  void fastBesidePlain() {
    for (const Shape& shape : shapes) {
      for (const bool residual : {false, true}) {
        const auto fast = results([](const auto& in) { return run(in, false); }, inputs_of(shape, DType::f32, residual));
        const auto plain = results([](const auto& in) { return run(in, false); }, inputs_of(shape, DType::f64, residual));
        for (std::size_t i = 0; i < fast.size(); ++i) {
          // Two values a channel make 1 / σ, and with it every error, large.
          const double tolerance = shape[0] == 2 && shape.size() == 2 ? 3e-2 : 1e-5;
          const std::string found = difference(fast[i], plain[i], tolerance, tolerance * (i == 2 ? 30 : 1));
          QVERIFY2(found.empty(), fmt::format("{} result {}: {}", shape.to_string(), i, found).c_str());
        }
      }
    }
  }

  // Against relu(batch_norm(x) + residual) by separate operators, in f64 and in f32.
  void fusedIsTheComposition() {
    for (const Shape& shape : shapes) {
      for (const bool residual : {false, true}) {
        for (const DType dtype : {DType::f32, DType::f64}) {
          const auto inputs = inputs_of(shape, dtype, residual);
          const auto fused = results([](const auto& in) { return run(in, true); }, inputs);
          const auto composed = results(
              [&](const auto& in) {
                const Tensor y = run({in[0], in[1], in[2]}, false);
                return ops::relu(residual ? ops::add(y, in[3]) : y);
              },
              inputs);
          for (std::size_t i = 0; i < fused.size(); ++i) {
            QVERIFY2(bytes_of(fused[i]) == bytes_of(composed[i]),
                     fmt::format("{} result {}: {}", shape.to_string(), i, difference(fused[i], composed[i], 0, 0)).c_str());
          }
        }
      }
    }
  }

  void gradcheck() {
    for (const bool training : {true, false}) {
      std::vector<Tensor> inputs = inputs_of({3, 2, 2, 2}, DType::f64, true);
      const ops::BatchNormState state{normal_tensor({2}, 5, DType::f64), Make::full({2}, 1.7, DType::f64)};
      const auto function = [&](const auto& in) { return ops::batch_norm(in[0], in[1], in[2], state, training, 0.0, 1e-5, in[3], true); };
      const auto analytic = results(function, inputs);
      const std::vector<double> weights = values_of(normal_tensor(inputs[0].shape(), 9, DType::f64));
      const auto scalar = [&] {
        const std::vector<double> y = values_of(function(inputs));
        double sum = 0;
        for (std::size_t i = 0; i < y.size(); ++i) sum += y[i] * weights[i];
        return sum;
      };
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        std::vector<double> values = values_of(inputs[k]);
        const std::vector<double> gradient = values_of(analytic[k + 1]);
        for (std::size_t i = 0; i < values.size(); ++i) {
          const double at = values[i];
          double ends[2];
          for (const int side : {0, 1}) {
            values[i] = at + (side == 0 ? 1e-5 : -1e-5);
            inputs[k] = Make::from_vector(values, inputs[k].shape());
            ends[side] = scalar();
          }
          values[i] = at;
          QVERIFY2(std::fabs((ends[0] - ends[1]) / 2e-5 - gradient[i]) < 1e-7, fmt::format("input {} element {}: {} {}", k, i, (ends[0] - ends[1]) / 2e-5, gradient[i]).c_str());
        }
        inputs[k] = Make::from_vector(values, inputs[k].shape());
      }
    }
  }

  void threads() {
    for (const Shape& shape : shapes) {
      const auto inputs = inputs_of(shape, DType::f32, true);
      const std::string found = thread_sweep([&] { return results([](const auto& in) { return run(in, true); }, inputs); });
      QVERIFY2(found.empty(), (shape.to_string() + ": " + found).c_str());
    }
  }

  void anyStrides() {
    for (const Shape& shape : {Shape{6, 5}, Shape{4, 3, 5}, Shape{3, 4, 5, 3}}) {
      const auto inputs = inputs_of(shape, DType::f32, true);
      const std::vector<Tensor> others{strided(inputs[0]), inputs[1], inputs[2], strided(inputs[3])};
      const auto a = results([](const auto& in) { return run(in, true); }, inputs);
      const auto b = results([](const auto& in) { return run(in, true); }, others);
      for (std::size_t i = 0; i < a.size(); ++i) QCOMPARE(bytes_of(a[i]), bytes_of(b[i]));
      QVERIFY(shape.size() == 4 ? b[0].is_channels_last() : b[0].is_contiguous());
    }
  }

  // 1000 ± 0.01: E[x²] − E[x]² in f32 would have no digit left.
  void largeMean() {
    const Tensor noise = normal_tensor({512, 3}, 1, DType::f64, 0.01);
    const Tensor x = ops::affine(noise, 1.0, 1000.0).to(DType::f32);
    const ops::BatchNormState state{Make::zeros({3}), Make::zeros({3})};
    (void)ops::batch_norm(x, {}, {}, state, true, 1.0);
    const std::vector<double> values = values_of(x);
    for (std::size_t c = 0; c < 3; ++c) {
      double mean = 0;
      double variance = 0;
      for (std::size_t i = c; i < values.size(); i += 3) mean += values[i] / 512.0;
      for (std::size_t i = c; i < values.size(); i += 3) variance += (values[i] - mean) * (values[i] - mean) / 511.0;
      QVERIFY(std::fabs(values_of(state.running_mean)[c] - mean) < 1e-4);
      QVERIFY(std::fabs(values_of(state.running_var)[c] / variance - 1.0) < 1e-6);
    }
  }

  void notFinite() {
    Tensor x = normal_tensor({4, 2}, 1);
    x.alias({1}, {1}, 2).fill(std::numeric_limits<double>::infinity());
    const ops::BatchNormState state{Make::zeros({2}), Make::full({2}, 1.0)};
    const Tensor y = ops::batch_norm(x, {}, {}, state, true);
    QVERIFY(std::isnan(values_of(y)[0]));
    QVERIFY(std::isfinite(values_of(y)[1]));
    QCOMPARE(values_of(state.running_mean), (std::vector<double>{0, 0}));
    QCOMPARE(values_of(state.running_var), (std::vector<double>{1, 1}));
  }

  void errors() {
    const Tensor x = Make::zeros({1, 3, 1, 1});
    QCOMPARE(error_of([&] { (void)ops::batch_norm(x, {}, {}, {}, true); }),
             "[batch_norm] expected more than one value a channel in training, received [1, 3, 1, 1]: one value has no variance. Use drop_last, or another "
             "batch_size, so that no batch has a single sample");
    QCOMPARE(error_of([&] { (void)ops::batch_norm(Make::zeros({3}), {}, {}, {}, true); }), "[batch_norm] expected an input of [N, C], [N, C, L] or [N, C, H, W], received [3]");
    QCOMPARE(error_of([&] { (void)ops::batch_norm(Make::zeros({4, 3}), Make::zeros({4}), {}, {}, true); }),
             "[batch_norm] expected a dense weight of [3] for an input of [4, 3], received [4]");
    // In evaluation one value is enough.
    const ops::BatchNormState state{Make::zeros({3}), Make::full({3}, 1.0)};
    QCOMPARE(error_of([&] { (void)ops::batch_norm(x, {}, {}, state, false); }), "no error");
  }
};

LOCKSTEP_OP_TEST(TestBatchNorm)
#include "tst_batch_norm.moc"

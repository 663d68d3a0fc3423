// What the tests of operators share: inputs that don't change from run to run, comparisons that say where they failed,
// strided copies, sweeps over numbers of threads, and PyTorch's goldens.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <QtTest>
#include <fmt/format.h>

#include "engine/autograd/backward.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/devices.h"
#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/tensor/tensor.h"

namespace lockstep::test {

using engine::Device;
using engine::Dims;
using engine::DType;
using engine::Shape;
using engine::Strides;
using engine::Tensor;

/// Where the operators of these tests run: the CPU, or what LOCKSTEP_TEST_DEVICE names.
inline Device test_device() {
  static const Device device = [] {
    const char* const name = std::getenv("LOCKSTEP_TEST_DEVICE");
    return engine::choose_device(name == nullptr ? "cpu" : name);
  }();
  return device;
}
inline bool on_the_cpu() { return test_device().type == engine::DeviceType::cpu; }

/// Tensor's factories, on that device.
struct Make {
  static Tensor empty(const Shape& shape, DType dtype = DType::f32) { return Tensor::empty(shape, dtype, test_device()); }
  static Tensor zeros(const Shape& shape, DType dtype = DType::f32) { return Tensor::zeros(shape, dtype, test_device()); }
  static Tensor full(const Shape& shape, double value, DType dtype = DType::f32) { return Tensor::full(shape, value, dtype, test_device()); }
  template <class T>
  static Tensor from_vector(const std::vector<T>& values, const Shape& shape) {
    return Tensor::from_vector(values, shape, test_device());
  }
};

/// Standard normals times `scale`, a function of shape and seed only: the same numbers for f32 and f64.
inline Tensor normal_tensor(const Shape& shape, std::uint64_t seed, DType dtype = DType::f32, double scale = 1.0) {
  const engine::RandomStream stream(seed, engine::StreamKind::init, "tests");
  std::vector<float> values(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(scale * stream.normal(0, i));
  return Make::from_vector(values, shape).to(dtype);
}

/// Uniform integers in [0, bound).
inline Tensor integer_tensor(const Shape& shape, std::int64_t bound, std::uint64_t seed) {
  const engine::RandomStream stream(seed, engine::StreamKind::sample, "tests");
  std::vector<std::int64_t> values(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(bound), 0, i));
  return Make::from_vector(values, shape);
}

/// The same values over memory that is dense in no layout: every other element along each axis, axes in reverse order.
inline Tensor strided(const Tensor& x) {
  Shape storage;
  for (std::size_t i = x.dim(); i-- > 0;) storage.push_back(2 * x.size(i));
  const Tensor room = Tensor::full(storage, 77.0, x.dtype(), x.device());
  Strides strides;
  for (std::size_t i = 0; i < x.dim(); ++i) strides.push_back(2 * room.strides()[x.dim() - 1 - i]);
  Tensor out = room.alias(x.shape(), strides);
  out.copy_from(x);
  return out;
}

inline std::vector<double> values_of(const Tensor& x) {
  const Tensor wide = x.detach().to(DType::f64);
  return wide.to_vector<double>();
}

/// Empty when |a - b| <= atol + rtol |b| everywhere, in row-major order; equal infinities and NaN with NaN count as equal.
inline std::string difference(const Tensor& a, const Tensor& b, double rtol, double atol) {
  if (a.shape() != b.shape()) return fmt::format("shapes {} and {}", a.shape().to_string(), b.shape().to_string());
  const std::vector<double> x = values_of(a);
  const std::vector<double> y = values_of(b);
  std::size_t worst = 0;
  double excess = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i]))) continue;
    const double error = std::fabs(x[i] - y[i]);
    const double allowed = atol + rtol * std::fabs(y[i]);
    if (error <= allowed && std::isfinite(y[i])) continue;
    const double by = std::isfinite(error) && allowed > 0 ? error / allowed : HUGE_VAL;
    if (wrong++ == 0 || by > excess) {
      worst = i;
      excess = by;
    }
  }
  if (wrong == 0) return {};
  return fmt::format("{} of {} elements of {} differ; worst at {}: {:.9g} instead of {:.9g}", wrong, x.size(), a.shape().to_string(), worst, x[worst], y[worst]);
}

/// Row-major bytes: for comparing bit for bit.
inline std::vector<std::byte> bytes_of(const Tensor& x) {
  const engine::HostArray host = x.detach().to_host();
  return {host.bytes.get(), host.bytes.get() + host.byte_size()};
}

/// Empty when compute() gives the same bits with 1, 2, 3, 5 and 8 threads of the CPU (another device: each time that it is
/// asked); else which result differs first.
inline std::string thread_sweep(const std::function<std::vector<Tensor>()>& compute) {
  engine::CpuBackend& cpu = engine::cpu_backend();
  const int before = cpu.threads();
  std::vector<std::vector<std::byte>> expected;
  std::string found;
  const std::vector<int> counts = on_the_cpu() ? std::vector<int>{1, 2, 3, 5, 8} : std::vector<int>{1, 2};
  for (const int threads : counts) {
    cpu.set_threads(threads);
    const std::vector<Tensor> results = compute();
    for (std::size_t i = 0; i < results.size(); ++i) {
      std::vector<std::byte> bytes = bytes_of(results[i]);
      if (threads == 1) expected.push_back(std::move(bytes));
      else if (bytes != expected[i] && found.empty()) found = fmt::format("result {} differs with {} threads", i, threads);
    }
  }
  cpu.set_threads(before);
  return found;
}

/// The output of `function`, and the gradients of `inputs` for a given gradient of the output (ones where undefined).
inline std::vector<Tensor> with_gradients(const std::function<Tensor(const std::vector<Tensor>&)>& function, const std::vector<Tensor>& inputs,
                                          const Tensor& gradient = {}) {
  std::vector<Tensor> leaves;
  for (const Tensor& input : inputs) {
    Tensor leaf = input.detach();
    if (engine::is_floating_point(leaf.dtype())) leaf.set_requires_grad(true);
    leaves.push_back(leaf);
  }
  const Tensor output = function(leaves);
  engine::autograd::backward(output, gradient.defined() ? gradient : Make::full(output.shape(), 1.0, output.dtype()));
  std::vector<Tensor> results{output};
  for (const Tensor& leaf : leaves) {
    if (leaf.requires_grad()) results.push_back(leaf.grad());
  }
  return results;
}

/// Runs the tests, or says why the device that was asked for can't be used: ctest knows 77 for a test that was skipped.
template <class Test>
int run_on_device(int argc, char** argv) {
  try {
    (void)test_device();
  } catch (const engine::Error& error) {
    std::fprintf(stderr, "skipped: %s\n", error.what());
    return 77;
  }
  QCoreApplication app(argc, argv);
  Test test;
  return QTest::qExec(&test, argc, argv);
}

}  // namespace lockstep::test

#define LOCKSTEP_OP_TEST(Test) \
  int main(int argc, char** argv) { return lockstep::test::run_on_device<Test>(argc, argv); }

// Times the convolutional parts of cnn-mnist and resnet20-cifar, forward and backward, built from operators directly.
// One JSON line a workload: {"workload", "threads", "step_ms": median, "best_ms", "cpu_ms": least processor time}. On a
// busy machine compare the last.
//   bench_conv_step [threads] [steps] [workload]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "engine/autograd/backward.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/core/rng.h"
#include "engine/ops/adaptive_avg_pool2d/adaptive_avg_pool2d.h"
#include "engine/ops/batch_norm/batch_norm.h"
#include "engine/ops/conv2d/conv2d.h"
#include "engine/ops/reduce/reduce.h"

using namespace lockstep::engine;

namespace {

Tensor random(const Shape& shape, double scale) {
  static std::uint64_t next = 0;
  const RandomStream stream(next++, StreamKind::init, "bench");
  std::vector<float> values(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(stream.normal(0, i) * scale);
  return Tensor::from_vector(values, shape);
}

struct Parameters {
  std::vector<Tensor> all;
  Tensor add(Tensor tensor) {
    tensor.set_requires_grad(true);
    all.push_back(tensor);
    return tensor;
  }
  void forget_gradients() {
    for (Tensor& p : all) p.set_grad(Tensor());
  }
};

struct Norm {
  Tensor weight, bias;
  ops::BatchNormState state;
  Norm(Parameters& p, std::int64_t channels)
      : weight(p.add(Tensor::full({channels}, 1.0))), bias(p.add(Tensor::full({channels}, 0.0))), state{Tensor::zeros({channels}), Tensor::full({channels}, 1.0)} {}
  Tensor operator()(const Tensor& x, const Tensor& residual, bool relu) const { return ops::batch_norm(x, weight, bias, state, true, 0.1, 1e-5, residual, relu); }
};

struct Block {
  Tensor first, second, shortcut;
  Norm norm1, norm2, norm3;
  std::int64_t stride;
  Block(Parameters& p, std::int64_t in, std::int64_t out, std::int64_t s)
      : first(p.add(random({out, in, 3, 3}, 0.1))), second(p.add(random({out, out, 3, 3}, 0.1))), norm1(p, out), norm2(p, out), norm3(p, out), stride(s) {
    if (s != 1 || in != out) shortcut = p.add(random({out, in, 1, 1}, 0.2));
  }
  Tensor operator()(const Tensor& x) const {
    const ops::Conv2dOptions same{{1, 1}, {1, 1}, {1, 1}, 1};
    const Tensor y = norm1(ops::conv2d(x, first, {}, {{stride, stride}, {1, 1}, {1, 1}, 1}), {}, true);
    const Tensor side = shortcut.defined() ? norm3(ops::conv2d(x, shortcut, {}, {{stride, stride}, {0, 0}, {1, 1}, 1}), {}, false) : x;
    return norm2(ops::conv2d(y, second, {}, same), side, true);
  }
};

struct Resnet20 {
  Parameters parameters;
  Tensor stem = parameters.add(random({16, 3, 3, 3}, 0.2));
  Norm norm{parameters, 16};
  std::vector<Block> blocks;
  Tensor x = random({128, 3, 32, 32}, 1.0);
  Resnet20() {
    std::int64_t in = 16;
    for (const std::int64_t width : {16, 32, 64}) {
      for (int i = 0; i < 3; ++i, in = width) blocks.emplace_back(parameters, in, width, width != 16 && i == 0 ? 2 : 1);
    }
  }
  Tensor forward() const {
    Tensor y = norm(ops::conv2d(x, stem, {}, {{1, 1}, {1, 1}, {1, 1}, 1}), {}, true);
    for (const Block& block : blocks) y = block(y);
    return ops::adaptive_avg_pool2d(y, {1, 1});
  }
};

struct CnnMnist {
  Parameters parameters;
  Tensor w1 = parameters.add(random({32, 1, 3, 3}, 0.3));
  Tensor b1 = parameters.add(random({32}, 0.1));
  Tensor w2 = parameters.add(random({64, 32, 3, 3}, 0.06));
  Tensor b2 = parameters.add(random({64}, 0.1));
  Tensor x = random({64, 1, 28, 28}, 1.0);
  Tensor forward() const {
    const Tensor y = ops::conv2d(x, w1, b1, {}, true);
    return ops::conv2d_relu_max_pool2d(y, w2, b2, {}, {});
  }
};

template <class Model>
void run(std::string_view name, int threads, int steps) {
  Model model;
  const Tensor gradient = random(model.forward().shape(), 1.0);
  std::vector<double> times;
  double processor = HUGE_VAL;
  for (int i = 0; i < steps + 3; ++i) {
    const std::clock_t processor_begin = std::clock();
    const auto begin = std::chrono::steady_clock::now();
    model.parameters.forget_gradients();
    autograd::backward(model.forward(), gradient);
    processor = std::min(processor, 1e3 * static_cast<double>(std::clock() - processor_begin) / CLOCKS_PER_SEC);
    if (i >= 3) times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(times.begin(), times.end());
  fmt::print("{{\"workload\":\"{}\",\"threads\":{},\"step_ms\":{:.3f},\"best_ms\":{:.3f},\"cpu_ms\":{:.3f}}}\n", name, threads, times[times.size() / 2], times.front(), processor);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 20;
  const std::string_view only = argc > 3 ? argv[3] : "";
  cpu_backend().set_threads(threads);
  if (only.empty() || only == "cnn-mnist") run<CnnMnist>("cnn-mnist", threads, steps);
  if (only.empty() || only == "resnet20-cifar") run<Resnet20>("resnet20-cifar", threads, steps);
}

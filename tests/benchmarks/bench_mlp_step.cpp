// Times one training step of the two MLP workloads of bench/torch_workloads.py on operators and the tape alone, without
// modules or a trainer: zero_grad, forward, loss, backward, AdamW, loss read back. JSON lines with the same keys.
// Usage: bench_mlp_step [--threads N] [--steps N] [--profile] [WORKLOAD …]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/autograd/backward.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/core/rng.h"
#include "engine/ops/adam_step/adam_step.h"
#include "engine/ops/checksum/checksum.h"
#include "engine/ops/cross_entropy/cross_entropy.h"
#include "engine/ops/gradient_norm/gradient_norm.h"
#include "engine/ops/linear/linear.h"
#include "engine/ops/views/views.h"

using namespace lockstep::engine;
using Clock = std::chrono::steady_clock;

namespace {

struct Workload {
  Shape batch;
  std::vector<std::int64_t> widths;
};

const std::map<std::string, Workload> workloads{{"mlp-digits", {{32, 64}, {64, 64, 10}}}, {"mlp-mnist", {{128, 1, 28, 28}, {784, 512, 256, 10}}}};

Tensor normal(const Shape& shape, const std::string& place, double scale) {
  const RandomStream stream(0, StreamKind::init, place);
  std::vector<float> values(static_cast<std::size_t>(shape.numel()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(stream.normal(0, i) * scale);
  return Tensor::from_vector(values, shape);
}

/// Seconds spent in each part of the step.
struct Parts {
  double forward = 0;
  double backward = 0;
  double update = 0;
};

class Mlp {
 public:
  explicit Mlp(const Workload& workload) : x_(normal(workload.batch, "x", 1.0)) {
    for (std::size_t i = 0; i + 1 < workload.widths.size(); ++i) {
      const std::int64_t in = workload.widths[i];
      const std::int64_t out = workload.widths[i + 1];
      add(normal({out, in}, fmt::format("{}.weight", i), 1.0 / std::sqrt(static_cast<double>(in))));
      add(normal({out}, fmt::format("{}.bias", i), 0.1));
    }
    std::vector<std::int64_t> labels(static_cast<std::size_t>(workload.batch[0]));
    const RandomStream stream(0, StreamKind::sample, "y");
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::int64_t>(stream.below(10, 0, i));
    y_ = Tensor::from_vector(labels, {workload.batch[0]});
  }

  double step(Parts& parts) {
    const auto start = Clock::now();
    for (Tensor& parameter : parameters_) parameter.set_grad({});
    Tensor h = ops::flatten(x_);
    for (std::size_t i = 0; i < parameters_.size(); i += 2) h = ops::linear(h, parameters_[i], parameters_[i + 1], i + 2 < parameters_.size());
    const Tensor loss = ops::cross_entropy(h, y_);
    const auto forward = Clock::now();
    loss.backward();
    const auto backward = Clock::now();
    gradients_.clear();
    for (const Tensor& parameter : parameters_) gradients_.push_back(parameter.grad());
    ops::adam_step(parameters_, gradients_, exp_avg_, exp_avg_sq_, {1e-3, 0.9, 0.999, 1e-8, 0.01, true, ++steps_});
    const double value = loss.item();
    const auto update = Clock::now();
    const auto seconds = [](Clock::time_point a, Clock::time_point b) { return std::chrono::duration<double>(b - a).count(); };
    parts.forward += seconds(start, forward);
    parts.backward += seconds(forward, backward);
    parts.update += seconds(backward, update);
    return value;
  }

  /// What a recorded step computes besides: the gradient norm and the parameters' checksum.
  double record() {
    std::vector<std::pair<std::string, Tensor>> named;
    for (std::size_t i = 0; i < parameters_.size(); ++i) named.emplace_back(std::to_string(i), parameters_[i]);
    const auto start = Clock::now();
    checksum_ ^= ops::parameter_checksum(named) ^ static_cast<std::uint64_t>(ops::gradient_norm(gradients_));
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  void add(Tensor parameter) {
    exp_avg_.push_back(zeros_like(parameter));
    exp_avg_sq_.push_back(zeros_like(parameter));
    parameters_.push_back(std::move(parameter.set_requires_grad(true)));
  }

  Tensor x_;
  Tensor y_;
  std::vector<Tensor> parameters_;
  std::vector<Tensor> gradients_;
  std::vector<Tensor> exp_avg_;
  std::vector<Tensor> exp_avg_sq_;
  std::int64_t steps_ = 0;
  std::uint64_t checksum_ = 0;
};

void run(const std::string& name, int steps, bool profile) {
  Mlp mlp(workloads.at(name));
  Parts parts;
  for (int i = 0; i < steps / 10 + 5; ++i) mlp.step(parts);
  parts = {};
  std::vector<double> seconds;
  double loss = 0;
  for (int i = 0; i < steps; ++i) {
    const auto start = Clock::now();
    loss = mlp.step(parts);
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  }
  double record = 1;
  for (int i = 0; i < 20; ++i) record = std::min(record, mlp.record());
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2];
  fmt::print("{{\"workload\": \"{}\", \"step_ms\": {:.4f}, \"min_ms\": {:.4f}, \"samples_per_s\": {:.0f}, \"peer\": \"lockstep ops\", \"threads\": {}, \"dtype\": \"f32\", \"loss\": {:.6f}}}\n",
             name, median * 1e3, seconds.front() * 1e3, static_cast<double>(workloads.at(name).batch[0]) / median, cpu_backend().threads(), loss);
  if (profile) {
    fmt::print(stderr, "{}: forward {:.2f} us, backward {:.2f} us, update {:.2f} us; recording {:.2f} us\n", name, parts.forward / steps * 1e6,
               parts.backward / steps * 1e6, parts.update / steps * 1e6, record * 1e6);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int steps = 2000;
  bool profile = false;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--threads" && i + 1 < argc) cpu_backend().set_threads(std::atoi(argv[++i]));
    else if (argument == "--steps" && i + 1 < argc) steps = std::max(1, std::atoi(argv[++i]));
    else if (argument == "--profile") profile = true;
    else if (workloads.contains(argument)) names.push_back(argument);
    else return fmt::print(stderr, "usage: bench_mlp_step [--threads N] [--steps N] [--profile] [mlp-digits] [mlp-mnist]\n"), 2;
  }
  if (names.empty()) names = {"mlp-digits", "mlp-mnist"};
  for (const std::string& name : names) run(name, steps, profile);
  return 0;
}

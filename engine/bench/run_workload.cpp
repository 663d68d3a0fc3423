#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "engine/backend/cpu/cpu_backend.h"
#include "engine/bench/workload.h"
#include "engine/core/rng.h"
#include "engine/io/safetensors.h"
#include "engine/nn/loss_type.h"
#include "engine/optim/optimizer.h"
#include "engine/train/step.h"

namespace lockstep::engine::bench {

namespace {

struct Batch {
  HostArray x;
  HostArray y;
};

Batch random_batch(const Workload& work) {
  Shape shape = work.input;
  shape.insert(0, work.batch_size);
  const RandomStream values(0, StreamKind::sample, std::uint64_t{0});
  const RandomStream labels(0, StreamKind::sample, std::uint64_t{1});
  Batch batch{HostArray(DType::f32, shape), HostArray(DType::i64, {work.batch_size})};
  for (std::int64_t i = 0; i < shape.numel(); ++i) batch.x.as<float>()[i] = static_cast<float>(values.normal(0, static_cast<std::uint64_t>(i)));
  for (std::int64_t i = 0; i < work.batch_size; ++i) {
    batch.y.as<std::int64_t>()[i] = static_cast<std::int64_t>(labels.below(static_cast<std::uint64_t>(work.classes), 0, static_cast<std::uint64_t>(i)));
  }
  return batch;
}

schema::Arguments optimizer_arguments(const Workload& work) {
  schema::Arguments arguments;
  const bool sgd = work.optimizer == "SGD";
  arguments.set("learning_rate", sgd ? 0.01 : 1e-3);
  arguments.set("weight_decay", sgd ? 1e-4 : 0.01);
  if (sgd) arguments.set("momentum", 0.9);
  return arguments;
}

/// A model, its loss and its optimizer at the start of training.
class Training {
 public:
  Training(const Workload& work, const Conditions& conditions)
      : network_(work.layers(), work.input, 0, conditions.device),
        loss_(nn::make_loss("CrossEntropyLoss", {}, conditions.device)),
        optimizer_(optim::make_optimizer(work.optimizer, network_.named_parameters(), optimizer_arguments(work))),
        step_(network_, *loss_, *optimizer_, conditions.device, {.record = conditions.recorded, .checksum_always = conditions.recorded, .capture = conditions.capture}),
        ahead_(backend_of(conditions.device).is_asynchronous()),
        recorded_(conditions.recorded) {}

  void use(Batch batch) {
    batch_ = std::move(batch);
    step_.load(batch_.x, batch_.y);
  }

  /// A loss that was read back: the step's, or, where the device works beside the host, that of the step before, if any.
  std::optional<double> step() {
    if (ahead_) {
      step_.enqueue(steps_++, optimizer_->base_learning_rate(), false);
      auto results = step_.read_later();
      std::swap(results, pending_);
      return read(results);
    }
    optimizer_->zero_grad();
    step_.forward_backward({.forward_index = steps_++});
    step_.finish_gradients();
    step_.update(optimizer_->base_learning_rate());
    if (recorded_) step_.checksum_parameters();
    return step_.read().loss;
  }
  /// The last step's loss, where step() has not given it.
  std::optional<double> finish() { return read(pending_); }
  [[nodiscard]] nn::Network& network() noexcept { return network_; }

 private:
  static std::optional<double> read(train::StepResults::Pending& results) {
    if (results.arrived == nullptr) return std::nullopt;
    return train::StepResults::wait(results).loss;
  }

  nn::Network network_;
  std::unique_ptr<nn::Loss> loss_;
  std::unique_ptr<optim::Optimizer> optimizer_;
  train::TrainStep step_;
  bool ahead_;
  bool recorded_;
  Batch batch_;
  train::StepResults::Pending pending_;
  std::uint64_t steps_ = 0;
};

/// The CPU's number of threads while it lives.
class Threads {
 public:
  explicit Threads(int threads) : before_(cpu_backend().threads()) {
    if (threads > 0) cpu_backend().set_threads(threads);
  }
  ~Threads() { cpu_backend().set_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  int before_;
};

void check_steps(std::int64_t steps) {
  if (steps < 1) throw ValueError(Message{"bench.steps", "expected at least one step, received {steps}", {{"steps", std::to_string(steps)}}});
}

[[noreturn]] void refuse_file(const std::filesystem::path& file, const std::string& reason) {
  throw ValueError(Message{"bench.weights", "{file} doesn't fit the workload: {reason}", {{"file", file.string()}, {"reason", reason}}});
}

HostArray array_of(const io::Safetensors& content, const std::string& name, const Shape& shape, DType dtype, const std::filesystem::path& file) {
  const auto found = content.tensors.find(name);
  if (found == content.tensors.end()) refuse_file(file, "it has no tensor " + name);
  const HostArray& array = found->second;
  if (array.shape != shape || array.dtype != dtype) {
    refuse_file(file, fmt::format("expected {} to be {} {}, found {} {}", name, dtype_name(dtype), shape.to_string(), dtype_name(array.dtype), array.shape.to_string()));
  }
  return array;
}

Batch load_start(nn::Network& network, const Workload& work, const std::filesystem::path& file) {
  const io::Safetensors content = io::read_safetensors(file);
  const nn::NamedTensors& parameters = network.named_parameters();
  if (content.tensors.size() != parameters.size() + 2) {
    refuse_file(file, fmt::format("expected {} parameters, x and y, found {} tensors", parameters.size(), content.tensors.size()));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Tensor parameter = parameters[i].second;
    parameter.copy_from(Tensor::from_host(array_of(content, fmt::format("p{:03}", i), parameter.shape(), DType::f32, file)));
  }
  Shape shape = work.input;
  shape.insert(0, work.batch_size);
  return {array_of(content, "x", shape, DType::f32, file), array_of(content, "y", {work.batch_size}, DType::i64, file)};
}

}  // namespace

BenchResult run_workload(std::string_view name, std::int64_t steps, const Conditions& conditions) {
  using Clock = std::chrono::steady_clock;
  constexpr std::int64_t warmup = 5;
  const Workload& work = workload(name);
  check_steps(steps);
  const Threads scope(conditions.threads);
  Training training(work, conditions);
  training.use(random_batch(work));
  std::vector<double> seconds;
  for (std::int64_t i = 0; i < steps + warmup; ++i) {
    const auto begin = Clock::now();
    (void)training.step();
    if (i >= warmup) seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
  }
  (void)training.finish();
  std::sort(seconds.begin(), seconds.end());
  const std::size_t middle = seconds.size() / 2;
  const double median = seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
  return {.workload = std::string(name), .step_ms = median * 1e3, .samples_per_s = static_cast<double>(work.batch_size) / median, .threads = cpu_backend().threads()};
}

std::vector<double> run_from_weights(std::string_view name, const std::filesystem::path& file, std::int64_t steps, const Conditions& conditions) {
  const Workload& work = workload(name);
  check_steps(steps);
  const Threads scope(conditions.threads);
  Training training(work, conditions);
  training.use(load_start(training.network(), work, file));
  std::vector<double> losses;
  for (std::int64_t i = 0; i < steps; ++i) {
    if (const auto loss = training.step()) losses.push_back(*loss);
  }
  if (const auto loss = training.finish()) losses.push_back(*loss);
  return losses;
}

}  // namespace lockstep::engine::bench

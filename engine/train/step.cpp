#include "engine/train/step.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/autograd/backward.h"
#include "engine/core/rng.h"
#include "engine/ops/checksum/checksum.h"
#include "engine/ops/copy/copy.h"
#include "engine/ops/gradient_norm/gradient_norm.h"

namespace lockstep::engine::train {

namespace {

/// Of the fields of a batch in its hash.
std::uint64_t field_key(std::int64_t micro_batch, std::uint64_t field) { return mix64(static_cast<std::uint64_t>(micro_batch) * 4 + field); }

}  // namespace

TrainStep::TrainStep(nn::Network& network, nn::Loss& loss, optim::Optimizer& optimizer, Device device, StepSettings settings, Notice notice, BatchInputs* inputs)
    : network_(network),
      loss_(loss),
      optimizer_(optimizer),
      backend_(backend_of(device)),
      settings_(settings),
      notice_(std::move(notice)),
      results_(device),
      upload_(device, inputs),
      forward_index_(Tensor::zeros({1}, DType::i64, device)),
      may_capture_(settings.capture && backend_.is_asynchronous()) {
  for (const auto& [name, buffer] : network.named_buffers()) buffers_.push_back(buffer);
}

TrainStep::~TrainStep() = default;

void TrainStep::load(const HostArray& inputs, const HostArray& target) {
  target_ = &target;
  try {
    upload_.load(inputs, target);
  } catch (const OutOfMemory&) {
    if (!give_memory_back()) throw;
    upload_.load(inputs, target);
  }
}

void TrainStep::release_batch() noexcept {
  upload_.release();
  target_ = nullptr;
}

void TrainStep::set_forward_index(std::uint64_t forward_index) {
  if (draws_) backend_.copy_from_host(forward_index_.view().data, &forward_index, sizeof(forward_index));
}

Tensor TrainStep::loss_of(const Place& place) {
  set_forward_index(place.forward_index);
  nn::ForwardContext context = nn::ForwardContext::training(settings_.dropout_seed, forward_index_, place.first_sample);
  return loss_.compute(network_.forward(upload_.inputs(), context), upload_.target());
}

void TrainStep::forward_backward(const Place& place) {
  set_forward_index(place.forward_index);
  compute(place);
}

void TrainStep::compute(const Place& place) {
  nn::ForwardContext context = nn::ForwardContext::training(settings_.dropout_seed, forward_index_, place.first_sample);
  const Tensor output = network_.forward(upload_.inputs(), context);
  draws_ = context.draws();
  const Tensor loss = loss_.compute(output, upload_.target());
  // With accumulation each gradient is weighted by what its mean was taken over, and divided by all of that at the end.
  autograd::backward(loss, place.weighted ? Tensor::full(loss.shape(), loss_.weight(output.shape(), *target_), loss.dtype(), loss.device()) : Tensor());
  if (!connected_) autograd::require_gradients(network_.named_parameters());
  connected_ = true;
  results_.loss.copy_from(loss);
  if (settings_.record) record_batch(output, place);
}

void TrainStep::record_batch(const Tensor& output, const Place& place) {
  if (loss_.is_classification()) loss_.count(output, upload_.target(), results_.counts);
  ops::checksum(upload_.inputs(), field_key(place.micro_batch, 1), results_.inputs);
  ops::checksum(upload_.target(), field_key(place.micro_batch, 2), results_.target);
}

bool TrainStep::gradients_are_finite() { return std::isfinite(optim::gradient_norm(network_.named_parameters())); }

void TrainStep::finish_gradients(std::optional<double> divisor) {
  if (!settings_.record && !divisor && !settings_.clip_norm && !settings_.clip_value) return;
  gradients_.clear();
  for (const auto& [name, parameter] : network_.named_parameters()) {
    if (Tensor gradient = parameter.grad(); gradient.defined()) gradients_.push_back(std::move(gradient));
  }
  if (divisor) ops::scale_in_place(gradients_, 1.0 / *divisor);
  ops::sum_of_squares(gradients_, results_.sum_of_squares);
  if (settings_.clip_norm) ops::clip_by_norm(gradients_, results_.sum_of_squares, *settings_.clip_norm);
  if (settings_.clip_value) ops::clamp_in_place(gradients_, *settings_.clip_value);
  gradients_.clear();
}

void TrainStep::update(double learning_rate) { optimizer_.step(learning_rate); }

void TrainStep::checksum_parameters() { ops::parameter_checksum(network_.named_parameters(), results_.parameters); }

nn::BatchMetrics TrainStep::metrics(const StepValues& values, const HostArray& target) const {
  Shape output = network_.output_shape();
  output.insert(0, target.shape[0]);
  return loss_.metrics(values.loss, values.counts, output, target);
}

// --- in one piece ----------------------------------------------------------------------------------------------------------------

void TrainStep::set_gated(bool gated) {
  if (gated == gated_) return;
  gated_ = gated;
  captured_.reset();
}

void TrainStep::save_buffers() {
  if (buffers_.empty()) return;
  if (saved_buffers_.empty()) {
    for (const Tensor& buffer : buffers_) saved_buffers_.push_back(empty_like(buffer));
  }
  ops::copy_many(saved_buffers_, buffers_, results_.gate);
}

void TrainStep::roll_back(std::int64_t steps) {
  if (!saved_buffers_.empty()) ops::copy_many(buffers_, saved_buffers_);
  results_.gate.fill(1.0);
  optimizer_.take_back(steps);
  optimizer_.zero_grad();
}

void TrainStep::launch_all() {
  optimizer_.zero_grad();
  compute({});
  finish_gradients();
  if (is_gated()) ops::close_gate(results_.gate, std::vector<Tensor>{results_.loss, results_.sum_of_squares});
  optimizer_.plan();
}

void TrainStep::run_eagerly(double learning_rate) {
  save_buffers();
  try {
    launch_all();
  } catch (const OutOfMemory&) {
    // A capture keeps all that its steps use; without it there may be enough. The step begins anew.
    if (!give_memory_back()) throw;
    if (!saved_buffers_.empty()) ops::copy_many(buffers_, saved_buffers_);
    launch_all();
  }
  optimizer_.prepare(learning_rate);
  optimizer_.apply(gate());
  if (settings_.checksum_always) checksum_parameters();
}

void TrainStep::enqueue(std::uint64_t forward_index, double learning_rate, bool checksum) {
  set_forward_index(forward_index);
  if (captured_ == nullptr && wants_capture()) capture();
  if (!replay(learning_rate)) run_eagerly(learning_rate);
  if (checksum && !settings_.checksum_always) checksum_parameters();
}

bool TrainStep::replay(double learning_rate) {
  if (captured_ == nullptr || !captured_for_.inputs.is_same(upload_.inputs()) || !captured_for_.target.is_same(upload_.target())) return false;
  if (captured_for_.plan != optimizer_.plan_id()) {
    captured_.reset();
    return false;
  }
  optimizer_.prepare(learning_rate);
  captured_->replay();
  return true;
}

bool TrainStep::wants_capture() {
  constexpr int eager_executions = 3;
  if (!may_capture_) return false;
  if (!counted_.defined()) counted_ = upload_.inputs();
  // A smaller last batch is run as it is: a capture of its own would keep as much memory again for one step an epoch.
  if (!counted_.is_same(upload_.inputs())) return false;
  return executions_++ >= eager_executions;
}

void TrainStep::never_capture(const Message& why) {
  may_capture_ = false;
  optimizer_.zero_grad();
  if (notice_) notice_(why);
}

void TrainStep::capture() {
  const auto modules = network_.modules();
  if (std::any_of(modules.begin(), modules.end(), [](const auto& module) { return module->has_hooks(); })) {
    never_capture({"train.not_captured_hooks", "the step is not captured as a graph, since hooks look at its layers' values", {}});
    return;
  }
  const std::uint64_t plan = optimizer_.plan_id();
  // What eager steps used is the capture's to use again.
  optimizer_.zero_grad();
  backend_.allocator().release_cached();
  const auto failed = [&](const Error& error) {
    never_capture({"train.not_captured", "the step could not be captured as a graph, and training goes on without: {reason}", {{"reason", error.what()}}});
  };
  try {
    captured_ = backend_.capture([&] {
      if (is_gated()) save_buffers();
      launch_all();
      optimizer_.apply(gate());
      if (settings_.checksum_always) checksum_parameters();
    });
  } catch (const OutOfMemory& error) {
    return failed(error);
  } catch (const DeviceError& error) {
    if (backend_.lost() != nullptr) throw;
    return failed(error);
  }
  optimizer_.zero_grad();
  if (captured_ == nullptr) {
    never_capture({"train.not_captured_device", "the step is not captured as a graph, since the device can't", {}});
    return;
  }
  if (optimizer_.plan_id() != plan) {
    captured_.reset();
    never_capture({"train.not_captured_plan", "the step is not captured as a graph, since other parameters get a gradient than before", {}});
    return;
  }
  captured_for_ = {upload_.inputs(), upload_.target(), plan};
  if (notice_ && !told_captured_) notice_({"train.captured", "the step was captured as a graph, which is replayed from now on", {}});
  told_captured_ = true;
}

bool TrainStep::give_memory_back() {
  if (captured_ == nullptr) return false;
  captured_.reset();
  never_capture({"train.capture_dropped", "memory is short: the captured step's was given back, and training goes on without", {}});
  backend_.allocator().release_cached();
  return true;
}

}  // namespace lockstep::engine::train

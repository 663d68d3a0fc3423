#include "engine/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include <fmt/format.h>

#include "engine/autograd/backward.h"
#include "engine/core/rng.h"
#include "engine/ops/checksum/checksum.h"
#include "engine/ops/gradient_norm/gradient_norm.h"
#include "engine/train/nonfinite.h"

namespace lockstep::engine::train {

namespace {

/// Above this many parameters the checksum is taken every few steps only, so that it stays a small part of a step.
constexpr std::int64_t parameters_checked_each_step = 4'000'000;

std::int64_t steps_in_epoch(const data::Loader& loader, std::int64_t accumulate) {
  const std::int64_t batches = loader.batches_per_epoch();
  if (batches == 0) {
    throw ValueError(Message{"train.no_batch",
                             "the training part has {samples} samples, which is less than one batch, and data.drop_last leaves it out; use a "
                             "smaller data.batch_size",
                             {{"samples", std::to_string(loader.dataset().indices(data::Part::train).size())}}});
  }
  return (batches + accumulate - 1) / accumulate;
}

std::int64_t planned_steps(const config::TrainSettings& train, std::int64_t steps_per_epoch) {
  return train.steps > 0 ? train.steps : train.epochs * steps_per_epoch;
}

/// Sum over a micro-batch's fields of their logical elements; any order of summation gives the same.
std::uint64_t hash_batch(const data::Batch& batch, const Tensor& inputs, const Tensor& target, std::int64_t micro_batch) {
  const auto key = [&](std::uint64_t field) { return mix64(static_cast<std::uint64_t>(micro_batch) * 4 + field); };
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < batch.indices.size(); ++i) {
    sum += mix64(static_cast<std::uint64_t>(batch.indices[i]) ^ mix64(i ^ key(0)));
  }
  return sum + ops::checksum(inputs, key(1)) + ops::checksum(target, key(2));
}

double metric(const MetricList& metrics, std::string_view key) {
  const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const auto& m) { return m.first == key; });
  if (found != metrics.end()) return found->second;
  throw ValueError(Message{"train.monitor", "train.monitor names {key}, which this run does not have", {{"key", std::string(key)}}});
}

std::vector<Tensor> gradients_of(const nn::NamedTensors& parameters) {
  std::vector<Tensor> out;
  for (const auto& [name, parameter] : parameters) {
    if (parameter.grad().defined()) out.push_back(parameter.grad());
  }
  return out;
}

}  // namespace

Trainer::Trainer(Experiment experiment, Observer& observer, TrainerOptions options)
    : experiment_(std::move(experiment)),
      observer_(observer),
      options_(std::move(options)),
      loader_(experiment_.dataset, data::Part::train, training_loader_options(experiment_.config)),
      steps_per_epoch_(steps_in_epoch(loader_, experiment_.config.train.accumulate)),
      total_steps_(planned_steps(experiment_.config.train, steps_per_epoch_)),
      checksum_interval_(1 + experiment_.network.parameter_count() / parameters_checked_each_step),
      schedule_(experiment_.config.schedule.type, experiment_.config.schedule.arguments, experiment_.config.optimizer.learning_rate, total_steps_, steps_per_epoch_) {}

Trainer::~Trainer() = default;

void Trainer::restore(const std::filesystem::path& checkpoint) {
  progress_ = load_checkpoint(checkpoint, experiment_);
  loader_.start(progress_.position);
}

std::uint64_t Trainer::parameters() const { return ops::parameter_checksum(experiment_.network.named_parameters()); }

bool Trainer::is_over() const noexcept { return !progress_.epoch_done && (progress_.stopped_early || progress_.step >= total_steps_); }

Ending Trainer::run(std::stop_token stop) {
  announce_start();
  try {
    while (train_one_epoch(stop)) {
    }
    finish_run(stop);
  } catch (const Stopped&) {
    save("last");
    return Ending::stopped;
  }
  return Ending::finished;
}

bool Trainer::train_one_epoch(std::stop_token stop) {
  announce_start();
  if (is_over()) return false;
  while (!progress_.epoch_done) {
    heed(stop);
    train_batch(stop);
  }
  finish_epoch(stop);
  return !is_over();
}

void Trainer::announce_start() {
  if (announced_) return;
  announced_ = true;
  observer_.started({total_steps_, steps_per_epoch_, loader_.samples_per_epoch(), progress_.step, parameters(), experiment_.network.parameter_count()});
  step_began_ = std::chrono::steady_clock::now();
}

void Trainer::heed(const std::stop_token& stop) {
  const auto asked = [&] { return stop.stop_requested() ? Control::stop : observer_.control(); };
  Control control = asked();
  if (control == Control::pause) {
    observer_.paused(true);
    while ((control = asked()) == Control::pause) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    observer_.paused(false);
    step_began_ = std::chrono::steady_clock::now();
  }
  if (control == Control::stop) throw Stopped();
}

void Trainer::train_batch(const std::stop_token& stop) {
  while (!loader_.next(batch_, stop)) {
  }
  if (progress_.window.batches == 0) experiment_.optimizer->zero_grad();
  run_batch();
  progress_.position = {batch_.epoch, batch_.position + batch_.size()};
  const bool epoch_ends = progress_.position.samples >= loader_.samples_per_epoch();
  if (progress_.window.batches < experiment_.config.train.accumulate && !epoch_ends) return;
  finish_step(epoch_ends);
  progress_.epoch_done = epoch_ends || progress_.step >= total_steps_;
  const std::int64_t interval = experiment_.config.train.checkpoint_interval;
  if (!progress_.epoch_done && interval > 0 && progress_.step % interval == 0) save("last");
}

Tensor Trainer::compute_loss(const Tensor& inputs, const Tensor& target, Tensor* output) {
  nn::ForwardContext context = nn::ForwardContext::training(experiment_.config.reproducibility.seeds.dropout, static_cast<std::uint64_t>(progress_.step),
                                                            progress_.window.samples);
  const Tensor result = experiment_.network.forward(inputs, context);
  if (output != nullptr) *output = result;
  return experiment_.loss->compute(result, target);
}

void Trainer::run_batch() {
  const Tensor inputs = Tensor::from_host(batch_.inputs, experiment_.device);
  const Tensor target = Tensor::from_host(batch_.targets, experiment_.device);
  Tensor output;
  const Tensor loss = compute_loss(inputs, target, &output);
  const bool accumulates = experiment_.config.train.accumulate > 1;
  // With accumulation each gradient is weighted by what its mean was taken over, and divided by all of that at the end.
  autograd::backward(loss, accumulates ? Tensor::full(loss.shape(), experiment_.loss->weight(output, target), loss.dtype(), loss.device()) : Tensor());
  if (progress_.step == 0 && progress_.window.batches == 0) autograd::require_gradients(experiment_.network.named_parameters());
  const double value = loss.item();
  // With accumulation a later look at the sum would not know which micro-batch it was.
  const bool finite = std::isfinite(value) && (!accumulates || progress_.nonfinite_seen || std::isfinite(optim::gradient_norm(experiment_.network.named_parameters())));
  if (!finite) look_for_nonfinite();
  const nn::BatchMetrics metrics = experiment_.loss->metrics(value, output, target);
  progress_.epoch.add(metrics);
  Window& window = progress_.window;
  window.hash += hash_batch(batch_, inputs, target, window.batches);
  // Without accumulation the step's loss is the batch's own, not a quotient that may differ in the last bit.
  window.loss = accumulates ? window.loss + metrics.loss_sum : value;
  window.weight = accumulates ? window.weight + metrics.weight : 1;
  window.samples += batch_.size();
  ++window.batches;
}

void Trainer::look_for_nonfinite() {
  if (progress_.nonfinite_seen) return;
  progress_.nonfinite_seen = true;
  const Tensor inputs = Tensor::from_host(batch_.inputs, experiment_.device);
  const Tensor target = Tensor::from_host(batch_.targets, experiment_.device);
  const Message message = find_nonfinite(experiment_.network, inputs, [&] { return compute_loss(inputs, target); }, progress_.step + 1);
  observer_.event(EventLevel::warning, progress_.step + 1, message);
  if (experiment_.config.train.stop_on_nonfinite) throw ValueError(message);
}

double Trainer::prepare_gradients() {
  const nn::NamedTensors& parameters = experiment_.network.named_parameters();
  const config::TrainSettings& train = experiment_.config.train;
  if (train.accumulate > 1 && progress_.window.weight > 0) {
    const std::vector<Tensor> gradients = gradients_of(parameters);
    ops::scale_in_place(gradients, 1.0 / progress_.window.weight);
  }
  const double norm = train.clip_norm ? optim::clip_gradient_norm(parameters, *train.clip_norm) : optim::gradient_norm(parameters);
  if (train.clip_value) optim::clip_gradient_value(parameters, *train.clip_value);
  return norm;
}

void Trainer::finish_step(bool epoch_ends) {
  Window& window = progress_.window;
  const double norm = prepare_gradients();
  if (!std::isfinite(norm)) {
    // The last micro-batch is run again as it was: before its samples were counted.
    window.samples -= batch_.size();
    look_for_nonfinite();
    window.samples += batch_.size();
  }
  const std::int64_t step = progress_.step + 1;
  StepEvent event;
  event.step = step;
  event.epoch = batch_.epoch + 1;
  event.learning_rate = schedule_.learning_rate(step, progress_.monitor.history);
  event.gradient_norm = norm;
  event.loss = window.weight > 0 ? window.loss / window.weight : 0.0;
  event.batch_hash = window.hash;
  experiment_.optimizer->step(event.learning_rate);
  if (step % checksum_interval_ == 0 || step == total_steps_ || epoch_ends) event.parameters = parameters();
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::chrono::duration<double>(now - step_began_).count();
  step_began_ = now;
  event.samples_per_second = seconds > 0 ? static_cast<double>(window.samples) / seconds : 0.0;
  progress_.step = step;
  window = {};
  observer_.step(event);
}

MetricSums Trainer::evaluate_part(data::Part part, const std::stop_token& stop) {
  data::Loader loader(experiment_.dataset, part, evaluation_loader_options(experiment_.config));
  return train::evaluate(experiment_.network, *experiment_.loss, loader, experiment_.device, stop, [&](const data::Batch&, const Tensor&) { heed(stop); });
}

MetricList Trainer::evaluate(data::Part part, std::stop_token stop) {
  static constexpr std::string_view prefixes[] = {"train", "val", "test"};
  return evaluate_part(part, stop).metrics(prefixes[static_cast<std::size_t>(part)]);
}

void Trainer::finish_epoch(const std::stop_token& stop) {
  const std::int64_t epoch = batch_.indices.empty() ? progress_.position.epoch + 1 : batch_.epoch + 1;
  const bool validates = !experiment_.dataset->indices(data::Part::validation).empty();
  MetricList metrics = progress_.epoch.metrics("train");
  const MetricList validation = validates ? evaluate(data::Part::validation, stop) : MetricList();
  metrics.insert(metrics.end(), validation.begin(), validation.end());
  if (validates) observer_.evaluated({progress_.step, epoch, "validation", "last", validation});
  observer_.epoch({epoch, progress_.step, metrics});
  const std::string& key = experiment_.config.train.monitor;
  const bool best = progress_.monitor.add(metric(metrics, key), progress_.step, smaller_is_better(key));
  progress_.stopped_early = progress_.monitor.exhausted(experiment_.config.train.early_stopping_patience);
  progress_.epoch_done = false;
  progress_.epoch = {};
  progress_.position = {epoch, 0};
  if (progress_.stopped_early && progress_.step < total_steps_) {
    observer_.event(EventLevel::info, progress_.step,
                    {"train.stopped_early", "stopped early at step {step}: {metric} was best at step {best}",
                     {{"step", std::to_string(progress_.step)}, {"metric", key}, {"best", std::to_string(progress_.monitor.best_step)}}});
  }
  if (best && validates) keep_best();
  save("last");
  step_began_ = std::chrono::steady_clock::now();
}

void Trainer::finish_run(const std::stop_token& stop) {
  if (experiment_.dataset->indices(data::Part::test).empty()) return;
  nn::NamedTensors present;
  for (const auto& [name, tensor] : experiment_.network.named_state()) present.emplace_back(name, tensor.clone());
  const bool has_best = load_best();
  const auto restore = [&] { experiment_.network.load_state(present); };
  MetricList metrics;
  try {
    metrics = evaluate(data::Part::test, stop);
  } catch (...) {
    restore();
    throw;
  }
  restore();
  observer_.evaluated({has_best ? progress_.monitor.best_step : progress_.step, progress_.position.epoch, "test", has_best ? "best" : "last", metrics});
}

bool Trainer::load_best() {
  const std::int64_t best_step = progress_.monitor.best_step;
  if (best_step == 0 || experiment_.dataset->indices(data::Part::validation).empty()) return false;
  if (options_.checkpoint_folder.empty()) return experiment_.network.load_state(best_state_).complete();
  // A run that was resumed although something had changed may have left a best of another course behind.
  const std::filesystem::path path = checkpoint_path("best");
  if (std::filesystem::exists(path) && checkpoint_progress(path).step == best_step) return load_weights(path, experiment_.network).complete();
  observer_.event(EventLevel::warning, progress_.step,
                  {"train.no_best", "the weights of step {step}, the best by {metric}, are not there any more; the test part is evaluated with the last",
                   {{"step", std::to_string(best_step)}, {"metric", experiment_.config.train.monitor}}});
  return false;
}

void Trainer::keep_best() {
  if (!options_.checkpoint_folder.empty()) {
    save("best");
    return;
  }
  best_state_.clear();
  for (const auto& [name, tensor] : experiment_.network.named_state()) best_state_.emplace_back(name, tensor.clone());
}

std::filesystem::path Trainer::checkpoint_path(const std::string& kind) const { return checkpoint_file(options_.checkpoint_folder, kind); }

void Trainer::save(const std::string& kind) {
  if (options_.checkpoint_folder.empty()) return;
  observer_.flush();
  save_checkpoint(checkpoint_path(kind), experiment_, progress_, options_.identity);
  observer_.checkpointed({progress_.step, kind, checkpoint_path(kind)});
}

}  // namespace lockstep::engine::train

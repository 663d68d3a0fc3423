#include "engine/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "engine/core/rng.h"
#include "engine/ops/checksum/checksum.h"
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

/// The indices' part of a batch's hash; inputs and targets are summed on the device. Any order of summation gives the same.
std::uint64_t hash_indices(const data::Batch& batch, std::int64_t micro_batch) {
  const std::uint64_t key = mix64(static_cast<std::uint64_t>(micro_batch) * 4);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < batch.indices.size(); ++i) sum += mix64(static_cast<std::uint64_t>(batch.indices[i]) ^ mix64(i ^ key));
  return sum;
}

data::LoaderOptions loader_options(const Experiment& experiment) {
  data::LoaderOptions out = training_loader_options(experiment.config);
  out.inputs = experiment.inputs->form(true);
  return out;
}

StepSettings step_settings(const config::RunConfig& config, bool checksum_always) {
  return {.dropout_seed = config.reproducibility.seeds.dropout,
          .clip_norm = config.train.clip_norm,
          .clip_value = config.train.clip_value,
          .checksum_always = checksum_always,
          .capture = config.train.graph_capture};
}

}  // namespace

Trainer::Trainer(Experiment experiment, Observer& observer, TrainerOptions options)
    : experiment_(std::move(experiment)),
      observer_(observer),
      options_(std::move(options)),
      loader_(experiment_.dataset, data::Part::train, loader_options(experiment_)),
      steps_per_epoch_(steps_in_epoch(loader_, experiment_.config.train.accumulate)),
      total_steps_(planned_steps(experiment_.config.train, steps_per_epoch_)),
      checksum_interval_(1 + experiment_.network.parameter_count() / parameters_checked_each_step),
      schedule_(experiment_.config.schedule.type, experiment_.config.schedule.arguments, experiment_.config.optimizer.learning_rate, total_steps_, steps_per_epoch_),
      step_(experiment_.network, *experiment_.loss, *experiment_.optimizer, experiment_.device, step_settings(experiment_.config, checksum_interval_ == 1),
            [this](const Message& message) { observer_.event(EventLevel::info, progress_.step + 1, message); }, experiment_.inputs.get()),
      ahead_(backend_of(experiment_.device).is_asynchronous() && experiment_.config.train.accumulate == 1) {}

Trainer::~Trainer() = default;

void Trainer::restore(const std::filesystem::path& checkpoint) {
  progress_ = load_checkpoint(checkpoint, experiment_);
  loader_.start(progress_.position);
  step_.set_gated(!progress_.nonfinite_seen);
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
  try {
    while (!progress_.epoch_done) {
      heed(stop);
      train_batch(stop);
    }
    drain();
  } catch (...) {
    drain_after_error();
    throw;
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
    drain();
    observer_.paused(true);
    while ((control = asked()) == Control::pause) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    observer_.paused(false);
    step_began_ = std::chrono::steady_clock::now();
  }
  if (control == Control::stop) throw Stopped();
}

void Trainer::train_batch(const std::stop_token& stop) {
  while (!loader_.next(batch(), stop)) {
  }
  if (ahead_) train_ahead();
  else train_at_once();
  const std::int64_t interval = experiment_.config.train.checkpoint_interval;
  if (progress_.window.batches == 0 && !progress_.epoch_done && interval > 0 && progress_.step % interval == 0) save("last");
}

bool Trainer::wants_checksum(std::int64_t step, bool epoch_ends) const noexcept { return step % checksum_interval_ == 0 || step == total_steps_ || epoch_ends; }

void Trainer::tell(StepEvent event, const StepValues& values, std::int64_t samples, bool checksum, Seconds least) {
  if (checksum) event.parameters = values.parameters;
  const auto now = std::chrono::steady_clock::now();
  const double seconds = std::max(Seconds(now - step_began_), least).count();
  step_began_ = now;
  event.samples_per_second = seconds > 0 ? static_cast<double>(samples) / seconds : 0.0;
  observer_.step(event);
}

// --- step by step ----------------------------------------------------------------------------------------------------------------

TrainStep::Place Trainer::place() const {
  return {static_cast<std::uint64_t>(progress_.step), progress_.window.batches, progress_.window.samples, experiment_.config.train.accumulate > 1};
}

void Trainer::train_at_once() {
  if (progress_.window.batches == 0) experiment_.optimizer->zero_grad();
  run_batch();
  progress_.position = {batch().epoch, batch().position + batch().size()};
  if (progress_.window.batches >= experiment_.config.train.accumulate || ends_epoch(batch())) finish_step();
  step_.release_batch();
}

void Trainer::run_batch() {
  step_.load(batch().inputs, batch().targets);
  step_.forward_backward(place());
  const StepValues values = step_.read();
  const bool accumulates = experiment_.config.train.accumulate > 1;
  // With accumulation a later look at the sum would not know which micro-batch it was.
  const bool finite = std::isfinite(values.loss) && (!accumulates || progress_.nonfinite_seen || step_.gradients_are_finite());
  if (!finite) look_for_nonfinite();
  const nn::BatchMetrics metrics = step_.metrics(values, batch().targets);
  progress_.epoch.add(metrics);
  Window& window = progress_.window;
  window.hash += hash_indices(batch(), window.batches) + values.inputs + values.target;
  // Without accumulation the step's loss is the batch's own, not a quotient that may differ in the last bit.
  window.loss = accumulates ? window.loss + metrics.loss_sum : values.loss;
  window.weight = accumulates ? window.weight + metrics.weight : 1;
  window.samples += batch().size();
  ++window.batches;
}

void Trainer::look_for_nonfinite() {
  if (progress_.nonfinite_seen) return;
  progress_.nonfinite_seen = true;
  TrainStep::Place same = place();
  same.weighted = false;
  const Message message = find_nonfinite(experiment_.network, step_.inputs(), [&] { return step_.loss_of(same); }, progress_.step + 1);
  observer_.event(EventLevel::warning, progress_.step + 1, message);
  if (experiment_.config.train.stop_on_nonfinite) throw ValueError(message);
}

void Trainer::finish_step() {
  Window& window = progress_.window;
  const bool divides = experiment_.config.train.accumulate > 1 && window.weight > 0;
  step_.finish_gradients(divides ? std::optional(window.weight) : std::nullopt);
  const double norm = std::sqrt(step_.read().sum_of_squares);
  if (!std::isfinite(norm)) {
    // The last micro-batch is run again as it was: before its samples were counted.
    window.samples -= batch().size();
    look_for_nonfinite();
    window.samples += batch().size();
  }
  const std::int64_t step = progress_.step + 1;
  StepEvent event;
  event.step = step;
  event.epoch = batch().epoch + 1;
  event.learning_rate = schedule_.learning_rate(step, progress_.monitor.history);
  event.gradient_norm = norm;
  event.loss = window.weight > 0 ? window.loss / window.weight : 0.0;
  event.batch_hash = window.hash;
  step_.update(event.learning_rate);
  const bool epoch_ends = ends_epoch(batch());
  const bool checksum = wants_checksum(step, epoch_ends);
  if (checksum) step_.checksum_parameters();
  const std::int64_t samples = window.samples;
  progress_.step = step;
  progress_.epoch_done = epoch_ends || step >= total_steps_;
  window = {};
  tell(event, checksum ? step_.read() : StepValues(), samples, checksum);
}

// --- in a pipeline ---------------------------------------------------------------------------------------------------------------

void Trainer::train_ahead() {
  const data::Batch& now = batch();
  const std::int64_t step = progress_.step + 1;
  const bool epoch_ends = ends_epoch(now);
  Enqueued enqueued{step, now.epoch + 1, schedule_.learning_rate(step, progress_.monitor.history), wants_checksum(step, epoch_ends), turn_, {}, {}};
  const auto began = std::chrono::steady_clock::now();
  try {
    step_.load(now.inputs, now.targets);
  } catch (const ValueError&) {
    enqueued_.clear();  // what the device found wrong is with the step before: it is not told
    throw;
  }
  step_.enqueue(static_cast<std::uint64_t>(progress_.step), enqueued.learning_rate, enqueued.checksum);
  enqueued.results = step_.read_later();
  enqueued.host = std::chrono::steady_clock::now() - began;
  progress_.step = step;
  progress_.position = {now.epoch, now.position + now.size()};
  progress_.epoch_done = epoch_ends || step >= total_steps_;
  enqueued_.push_back(std::move(enqueued));
  turn_ = 1 - turn_;
  if (enqueued_.size() > 1) settle();
}

void Trainer::settle() {
  try {
    settle_first();
  } catch (...) {
    enqueued_.clear();  // training ends here: what was enqueued after it never happened
    throw;
  }
}

void Trainer::settle_first() {
  const StepValues values = StepResults::wait(enqueued_.front().results);
  if (values.gate == 0) return settle_again();
  const Enqueued told = std::move(enqueued_.front());
  enqueued_.pop_front();
  const data::Batch& of = batches_[told.batch];
  progress_.epoch.add(step_.metrics(values, of.targets));
  StepEvent event;
  event.step = told.step;
  event.epoch = told.epoch;
  event.learning_rate = told.learning_rate;
  event.gradient_norm = std::sqrt(values.sum_of_squares);
  event.loss = values.loss;
  event.batch_hash = hash_indices(of, 0) + values.inputs + values.target;
  tell(event, values, of.size(), told.checksum, told.host);
}

void Trainer::settle_again() {
  std::deque<Enqueued> again;
  again.swap(enqueued_);
  step_.roll_back(static_cast<std::int64_t>(again.size()));
  progress_.step = again.front().step - 1;
  const std::size_t next = turn_;
  for (const Enqueued& one : again) {
    turn_ = one.batch;
    train_at_once();
  }
  turn_ = next;
  step_.set_gated(!progress_.nonfinite_seen);
}

void Trainer::drain() {
  while (!enqueued_.empty()) settle();
}

void Trainer::drain_after_error() {
  if (backend_of(experiment_.device).lost() != nullptr) enqueued_.clear();
  drain();
}

}  // namespace lockstep::engine::train

// The trainer at an epoch's end and at the run's: evaluation, the best weights, checkpoints, the test part.
#include <algorithm>

#include "engine/core/error.h"
#include "engine/train/trainer.h"

namespace lockstep::engine::train {

namespace {

double metric(const MetricList& metrics, std::string_view key) {
  const auto found = std::find_if(metrics.begin(), metrics.end(), [&](const auto& m) { return m.first == key; });
  if (found != metrics.end()) return found->second;
  throw ValueError(Message{"train.monitor", "train.monitor names {key}, which this run does not have", {{"key", std::string(key)}}});
}

}  // namespace

MetricSums Trainer::evaluate_part(data::Part part, const std::stop_token& stop) {
  data::LoaderOptions options = evaluation_loader_options(experiment_.config);
  options.inputs = experiment_.inputs->form(false);
  data::Loader loader(experiment_.dataset, part, options);
  const auto run = [&] {
    return train::evaluate(experiment_.network, *experiment_.loss, loader, experiment_.device, stop, [&](const data::Batch&, const Tensor&) { heed(stop); }, experiment_.inputs.get());
  };
  try {
    return run();
  } catch (const OutOfMemory&) {
    if (!step_.give_memory_back()) throw;
  }
  return run();
}

MetricList Trainer::evaluate(data::Part part, std::stop_token stop) {
  static constexpr std::string_view prefixes[] = {"train", "val", "test"};
  return evaluate_part(part, stop).metrics(prefixes[static_cast<std::size_t>(part)]);
}

void Trainer::finish_epoch(const std::stop_token& stop) {
  const std::int64_t epoch = progress_.position.epoch + 1;
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
  drain();
  observer_.flush();
  save_checkpoint(checkpoint_path(kind), experiment_, progress_, options_.identity);
  observer_.checkpointed({progress_.step, kind, checkpoint_path(kind)});
}

}  // namespace lockstep::engine::train

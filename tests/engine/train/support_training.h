// Small experiments on the digits, and an observer that keeps what it is told.
#pragma once

#include <string>
#include <vector>

#include <QString>

#include "engine/config/catalog/catalog.h"
#include "engine/train/trainer.h"

namespace lockstep::test {

using namespace lockstep::engine;

struct Told : train::Observer {
  std::vector<train::StepEvent> steps;
  std::vector<train::EpochEvent> epochs;
  std::vector<train::EvaluationEvent> evaluations;
  std::vector<std::string> events;
  std::vector<train::CheckpointEvent> checkpoints;
  std::int64_t stop_at = -1;
  void step(const train::StepEvent& event) override { steps.push_back(event); }
  void epoch(const train::EpochEvent& event) override { epochs.push_back(event); }
  void evaluated(const train::EvaluationEvent& event) override { evaluations.push_back(event); }
  void event(train::EventLevel, std::int64_t, const Message& message) override { events.push_back(message.english()); }
  void checkpointed(const train::CheckpointEvent& event) override { checkpoints.push_back(event); }
  train::Control control() override { return stop_at >= 0 && static_cast<std::int64_t>(steps.size()) >= stop_at ? train::Control::stop : train::Control::run; }
};

inline constexpr const char* mlp = R"(
[data]
dataset = "digits"
batch_size = 60
[[model.layers]]
type = "Flatten"
[[model.layers]]
type = "Linear"
out_features = 32
[[model.layers]]
type = "ReLU"
[[model.layers]]
type = "Dropout"
p = 0.2
[[model.layers]]
type = "Linear"
out_features = 10
name = "head"
[optimizer]
type = "AdamW"
learning_rate = 0.01
[train]
epochs = 3
)";

inline constexpr const char* cnn = R"(
[data]
dataset = "digits"
batch_size = 32
[[model.layers]]
type = "Conv2d"
out_channels = 8
kernel_size = 3
padding = 1
[[model.layers]]
type = "BatchNorm2d"
name = "norm"
[[model.layers]]
type = "ReLU"
[[model.layers]]
type = "Conv2d"
out_channels = 8
kernel_size = 3
padding = 1
[[model.layers]]
type = "Add"
inputs = ["norm", "3"]
[[model.layers]]
type = "MaxPool2d"
kernel_size = 2
[[model.layers]]
type = "Flatten"
[[model.layers]]
type = "Linear"
out_features = 10
[optimizer]
type = "SGD"
learning_rate = 0.05
momentum = 0.9
[schedule]
type = "WarmupCosine"
warmup_steps = 5
[train]
epochs = 1
clip_norm = 1.0
)";

inline std::shared_ptr<const data::Dataset> digits(const config::RunConfig& config) {
  return data::Dataset::load(train::dataset_options(config, {LOCKSTEP_SOURCE_DIR "/resources/datasets"}));
}

inline train::Experiment experiment(const char* text, const std::vector<std::string>& overrides = {}, Device device = {}) {
  config::Options options;
  options.overrides = overrides;
  const config::Document document = config::check({text, "test.toml"}, config::catalog(), options).or_throw();
  const auto dataset = digits(document.settings());
  const config::Resolved resolved = document.resolve(train::config_facts(dataset->facts())).or_throw();
  return train::make_experiment(resolved.run, dataset, device);
}

template <class F>
QString error_text(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace lockstep::test

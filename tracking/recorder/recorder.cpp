#include "tracking/recorder/recorder.h"

#include <unistd.h>

#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/backend/cpu/cpu_backend.h"
#include "tracking/recorder/gpu_watch.h"
#include "tracking/store/types.h"

namespace lockstep::tracking {

namespace {

constexpr std::chrono::seconds system_interval{2};

Severity severity_of(engine::train::EventLevel level) {
  switch (level) {
    case engine::train::EventLevel::warning: return Severity::warning;
    case engine::train::EventLevel::error: return Severity::error;
    case engine::train::EventLevel::info: break;
  }
  return Severity::info;
}

/// Resident memory of this process, in bytes.
double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0;
  double resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::string described(const engine::train::MetricList& metrics) {
  std::string out;
  for (const auto& [key, value] : metrics) out += fmt::format("  {} {:.6g}", key, value);
  return out;
}

}  // namespace

Recorder::Recorder(RunWriter& writer, SessionListener& listener, std::map<std::string, double> metrics, bool paused)
    : writer_(writer),
      listener_(listener),
      loss_(writer.series("train/loss")),
      learning_rate_(writer.series("learning_rate")),
      gradient_norm_(writer.series("gradient_norm")),
      throughput_(writer.series("samples_per_second")),
      metrics_(std::move(metrics)),
      paused_(paused) {}

void Recorder::started(const engine::train::RunStart& start) {
  start_ = start;
  RunFields fields;
  fields.steps = start.total_steps;
  writer_.update(fields);
  if (start.first_step == 0) {
    const nlohmann::json initial{{"parameters", fmt::format("{:016x}", start.parameters)},
                                 {"parameter_count", start.parameter_count},
                                 {"total_steps", start.total_steps},
                                 {"steps_per_epoch", start.steps_per_epoch},
                                 {"samples_per_epoch", start.samples_per_epoch}};
    writer_.put_document("initial.json", initial.dump(2));
  }
  writer_.set_status(Status::running);
  writer_.log({now_ms(), Severity::info, fmt::format("training from step {} to {}, {} steps an epoch", start.first_step, start.total_steps, start.steps_per_epoch)});
  listener_.started(start);
}

void Recorder::step(const engine::train::StepEvent& event) {
  const Sample values[] = {{loss_, event.loss}, {learning_rate_, event.learning_rate}, {gradient_norm_, event.gradient_norm}, {throughput_, event.samples_per_second}};
  writer_.record_step({event.step, event.epoch, values, event.batch_hash, event.parameters});
  metrics_["train/loss"] = event.loss;
  metrics_["learning_rate"] = event.learning_rate;
  metrics_["gradient_norm"] = event.gradient_norm;
  record_system();
  listener_.step(event);
}

void Recorder::epoch(const engine::train::EpochEvent& event) {
  Evaluation evaluation{now_ms(), event.step, "train", "current", {}};
  for (const auto& [key, value] : event.metrics) {
    if (!key.starts_with("train/")) continue;  // recorded with their evaluation
    // train/loss is a series of every step; the epoch's mean stands beside it.
    const std::string name = key == "train/loss" ? "train/epoch_loss" : key;
    evaluation.metrics.push_back({name, value});
    metrics_[name] = value;
  }
  writer_.record_evaluation(std::move(evaluation));
  writer_.log({now_ms(), Severity::info, fmt::format("epoch {} done at step {}{}", event.epoch, event.step, described(event.metrics))});
  listener_.epoch(event);
}

void Recorder::evaluated(const engine::train::EvaluationEvent& event) {
  Evaluation evaluation{now_ms(), event.step, event.part, event.weights, {}};
  for (const auto& [key, value] : event.metrics) {
    evaluation.metrics.push_back({key, value});
    metrics_[key] = value;
  }
  writer_.record_evaluation(std::move(evaluation));
  writer_.log({now_ms(), Severity::info, fmt::format("{} with the {} weights, of step {}{}", event.part, event.weights, event.step, described(event.metrics))});
  listener_.evaluated(event);
}

void Recorder::event(engine::train::EventLevel level, std::int64_t step, const engine::Message& message) {
  writer_.record_event({now_ms(), step, severity_of(level), message});
  writer_.log({now_ms(), severity_of(level), message.english()});
  if (gpu_watch_ != nullptr) gpu_watch_->heard(message);
  listener_.event(level, step, message);
}

void Recorder::flush() { writer_.flush(); }

void Recorder::checkpointed(const engine::train::CheckpointEvent& event) {
  std::error_code error;
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(event.path, error));
  writer_.record_checkpoint({event.step, event.kind, std::filesystem::relative(event.path, writer_.folder(), error).generic_string(), bytes, now_ms()});
  listener_.checkpointed(event);
}

void Recorder::paused(bool now) {
  writer_.log({now_ms(), Severity::info, now ? "paused" : "going on"});
  writer_.set_status(now ? Status::paused : Status::running);
  listener_.paused(now);
}

engine::train::Control Recorder::control() {
  if (const std::optional<Command> command = writer_.poll_command()) {
    stopping_ = stopping_ || *command == Command::stop;
    paused_ = *command == Command::pause;
  }
  const engine::train::Control own = listener_.control();
  if (stopping_ || own == engine::train::Control::stop) return engine::train::Control::stop;
  return paused_ || own == engine::train::Control::pause ? engine::train::Control::pause : engine::train::Control::run;
}

void Recorder::record_system() {
  const auto now = std::chrono::steady_clock::now();
  if (now - system_recorded_ < system_interval) return;
  system_recorded_ = now;
  const engine::MemoryStatistics memory = engine::cpu_backend().allocator().statistics();
  const Metric values[] = {{"system/memory_allocated", static_cast<double>(memory.allocated)},
                           {"system/memory_peak", static_cast<double>(memory.peak)},
                           {"system/memory_resident", resident_bytes()}};
  writer_.record_system(now_ms(), values);
}

}  // namespace lockstep::tracking

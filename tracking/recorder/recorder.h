// The engine's observer that records: each event of training goes into the run's store, and on to a listener.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "engine/config/config.h"
#include "engine/data/dataset.h"
#include "engine/train/observer.h"
#include "tracking/store/run_writer.h"

namespace lockstep::tracking {

/// What a command line or a window wants to hear besides the engine's events. On the training thread; control() also from
/// another one while the run prepares.
class SessionListener : public engine::train::Observer {
 public:
  /// The run exists in the project, preparing.
  virtual void created(const std::string& /*run*/, const std::string& /*name*/) {}
  /// The config is resolved and the data is read; training is about to begin.
  virtual void configured(const engine::config::Resolved& /*config*/, const engine::data::Dataset& /*dataset*/) {}
  /// Reading, hashing and decoding data.
  virtual void preparing(std::string_view /*what*/, std::int64_t /*done*/, std::int64_t /*total*/) {}
};

class GpuWatch;

class Recorder final : public engine::train::Observer {
 public:
  /// `metrics`: what earlier attempts left. `paused`: a pause was asked for while the run prepared.
  Recorder(RunWriter& writer, SessionListener& listener, std::map<std::string, double> metrics = {}, bool paused = false);

  void started(const engine::train::RunStart& start) override;
  void step(const engine::train::StepEvent& event) override;
  void epoch(const engine::train::EpochEvent& event) override;
  void evaluated(const engine::train::EvaluationEvent& event) override;
  void event(engine::train::EventLevel level, std::int64_t step, const engine::Message& message) override;
  void flush() override;
  void checkpointed(const engine::train::CheckpointEvent& event) override;
  void paused(bool now) override;
  engine::train::Control control() override;

  /// Told of events too; null: nobody.
  void set_gpu_watch(GpuWatch* watch) noexcept { gpu_watch_ = watch; }

  /// The last value of every metric so far, by key.
  [[nodiscard]] const std::map<std::string, double>& metrics() const noexcept { return metrics_; }
  [[nodiscard]] const std::optional<engine::train::RunStart>& start() const noexcept { return start_; }

 private:
  void record_system();

  RunWriter& writer_;
  SessionListener& listener_;
  std::optional<engine::train::RunStart> start_;
  SeriesId loss_;
  SeriesId learning_rate_;
  SeriesId gradient_norm_;
  SeriesId throughput_;
  std::map<std::string, double> metrics_;
  std::chrono::steady_clock::time_point system_recorded_;
  GpuWatch* gpu_watch_ = nullptr;
  bool paused_ = false;
  bool stopping_ = false;
};

}  // namespace lockstep::tracking

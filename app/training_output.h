// What `train` and `resume` print while they work: JSON lines, or text with a progress line on a terminal.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include <nlohmann/json.hpp>

#include "tracking/recorder/session.h"

namespace lockstep::app {

class TrainingOutput final : public tracking::SessionListener {
 public:
  explicit TrainingOutput(bool json);

  void created(const std::string& run, const std::string& name) override;
  void preparing(std::string_view what, std::int64_t done, std::int64_t total) override;
  void configured(const engine::config::Resolved& config, const engine::data::Dataset& dataset) override;
  void started(const engine::train::RunStart& start) override;
  void step(const engine::train::StepEvent& event) override;
  void epoch(const engine::train::EpochEvent& event) override;
  void event(engine::train::EventLevel level, std::int64_t step, const engine::Message& message) override;
  void paused(bool now) override;
  engine::train::Control control() override { return output_lost_ ? engine::train::Control::stop : engine::train::Control::run; }

  /// The last line or lines; `more`: further keys of the JSON line. Returns the exit code.
  int ended(const tracking::SessionResult& result, const nlohmann::ordered_json& more = nlohmann::ordered_json::object());

 private:
  /// Standard output of text mode.
  void say(const std::string& text);
  void emit(const nlohmann::ordered_json& object);
  /// The reader is gone or the disk is full: the run stops with a checkpoint instead of computing for nobody.
  void lose_output() noexcept;
  void progress(const std::string& text);
  void clear_progress();

  bool json_;
  bool terminal_;
  bool progress_shown_ = false;
  std::atomic<bool> output_lost_{false};
  std::chrono::steady_clock::time_point last_progress_;
  std::chrono::steady_clock::time_point training_began_;
  std::string run_;
  std::string name_;
  std::string device_;
  std::string config_hash_;
  std::string data_fingerprint_;
  std::uint64_t seed_ = 0;
  std::int64_t log_interval_ = 1;
  engine::train::RunStart start_;
};

}  // namespace lockstep::app

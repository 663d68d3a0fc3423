// Checks each step as it is computed against what was recorded; the last of the listeners in line.
#pragma once

#include <optional>

#include "tracking/analysis/run_record.h"
#include "tracking/reproduce/reproduce.h"

namespace lockstep::tracking {

class LiveCheck final : public SessionListener {
 public:
  /// Both outlive it.
  LiveCheck(const RunRecord& original, ReproductionListener& listener) : original_(original), listener_(listener) {}

  void created(const std::string& run, const std::string& name) override { listener_.created(run, name); }
  void configured(const engine::config::Resolved& config, const engine::data::Dataset& dataset) override { listener_.configured(config, dataset); }
  void preparing(std::string_view what, std::int64_t done, std::int64_t total) override { listener_.preparing(what, done, total); }
  void started(const engine::train::RunStart& start) override;
  void step(const engine::train::StepEvent& event) override;
  void epoch(const engine::train::EpochEvent& event) override { listener_.epoch(event); }
  void evaluated(const engine::train::EvaluationEvent& event) override { listener_.evaluated(event); }
  void event(engine::train::EventLevel level, std::int64_t step, const engine::Message& message) override { listener_.event(level, step, message); }
  void checkpointed(const engine::train::CheckpointEvent& event) override { listener_.checkpointed(event); }
  void paused(bool now) override { listener_.paused(now); }
  engine::train::Control control() override { return listener_.control(); }

 private:
  /// A quantity of a step against the recorded bits; nothing where none are recorded.
  void compare(const Series& recorded, std::size_t& at, std::int64_t step, std::uint64_t bits, std::string_view quantity);

  const RunRecord& original_;
  ReproductionListener& listener_;
  std::optional<FirstDifference> parted_;
  std::size_t batch_ = 0, loss_ = 0, parameters_ = 0, gradient_ = 0;  ///< places in the recorded series
};

}  // namespace lockstep::tracking

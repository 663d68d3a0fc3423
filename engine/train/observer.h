// What training tells the outside, and what it asks. The engine calls out through this alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.h"

namespace lockstep::engine::train {

/// Known before the first step.
struct RunStart {
  std::int64_t total_steps = 0;
  std::int64_t steps_per_epoch = 0;
  std::int64_t samples_per_epoch = 0;
  std::int64_t first_step = 0;         ///< steps done before: 0, or where a checkpoint stood
  std::uint64_t parameters = 0;        ///< checksum of the parameters as training begins
  std::int64_t parameter_count = 0;
};

/// One optimizer step, from 1.
struct StepEvent {
  std::int64_t step = 0;
  std::int64_t epoch = 0;  ///< from 1
  double loss = 0;         ///< mean over the step's samples; may be NaN or infinite
  double learning_rate = 0;
  double gradient_norm = 0;  ///< L2 over all parameters, before clipping
  double samples_per_second = 0;
  std::uint64_t batch_hash = 0;
  std::optional<std::uint64_t> parameters;  ///< checksum after the step; large models have it every few steps
};

using MetricList = std::vector<std::pair<std::string, double>>;  ///< "val/loss", …

/// At an epoch's end, after its evaluation: the training metrics over the whole epoch, weighted by samples, then the
/// validation part's.
struct EpochEvent {
  std::int64_t epoch = 0;
  std::int64_t step = 0;
  MetricList metrics;
};

struct EvaluationEvent {
  std::int64_t step = 0;  ///< the weights' step
  std::int64_t epoch = 0;
  std::string part;     ///< "validation" or "test"
  std::string weights;  ///< "last" or "best"
  MetricList metrics;
};

enum class EventLevel : std::uint8_t { info, warning, error };

struct CheckpointEvent {
  std::int64_t step = 0;
  std::string kind;  ///< "last" or "best"
  std::filesystem::path path;
};

enum class Control : std::uint8_t { run, pause, stop };

/// Called on the training thread. An exception from here ends the run as any other does.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void started(const RunStart&) {}
  virtual void step(const StepEvent&) {}
  virtual void epoch(const EpochEvent&) {}
  virtual void evaluated(const EvaluationEvent&) {}
  virtual void event(EventLevel, std::int64_t /*step*/, const Message&) {}
  /// Before a checkpoint is written: what was recorded so far must reach the disk first, so that resuming leaves no gap.
  virtual void flush() {}
  virtual void checkpointed(const CheckpointEvent&) {}
  virtual void paused(bool /*now*/) {}
  /// Asked at least once a micro-batch, and while paused; must be cheap.
  virtual Control control() { return Control::run; }
};

}  // namespace lockstep::engine::train

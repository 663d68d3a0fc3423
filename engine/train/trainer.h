// The training loop: steps from micro-batches, evaluation at each epoch's end, checkpoints, early stopping; on one
// thread, told to stop or pause from any other.
#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <filesystem>
#include <memory>
#include <stop_token>

#include "engine/data/loader.h"
#include "engine/optim/schedule.h"
#include "engine/train/checkpoint.h"
#include "engine/train/experiment.h"
#include "engine/train/observer.h"
#include "engine/train/progress.h"
#include "engine/train/step.h"

namespace lockstep::engine::train {

struct TrainerOptions {
  std::filesystem::path checkpoint_folder;  ///< empty: none are written
  CheckpointIdentity identity;
};

enum class Ending : std::uint8_t { finished, stopped };

class Trainer {
 public:
  Trainer(Experiment experiment, Observer& observer, TrainerOptions options = {});
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// Continues from a checkpoint of the same experiment. Before run() only. @throws FileError
  void restore(const std::filesystem::path& checkpoint);

  /// Trains to the end, or until asked to stop: then a checkpoint is written first. Ends with the test part's metrics,
  /// with the best weights where there is a validation part.
  /// @throws whatever goes wrong; what was recorded stays
  Ending run(std::stop_token stop = {});

  /// Steps to the end of the present epoch, with its evaluation. False when training is over.
  /// @throws Stopped after a checkpoint
  bool train_one_epoch(std::stop_token stop = {});
  /// Metrics of a part with the present weights.
  [[nodiscard]] MetricList evaluate(data::Part part, std::stop_token stop = {});

  [[nodiscard]] const Progress& progress() const noexcept { return progress_; }
  [[nodiscard]] std::int64_t total_steps() const noexcept { return total_steps_; }
  [[nodiscard]] Experiment& experiment() noexcept { return experiment_; }
  /// Checksum of all parameters.
  [[nodiscard]] std::uint64_t parameters() const;

 private:
  using Seconds = std::chrono::duration<double>;

  void announce_start();
  [[nodiscard]] bool is_over() const noexcept;
  /// Waits while paused. @throws Stopped when asked to stop
  void heed(const std::stop_token& stop);
  void train_batch(const std::stop_token& stop);

  // Step by step: each micro-batch's results are looked at before the next thing is done.
  void train_at_once();
  /// Forward, backward and the window's sums for the micro-batch in batch_.
  void run_batch();
  void finish_step();
  void look_for_nonfinite();
  [[nodiscard]] TrainStep::Place place() const;

  // In a pipeline: a step is told once the next one is enqueued.
  void train_ahead();
  void settle();
  void settle_first();
  /// Does the pending steps again, step by step, since the first of them is not finite.
  void settle_again();
  /// Settles all that is enqueued.
  void drain();
  /// What was enqueued before something went wrong is told first, as it was before.
  void drain_after_error();

  [[nodiscard]] data::Batch& batch() noexcept { return batches_[turn_]; }
  [[nodiscard]] bool ends_epoch(const data::Batch& batch) const noexcept { return batch.position + batch.size() >= loader_.samples_per_epoch(); }
  [[nodiscard]] bool wants_checksum(std::int64_t step, bool epoch_ends) const noexcept;
  /// A step took the time since the one before was told, but no less than `least`.
  void tell(StepEvent event, const StepValues& values, std::int64_t samples, bool checksum, Seconds least = {});
  void finish_epoch(const std::stop_token& stop);
  void finish_run(const std::stop_token& stop);
  /// Puts the best weights into the network; false where there are none that fit what was recorded.
  [[nodiscard]] bool load_best();
  [[nodiscard]] MetricSums evaluate_part(data::Part part, const std::stop_token& stop);
  void keep_best();
  void save(const std::string& kind);
  [[nodiscard]] std::filesystem::path checkpoint_path(const std::string& kind) const;

  Experiment experiment_;
  Observer& observer_;
  TrainerOptions options_;
  Progress progress_;
  data::Loader loader_;
  std::int64_t steps_per_epoch_;
  std::int64_t total_steps_;
  std::int64_t checksum_interval_;
  optim::Schedule schedule_;
  /// A step's results on their way.
  struct Enqueued {
    std::int64_t step = 0;
    std::int64_t epoch = 0;  ///< from 1
    double learning_rate = 0;
    bool checksum = false;
    std::size_t batch = 0;  ///< of batches_
    Seconds host{};         ///< that enqueuing it took
    StepResults::Pending results;
  };
  TrainStep step_;
  bool ahead_;                          ///< whether steps are told one step later
  std::array<data::Batch, 2> batches_;  ///< where steps are told later the one before is kept: it may have to be done again
  std::size_t turn_ = 0;
  std::deque<Enqueued> enqueued_;
  nn::NamedTensors best_state_;  ///< where no checkpoint can hold it
  std::chrono::steady_clock::time_point step_began_;
  bool announced_ = false;
};

}  // namespace lockstep::engine::train

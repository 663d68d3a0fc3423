// One optimizer step on a device: forward, backward, clipping, update, and what is recorded of it. Two ways with the same bits:
// part by part, with a look at the results between them; and as one piece of work that is enqueued without waiting, and, after a
// few times, captured and done again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/error.h"
#include "engine/nn/loss_type.h"
#include "engine/nn/network.h"
#include "engine/optim/optimizer.h"
#include "engine/train/batch_upload.h"
#include "engine/train/step_results.h"

namespace lockstep::engine::train {

struct StepSettings {
  std::uint64_t dropout_seed = 0;
  std::optional<double> clip_norm = {};
  std::optional<double> clip_value = {};
  bool record = true;           ///< counts, checksums of the batch, gradient norm; without it the loss alone
  bool checksum_always = true;  ///< of the parameters, after each step
  bool capture = true;          ///< where the device can
};

class TrainStep {
 public:
  /// Told when a step was captured for the first time, or why none will be any more.
  using Notice = std::function<void(const Message&)>;
  /// The network, loss and optimizer must outlive it and stay on `device`.
  /// `inputs`, where there is one, makes the model's inputs of what is loaded; else they are loaded as they are.
  TrainStep(nn::Network& network, nn::Loss& loss, optim::Optimizer& optimizer, Device device, StepSettings settings, Notice notice = {}, BatchInputs* inputs = nullptr);
  ~TrainStep();
  TrainStep(const TrainStep&) = delete;
  TrainStep& operator=(const TrainStep&) = delete;

  /// The batch of what follows; the arrays must stay until the next load() or release_batch().
  void load(const HostArray& inputs, const HostArray& target);
  void release_batch() noexcept;

  // --- part by part ------------------------------------------------------------------------------------------------------------
  /// Where a micro-batch stands.
  struct Place {
    std::uint64_t forward_index = 0;  ///< steps done before
    std::int64_t micro_batch = 0;     ///< from 0
    std::int64_t first_sample = 0;
    bool weighted = false;  ///< gradients are multiplied by what the loss's mean was taken over
  };
  void forward_backward(const Place& place);
  /// Computes the loss alone, again.
  [[nodiscard]] Tensor loss_of(const Place& place);
  /// Whether every gradient so far is finite.
  [[nodiscard]] bool gradients_are_finite();
  /// Divides the gradients, takes their norm, and clips them.
  void finish_gradients(std::optional<double> divisor = {});
  void update(double learning_rate);
  void checksum_parameters();
  /// Waits.
  [[nodiscard]] StepValues read() const { return results_.read(); }

  // --- in one piece ------------------------------------------------------------------------------------------------------------
  /// Enqueues a whole step of one micro-batch. Where its loss or gradients are not finite it closes the gate: neither it nor a
  /// step after it changes parameters then, until roll_back().
  void enqueue(std::uint64_t forward_index, double learning_rate, bool checksum);
  [[nodiscard]] StepResults::Pending read_later() { return results_.read_later(); }
  /// As if the last `steps` steps, which a closed gate kept from changing parameters, had not been enqueued.
  void roll_back(std::int64_t steps);
  /// Whether there is a gate; at first there is, where `record` says so.
  void set_gated(bool gated);

  /// The loss's share of an epoch's metrics.
  [[nodiscard]] nn::BatchMetrics metrics(const StepValues& values, const HostArray& target) const;
  [[nodiscard]] const Tensor& inputs() const noexcept { return upload_.inputs(); }
  [[nodiscard]] bool is_captured() const noexcept { return captured_ != nullptr; }
  /// Gives the capture's memory back, and captures no more. @returns whether there was any
  bool give_memory_back();

 private:
  void set_forward_index(std::uint64_t forward_index);
  void compute(const Place& place);
  void record_batch(const Tensor& output, const Place& place);
  /// Everything of a step but what changes from step to step.
  void launch_all();
  void save_buffers();
  void run_eagerly(double learning_rate);
  [[nodiscard]] bool replay(double learning_rate);
  [[nodiscard]] bool wants_capture();
  void capture();
  void never_capture(const Message& why);
  [[nodiscard]] bool is_gated() const noexcept { return gated_ && settings_.record; }
  [[nodiscard]] Tensor gate() const { return is_gated() ? results_.gate : Tensor(); }

  nn::Network& network_;
  nn::Loss& loss_;
  optim::Optimizer& optimizer_;
  Backend& backend_;
  StepSettings settings_;
  Notice notice_;
  StepResults results_;
  BatchUpload upload_;
  const HostArray* target_ = nullptr;
  Tensor forward_index_;  ///< i64 [1] on the device
  bool draws_ = true;     ///< whether something reads it; known after the first forward
  bool connected_ = false;  ///< every parameter is known to get a gradient
  std::vector<Tensor> gradients_;
  std::vector<Tensor> buffers_;
  std::vector<Tensor> saved_buffers_;  ///< as they were before the last step that began with an open gate
  bool gated_ = true;

  /// What a capture stands for.
  struct Key {
    Tensor inputs;
    Tensor target;
    std::uint64_t plan = 0;
  };
  bool may_capture_;
  bool told_captured_ = false;
  int executions_ = 0;  ///< of the shape in counted_
  Tensor counted_;
  std::unique_ptr<CapturedWork> captured_;
  Key captured_for_;
};

}  // namespace lockstep::engine::train

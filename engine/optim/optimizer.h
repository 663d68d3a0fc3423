// Optimizers: SGD, Adam, AdamW with PyTorch's arguments, arithmetic and state.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/schema/field.h"
#include "engine/tensor/tensor.h"

namespace lockstep::engine::optim {

using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

/// Parameters that are treated differently; each belongs to the first group that matches.
struct ParameterGroup {
  std::vector<std::string> patterns;     ///< of full names ("0.weight"), with * and ?
  std::optional<double> learning_rate = {};  ///< instead of the base rate; follows the schedule in proportion
  std::optional<double> weight_decay = {};
};

struct OptimizerOptions {
  /// No weight decay where a parameter has at most one dimension: biases, and scales of norms.
  bool no_decay_norms_and_biases = false;
  std::vector<ParameterGroup> groups = {};
};

/// What a checkpoint keeps of an optimizer. Step counters are host integers, by parameter.
struct OptimizerState {
  NamedTensors tensors;  ///< "0.weight/exp_avg", …: the optimizer's own, not copies
  std::map<std::string, std::int64_t> steps;
};

class Optimizer {
 public:
  /// @throws ValueError for a group that matches no parameter
  Optimizer(NamedTensors parameters, const schema::Arguments& arguments, const OptimizerOptions& options);
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  [[nodiscard]] virtual std::string_view type() const noexcept = 0;
  /// One step with this base learning rate. A parameter without a gradient is left alone: no decay, no count.
  void step(double learning_rate);

  // step() in three parts, for a step that is captured: what apply() launches is captured once, and prepare() makes it another
  // step's before each time that it is done again.
  /// Decides which parameters take part: those that have a gradient now.
  void plan();
  /// Counts the step, and puts what changes from step to step into the device's memory, in the order of the queue.
  void prepare(double learning_rate);
  /// Launches the step on the gradients of plan(). Where `gate` (i64, one element on the device; may be undefined) holds 0 when
  /// that runs, nothing is changed.
  void apply(const Tensor& gate = {});
  /// Another number whenever apply() of the last plan() would launch something else than before.
  [[nodiscard]] std::uint64_t plan_id() const noexcept { return plan_id_; }
  /// Forgets steps that prepare() counted and a closed gate kept from happening.
  void take_back(std::int64_t steps);

  /// With `set_to_none` the gradients are dropped, else filled with zeros.
  void zero_grad(bool set_to_none = true);

  [[nodiscard]] const NamedTensors& named_parameters() const noexcept { return parameters_; }
  /// The learning rate that the optimizer's arguments name.
  [[nodiscard]] double base_learning_rate() const noexcept { return base_learning_rate_; }
  /// State of the parameters that took a step.
  [[nodiscard]] OptimizerState state() const;
  /// Copies the values in; what is not named starts anew. @throws ValueError for a name or shape that doesn't fit
  void load_state(const OptimizerState& state);

 protected:
  /// What one kernel call works on: parameters with the same settings and the same number of steps behind them.
  struct Bucket {
    std::size_t setting = 0;
    std::vector<std::size_t> entries;  ///< positions of its parameters
    std::vector<Tensor> parameters;
    std::vector<Tensor> gradients;
    std::vector<std::vector<Tensor>> states;  ///< one list a name of state_names()
    Tensor factors;                           ///< f64 [factor_count()] on the device
  };
  /// What a step's kernel needs to know.
  struct Point {
    double learning_rate = 0;
    double weight_decay = 0;
    std::int64_t step = 0;  ///< the one being made, from 1
  };
  [[nodiscard]] virtual std::int64_t factor_count() const noexcept = 0;
  /// Writes factor_count() values for update() to read on the device.
  virtual void write_factors(const Point& point, double* values) const = 0;
  virtual void update(const Bucket& bucket, const Tensor& gate) = 0;
  /// "exp_avg", …; what each parameter has one tensor of.
  [[nodiscard]] virtual std::span<const std::string_view> state_names() const noexcept = 0;

 private:
  struct Entry {
    std::size_t setting = 0;
    std::int64_t steps = 0;
    std::vector<Tensor> states;  ///< empty before the first step
  };
  struct Setting {
    double rate_factor = 1;
    double weight_decay = 0;
    friend bool operator==(const Setting&, const Setting&) = default;
  };
  void assign_groups(const OptimizerOptions& options, double weight_decay);
  Bucket& bucket_for(const Entry& entry);
  void note_plan();
  static void clear(Bucket& bucket);

  NamedTensors parameters_;
  std::vector<Entry> entries_;  ///< one a parameter
  std::vector<Setting> settings_;
  std::vector<Bucket> buckets_;  ///< the first `used_` are the plan; all are kept from step to step for their memory
  std::size_t used_ = 0;
  std::vector<std::size_t> planned_;  ///< the last plan: each bucket's setting, number of parameters, and their positions
  std::uint64_t plan_id_ = 0;
  Tensor factors_;                    ///< of all buckets, one after the other
  std::vector<double> factor_values_;
  double base_learning_rate_;
};

struct OptimizerType {
  schema::TypeSpec spec;
  std::unique_ptr<Optimizer> (*build)(NamedTensors parameters, const schema::Arguments& arguments, const OptimizerOptions& options) = nullptr;
};

[[nodiscard]] std::span<const OptimizerType> optimizer_types();
[[nodiscard]] std::span<const schema::TypeSpec> optimizer_specs();
/// Fills in defaults. @throws ValueError for an unknown type, argument or group
[[nodiscard]] std::unique_ptr<Optimizer> make_optimizer(std::string_view type, NamedTensors parameters, const schema::Arguments& arguments,
                                                        const OptimizerOptions& options = {});

/// Scales all gradients so that their common L2 norm is at most `max_norm`, as torch.nn.utils.clip_grad_norm_.
/// @returns the norm before; non-finite norms scale as PyTorch's do (the gradients become NaN or 0)
double clip_gradient_norm(const NamedTensors& parameters, double max_norm);
/// Clamps every gradient to [-limit, limit].
void clip_gradient_value(const NamedTensors& parameters, double limit);
/// The L2 norm of all gradients together.
[[nodiscard]] double gradient_norm(const NamedTensors& parameters);

}  // namespace lockstep::engine::optim

// Stochastic gradient descent with momentum and Nesterov's, in torch.optim.SGD's arithmetic.
#include <algorithm>
#include <tuple>

#include "engine/core/error.h"
#include "engine/ops/sgd_step/sgd_step.h"
#include "engine/optim/optimizer_list.h"

namespace lockstep::engine::optim {

namespace {

class Sgd final : public Optimizer {
 public:
  Sgd(NamedTensors parameters, const schema::Arguments& arguments, const OptimizerOptions& options)
      : Optimizer(std::move(parameters), arguments, options), momentum_(arguments.real("momentum")), dampening_(arguments.real("dampening")),
        nesterov_(arguments.boolean("nesterov")) {
    if (nesterov_ && (momentum_ == 0 || dampening_ != 0)) {
      throw ValueError(plain_message("optim.nesterov", "nesterov = true needs a momentum above 0 and a dampening of 0"));
    }
  }
  [[nodiscard]] std::string_view type() const noexcept override { return "SGD"; }

 private:
  [[nodiscard]] std::int64_t factor_count() const noexcept override { return std::tuple_size_v<ops::SgdFactors>; }
  void write_factors(const Point& point, double* values) const override {
    const ops::SgdFactors factors = ops::sgd_factors({.learning_rate = point.learning_rate, .momentum = momentum_, .dampening = dampening_,
                                                      .weight_decay = point.weight_decay, .nesterov = nesterov_, .first_step = point.step == 1});
    std::copy(factors.begin(), factors.end(), values);
  }
  void update(const Bucket& bucket, const Tensor& gate) override {
    const std::span<const Tensor> buffers = momentum_ == 0 ? std::span<const Tensor>() : std::span<const Tensor>(bucket.states[0]);
    ops::sgd_step(bucket.parameters, bucket.gradients, buffers, bucket.factors, gate);
  }
  [[nodiscard]] std::span<const std::string_view> state_names() const noexcept override {
    static constexpr std::string_view names[] = {"momentum_buffer"};
    return momentum_ == 0 ? std::span<const std::string_view>() : std::span<const std::string_view>(names);
  }

  double momentum_;
  double dampening_;
  bool nesterov_;
};

}  // namespace

OptimizerType sgd_type() {
  using schema::Kind;
  return {.spec = {.name = "SGD", .help = "Steps against the gradient, with momentum if wanted", .fields = {
            {.name = "learning_rate", .kind = Kind::real, .default_value = 0.001, .help = "Length of a step: PyTorch's lr", .range = {.minimum = 0}},
            {.name = "momentum", .kind = Kind::real, .default_value = 0.0, .help = "Share of the last step that is kept", .range = {.minimum = 0}},
            {.name = "dampening", .kind = Kind::real, .default_value = 0.0, .help = "Share of the gradient that the momentum leaves out", .range = {.minimum = 0}},
            {.name = "weight_decay", .kind = Kind::real, .default_value = 0.0, .help = "Pull of the weights towards 0, added to the gradient", .range = {.minimum = 0}},
            {.name = "nesterov", .kind = Kind::boolean, .default_value = false, .help = "Look ahead along the momentum"},
          }},
          .build = [](NamedTensors parameters, const schema::Arguments& arguments, const OptimizerOptions& options) -> std::unique_ptr<Optimizer> {
            return std::make_unique<Sgd>(std::move(parameters), arguments, options);
          }};
}

}  // namespace lockstep::engine::optim

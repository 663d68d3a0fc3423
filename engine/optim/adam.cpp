// Adam (Kingma and Ba 2015) and AdamW (Loshchilov and Hutter 2019), in torch.optim's arithmetic (no amsgrad).
#include <algorithm>
#include <tuple>

#include "engine/ops/adam_step/adam_step.h"
#include "engine/optim/optimizer_list.h"

namespace lockstep::engine::optim {

namespace {

class Adam final : public Optimizer {
 public:
  Adam(bool decoupled, NamedTensors parameters, const schema::Arguments& arguments, const OptimizerOptions& options)
      : Optimizer(std::move(parameters), arguments, options), decoupled_(decoupled), beta1_(arguments.reals("betas")[0]),
        beta2_(arguments.reals("betas")[1]), eps_(arguments.real("eps")) {}
  [[nodiscard]] std::string_view type() const noexcept override { return decoupled_ ? "AdamW" : "Adam"; }

 private:
  [[nodiscard]] std::int64_t factor_count() const noexcept override { return std::tuple_size_v<ops::AdamFactors>; }
  void write_factors(const Point& point, double* values) const override {
    const ops::AdamFactors factors = ops::adam_factors({.learning_rate = point.learning_rate, .beta1 = beta1_, .beta2 = beta2_, .eps = eps_,
                                                        .weight_decay = point.weight_decay, .decoupled = decoupled_, .step = point.step});
    std::copy(factors.begin(), factors.end(), values);
  }
  void update(const Bucket& bucket, const Tensor& gate) override {
    ops::adam_step(bucket.parameters, bucket.gradients, bucket.states[0], bucket.states[1], bucket.factors, gate);
  }
  [[nodiscard]] std::span<const std::string_view> state_names() const noexcept override {
    static constexpr std::string_view names[] = {"exp_avg", "exp_avg_sq"};
    return names;
  }

  bool decoupled_;
  double beta1_;
  double beta2_;
  double eps_;
};

template <bool decoupled>
std::unique_ptr<Optimizer> build(NamedTensors parameters, const schema::Arguments& arguments, const OptimizerOptions& options) {
  return std::make_unique<Adam>(decoupled, std::move(parameters), arguments, options);
}

std::vector<schema::Field> fields(double weight_decay, std::string_view decay_help) {
  using schema::Kind;
  return {
      {.name = "learning_rate", .kind = Kind::real, .default_value = 0.001, .help = "Length of a step: PyTorch's lr", .range = {.minimum = 0}},
      {.name = "betas", .kind = Kind::reals, .default_value = std::vector<double>{0.9, 0.999}, .help = "How much of the running means of gradient and square is kept",
       .range = {.minimum = 0, .maximum = 1, .maximum_open = true}, .count = 2},
      {.name = "eps", .kind = Kind::real, .default_value = 1e-8, .help = "Added to the divisor", .range = {.minimum = 0}},
      {.name = "weight_decay", .kind = Kind::real, .default_value = weight_decay, .help = decay_help, .range = {.minimum = 0}},
  };
}

}  // namespace

OptimizerType adam_type() {
  return {.spec = {.name = "Adam", .help = "Steps of a length of their own for each parameter", .fields = fields(0.0, "Pull of the weights towards 0, added to the gradient")},
          .build = build<false>};
}

OptimizerType adamw_type() {
  return {.spec = {.name = "AdamW", .help = "Adam with a weight decay that the gradient's size doesn't change", .fields = fields(0.01, "Share that the weights lose a step, times the learning rate")},
          .build = build<true>};
}

}  // namespace lockstep::engine::optim

// Losses that compare value by value. The mean is over all values, as in PyTorch.
#include "engine/core/error.h"
#include "engine/nn/losses/losses.h"
#include "engine/ops/bce_with_logits/bce_with_logits.h"
#include "engine/ops/huber_loss/huber_loss.h"
#include "engine/ops/l1_loss/l1_loss.h"
#include "engine/ops/mse_loss/mse_loss.h"

namespace lockstep::engine::nn {

namespace {

using schema::Arguments;
using schema::Kind;

class ElementwiseLoss final : public Loss {
 public:
  using Function = Tensor (*)(const Tensor& output, const Tensor& target, const Arguments& arguments, const Tensor& pos_weight);
  ElementwiseLoss(std::string_view type, Function function, Arguments arguments, Tensor pos_weight)
      : type_(type), function_(function), arguments_(std::move(arguments)), pos_weight_(std::move(pos_weight)) {}

  [[nodiscard]] std::string_view type() const noexcept override { return type_; }

  void check_output(const Shape& output, std::int64_t outputs) const override {
    // One logit tells two classes apart.
    const bool two_classes = type_ == "BCEWithLogitsLoss" && outputs == 2 && output.numel() == 1;
    if (outputs > 0 && output.numel() != outputs && !two_classes) {
      throw ShapeError(Message{"nn.loss_values", "{type} expects {expected} values from the last layer, as many as a target has, found {found}",
                               {{"type", std::string(type_)}, {"expected", std::to_string(outputs)}, {"found", output.to_string()}}});
    }
    if (pos_weight_.defined() && pos_weight_.numel() != 1 && (output.empty() || pos_weight_.numel() != output.back())) {
      throw ShapeError(Message{"nn.loss_weights", "{type} expects 1 or {expected} values of pos_weight, found {found}",
                               {{"type", std::string(type_)}, {"expected", std::to_string(output.empty() ? 1 : output.back())},
                                {"found", std::to_string(pos_weight_.numel())}}});
    }
  }

  [[nodiscard]] Tensor compute(const Tensor& output, const Tensor& target) override {
    return function_(output, fitted(output, target), arguments_, pos_weight_);
  }
  [[nodiscard]] double weight(const Tensor& output, const Tensor&) override { return static_cast<double>(output.numel()); }
  [[nodiscard]] BatchMetrics metrics(double loss, const Tensor& output, const Tensor&) override { return metrics(loss, {}, output.shape(), {}); }

  [[nodiscard]] double weight(const Shape& output, const HostArray&) const override { return static_cast<double>(output.numel()); }
  void count(const Tensor&, const Tensor&, const Tensor&) const override {}
  [[nodiscard]] BatchMetrics metrics(double loss, const std::array<std::int64_t, 2>&, const Shape& output, const HostArray&) const override {
    const auto count = static_cast<double>(output.numel());
    return {.loss_sum = loss * count, .weight = count, .samples = output.empty() ? 1 : output[0]};
  }

 private:
  /// Targets [N] fit outputs [N, 1]; never broadcast, which would compare every sample with every other.
  Tensor fitted(const Tensor& output, const Tensor& target) const {
    const Tensor values = target.to(output.dtype());
    if (values.shape() == output.shape()) return values;
    const bool same_samples = output.dim() > 0 && values.dim() > 0 && output.size(0) == values.size(0) && output.numel() == values.numel();
    if (!same_samples) {
      throw ShapeError(Message{"nn.loss_target", "{type} expects a target of {expected}, received {found}",
                               {{"type", std::string(type_)}, {"expected", output.shape().to_string()}, {"found", target.shape().to_string()}}});
    }
    return values.contiguous().alias(output.shape(), contiguous_strides(output.shape()));
  }

  std::string_view type_;
  Function function_;
  Arguments arguments_;
  Tensor pos_weight_;
};

constexpr std::string_view mse = "MSELoss";
constexpr std::string_view l1 = "L1Loss";
constexpr std::string_view huber = "HuberLoss";
constexpr std::string_view smooth_l1 = "SmoothL1Loss";
constexpr std::string_view bce = "BCEWithLogitsLoss";

template <const std::string_view& name, auto function>
LossType elementwise(std::string_view help, std::vector<schema::Field> fields = {}) {
  return {.spec = {.name = name, .help = help, .fields = std::move(fields)},
          .build = [](const Arguments& arguments, Device device, DType dtype) -> std::unique_ptr<Loss> {
            Tensor pos_weight;
            if (arguments.has("pos_weight")) {
              const auto& values = arguments.reals("pos_weight");
              pos_weight = Tensor::from_vector(values, {static_cast<std::int64_t>(values.size())}).to(dtype).to(device);
            }
            return std::make_unique<ElementwiseLoss>(name, +function, arguments, pos_weight);
          }};
}

}  // namespace

std::vector<LossType> elementwise_types() {
  return {
      elementwise<mse, [](const Tensor& x, const Tensor& t, const Arguments&, const Tensor&) { return ops::mse_loss(x, t); }>(
          "For numbers: the mean of the squared errors"),
      elementwise<l1, [](const Tensor& x, const Tensor& t, const Arguments&, const Tensor&) { return ops::l1_loss(x, t); }>(
          "For numbers: the mean of the absolute errors"),
      elementwise<huber, [](const Tensor& x, const Tensor& t, const Arguments& a, const Tensor&) { return ops::huber_loss(x, t, a.real("delta")); }>(
          "For numbers: squared near 0, absolute beyond delta",
          {{.name = "delta", .kind = Kind::real, .default_value = 1.0, .help = "Where the one becomes the other", .range = {.minimum = 0, .minimum_open = true}}}),
      elementwise<smooth_l1, [](const Tensor& x, const Tensor& t, const Arguments& a, const Tensor&) { return ops::smooth_l1_loss(x, t, a.real("beta")); }>(
          "For numbers: HuberLoss divided by beta",
          {{.name = "beta", .kind = Kind::real, .default_value = 1.0, .help = "Where squared becomes absolute", .range = {.minimum = 0}}}),
      elementwise<bce, [](const Tensor& x, const Tensor& t, const Arguments&, const Tensor& w) { return ops::bce_with_logits(x, t, w); }>(
          "For yes or no: each output is one question's log-odds",
          {{.name = "pos_weight", .kind = Kind::reals, .help = "How much a yes counts, one a question; left out: as much as a no", .range = {.minimum = 0}}}),
  };
}

}  // namespace lockstep::engine::nn

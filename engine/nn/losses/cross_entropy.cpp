// CrossEntropyLoss: logits [N, C] against classes [N].
#include <algorithm>
#include <span>

#include "engine/core/error.h"
#include "engine/nn/losses/losses.h"
#include "engine/ops/cross_entropy/cross_entropy.h"
#include "engine/ops/metrics/metrics.h"

namespace lockstep::engine::nn {

namespace {

class CrossEntropyLoss final : public Loss {
 public:
  CrossEntropyLoss(std::vector<double> class_weights, double label_smoothing, std::int64_t ignore_index, Device device, DType dtype)
      : class_weights_(std::move(class_weights)), label_smoothing_(label_smoothing), ignore_index_(ignore_index) {
    if (class_weights_.empty()) return;
    const auto count = static_cast<std::int64_t>(class_weights_.size());
    weight_tensor_ = Tensor::from_vector(class_weights_, {count}).to(dtype).to(device);
  }

  [[nodiscard]] std::string_view type() const noexcept override { return "CrossEntropyLoss"; }
  [[nodiscard]] bool is_classification() const noexcept override { return true; }

  void check_output(const Shape& output, std::int64_t outputs) const override {
    if (output.size() != 1) {
      throw ShapeError(Message{"nn.loss_output", "CrossEntropyLoss expects one value a class, [classes], from the last layer, found {found}; "
                               "end the model with Flatten and Linear", {{"found", output.to_string()}}});
    }
    if (outputs > 0 && output[0] != outputs) {
      throw ShapeError(Message{"nn.loss_classes", "CrossEntropyLoss expects {expected} values from the last layer, one a class of the data, found {found}",
                               {{"expected", std::to_string(outputs)}, {"found", std::to_string(output[0])}}});
    }
    if (!class_weights_.empty() && static_cast<std::int64_t>(class_weights_.size()) != output[0]) {
      throw ShapeError(Message{"nn.loss_weights", "CrossEntropyLoss expects {expected} class weights, one a class, found {found}",
                               {{"expected", std::to_string(output[0])}, {"found", std::to_string(class_weights_.size())}}});
    }
  }

  [[nodiscard]] Tensor compute(const Tensor& output, const Tensor& target) override {
    return ops::cross_entropy(output, target, weight_tensor_, label_smoothing_, ignore_index_);
  }

  [[nodiscard]] double weight(const Tensor& output, const Tensor& target) override {
    if (class_weights_.empty()) return static_cast<double>(ops::classification_counts(output, target, ignore_index_).counted);
    return weight(output.shape(), target.to_host());
  }

  [[nodiscard]] BatchMetrics metrics(double loss, const Tensor& output, const Tensor& target) override {
    const auto counts = ops::classification_counts(output, target, ignore_index_);
    const double w = class_weights_.empty() ? static_cast<double>(counts.counted) : weight(output, target);
    return {.loss_sum = loss * w, .weight = w, .samples = counts.counted, .correct = counts.correct};
  }

  [[nodiscard]] double weight(const Shape& /*output*/, const HostArray& target) const override {
    const std::span<const std::int64_t> labels(target.as<std::int64_t>(), static_cast<std::size_t>(target.shape.numel()));
    if (class_weights_.empty()) return static_cast<double>(std::count_if(labels.begin(), labels.end(), [&](std::int64_t label) { return label != ignore_index_; }));
    double sum = 0;
    for (const std::int64_t label : labels) {
      if (label != ignore_index_) sum += class_weights_.at(static_cast<std::size_t>(label));
    }
    return sum;
  }

  void count(const Tensor& output, const Tensor& target, const Tensor& counts) const override { ops::classification_counts(output, target, ignore_index_, counts); }

  [[nodiscard]] BatchMetrics metrics(double loss, const std::array<std::int64_t, 2>& counts, const Shape& output, const HostArray& target) const override {
    const double w = class_weights_.empty() ? static_cast<double>(counts[1]) : weight(output, target);
    return {.loss_sum = loss * w, .weight = w, .samples = counts[1], .correct = counts[0]};
  }

 private:
  std::vector<double> class_weights_;  ///< empty: all 1
  Tensor weight_tensor_;
  double label_smoothing_;
  std::int64_t ignore_index_;
};

}  // namespace

LossType cross_entropy_type() {
  using schema::Kind;
  return {.spec = {.name = "CrossEntropyLoss", .help = "For classes: softmax and the logarithm of the right one's share", .fields = {
            {.name = "weight", .kind = Kind::reals, .help = "How much each class counts; left out: all the same", .range = {.minimum = 0}},
            {.name = "label_smoothing", .kind = Kind::real, .default_value = 0.0, .help = "Share of the target that is spread over all classes", .range = {.minimum = 0, .maximum = 1}},
            {.name = "ignore_index", .kind = Kind::integer, .default_value = std::int64_t{-100}, .help = "Samples of this class don't count"},
          }},
          .classification = true,
          .build = [](const schema::Arguments& a, Device device, DType dtype) -> std::unique_ptr<Loss> {
            return std::make_unique<CrossEntropyLoss>(a.has("weight") ? a.reals("weight") : std::vector<double>{}, a.real("label_smoothing"),
                                                      a.integer("ignore_index"), device, dtype);
          }};
}

}  // namespace lockstep::engine::nn

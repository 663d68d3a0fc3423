#include "tracking/model/model_output.h"

#include <cmath>

#include "engine/autograd/record.h"
#include "engine/ops/metrics/metrics.h"
#include "engine/ops/softmax/softmax.h"

namespace lockstep::tracking {

std::vector<std::int64_t> predicted_classes(const engine::Tensor& output) { return engine::ops::argmax(output).to_vector<std::int64_t>(); }

std::vector<float> class_probabilities(const engine::Tensor& output) {
  const engine::autograd::NoGrad no_grad;
  return engine::ops::softmax(output).to_vector<float>();
}

std::vector<float> predicted_values(const engine::Tensor& output, std::string_view loss) {
  std::vector<float> values = output.to_vector<float>();
  if (loss != "BCEWithLogitsLoss") return values;
  for (float& value : values) value = static_cast<float>(1.0 / (1.0 + std::exp(-static_cast<double>(value))));
  return values;
}

}  // namespace lockstep::tracking

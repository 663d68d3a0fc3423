#include "engine/nn/layers/dropout.h"

#include "engine/ops/dropout/dropout.h"

namespace lockstep::engine::nn {

Tensor Dropout::compute(std::span<const Tensor> inputs, ForwardContext& context) {
  const Tensor& x = inputs[0];
  if (!context.is_training() || probability_ == 0.0) return x;
  const std::int64_t per_sample = x.dim() == 0 || x.size(0) == 0 ? 0 : x.numel() / x.size(0);
  const auto offset = static_cast<std::uint64_t>(context.first_sample() * per_sample);
  return ops::dropout(x, probability_, context.dropout_stream(*this), context.forward_index(x.device()), offset);
}

LayerType dropout_type() {
  return {.spec = {.name = "Dropout", .help = "Zeroes random values while training", .fields = {
            {.name = "p", .kind = schema::Kind::real, .default_value = 0.5, .help = "Probability of a value to be zeroed", .range = {.minimum = 0, .maximum = 1}},
          }},
          .infer = [](const schema::Arguments& arguments, std::span<const Shape> inputs) { return LayerPlan{.output = inputs[0], .arguments = arguments}; },
          .build = [](const schema::Arguments& arguments, std::string path) -> std::unique_ptr<Module> {
            return std::make_unique<Dropout>(arguments.real("p"), std::move(path));
          }};
}

}  // namespace lockstep::engine::nn

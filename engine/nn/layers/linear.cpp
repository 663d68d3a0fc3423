#include "engine/nn/layers/linear.h"

#include "engine/nn/initializer.h"
#include "engine/nn/layers/infer.h"
#include "engine/ops/linear/linear.h"

namespace lockstep::engine::nn {

Linear::Linear(std::int64_t in_features, std::int64_t out_features, bool bias, std::string initializer, std::string path)
    : Module(std::move(path)), initializer_(std::move(initializer)) {
  register_parameter("weight", Tensor::zeros({out_features, in_features}));
  if (bias) register_parameter("bias", Tensor::zeros({out_features}));
}

void Linear::initialize(std::uint64_t init_seed) {
  Tensor weight = parameter(0);
  initialize_weight(weight, initializer_, init_seed, parameter_name(0));
  if (parameter_count() == 1) return;
  Tensor bias = parameter(1);
  initialize_bias(bias, fan_in_of(weight.shape()), init_seed, parameter_name(1));
}

Tensor Linear::apply(const Tensor& x, bool relu) const {
  return ops::linear(x, parameter(0), parameter_count() > 1 ? parameter(1) : Tensor(), relu);
}

Tensor Linear::compute(std::span<const Tensor> inputs, ForwardContext&) { return apply(inputs[0], false); }

namespace {

LayerPlan infer(const schema::Arguments& arguments, std::span<const Shape> inputs) {
  LayerPlan plan{.output = inputs[0], .arguments = arguments};
  if (inputs[0].empty()) expect_dims(inputs[0], 1, "[features]");
  if (inputs[0].size() > 1 && !arguments.has("in_features")) {
    throw ShapeError(Message{"nn.linear_input",
                             "expected an input [features], found {found}; put a Flatten before it, or write in_features = {last} to "
                             "work on the last axis alone",
                             {{"found", inputs[0].to_string()}, {"last", std::to_string(inputs[0].back())}}});
  }
  infer_size(plan.arguments, "in_features", inputs[0].back());
  const std::int64_t out = arguments.integer("out_features");
  plan.output[plan.output.size() - 1] = out;
  plan.parameters = out * inputs[0].back() + (arguments.boolean("bias") ? out : 0);
  return plan;
}

std::unique_ptr<Module> build(const schema::Arguments& arguments, std::string path) {
  return std::make_unique<Linear>(arguments.integer("in_features"), arguments.integer("out_features"), arguments.boolean("bias"),
                                  arguments.text("init"), std::move(path));
}

}  // namespace

LayerType linear_type() {
  using schema::Kind;
  return {.spec = {.name = "Linear", .help = "Every output is a weighted sum of all inputs", .fields = {
            {.name = "in_features", .kind = Kind::integer, .help = "Inputs", .range = {.minimum = 1}, .inferred = true},
            {.name = "out_features", .kind = Kind::integer, .help = "Outputs", .range = {.minimum = 1, .maximum = 1 << 24}, .required = true},
            {.name = "bias", .kind = Kind::boolean, .default_value = true, .help = "Add a learned constant to each output"},
            {.name = "init", .kind = Kind::text, .default_value = std::string("default"), .help = "How the weights begin; default: as PyTorch's", .choices = initializer_names()},
          }},
          .infer = infer, .build = build};
}

}  // namespace lockstep::engine::nn

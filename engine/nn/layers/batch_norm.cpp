#include "engine/nn/layers/batch_norm.h"

#include "engine/nn/layers/infer.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/ops/batch_norm/batch_norm.h"

namespace lockstep::engine::nn {

BatchNorm::BatchNorm(int dimensions, std::int64_t features, const Options& options, std::string path)
    : Module(std::move(path)), dimensions_(dimensions), options_(options) {
  if (options.affine) {
    register_parameter("weight", Tensor::full({features}, 1.0));
    register_parameter("bias", Tensor::zeros({features}));
  }
  if (options.track_running_stats) {
    register_buffer("running_mean", Tensor::zeros({features}));
    register_buffer("running_var", Tensor::full({features}, 1.0));
    register_buffer("num_batches_tracked", Tensor::zeros({}, DType::i64));
  }
}

void BatchNorm::initialize(std::uint64_t) {
  if (options_.affine) {
    Tensor(parameter(0)).fill(1.0);
    Tensor(parameter(1)).fill(0.0);
  }
  if (options_.track_running_stats) {
    buffer(0).fill(0.0);
    buffer(1).fill(1.0);
    buffer(2).fill(0.0);
  }
}

Tensor BatchNorm::apply(const Tensor& x, ForwardContext& context, const Tensor& residual, bool relu) {
  ops::BatchNormState state;
  if (options_.track_running_stats) {
    state = {buffer(0), buffer(1)};
    if (context.is_training()) ops::add_in_place(buffer(2), Tensor::full({}, 1.0, DType::i64, buffer(2).device()));
  }
  const Tensor weight = options_.affine ? parameter(0) : Tensor();
  const Tensor bias = options_.affine ? parameter(1) : Tensor();
  return ops::batch_norm(x, weight, bias, state, context.is_training(), options_.momentum, options_.eps, residual, relu);
}

Tensor BatchNorm::compute(std::span<const Tensor> inputs, ForwardContext& context) { return apply(inputs[0], context, {}, false); }

namespace {

LayerPlan plan_for(const schema::Arguments& arguments, const Shape& input) {
  LayerPlan plan{.output = input, .arguments = arguments};
  infer_size(plan.arguments, "num_features", input[0]);
  plan.parameters = arguments.boolean("affine") ? 2 * input[0] : 0;
  return plan;
}

LayerPlan infer_1d(const schema::Arguments& arguments, std::span<const Shape> inputs) {
  if (inputs[0].size() != 2) expect_dims(inputs[0], 1, "[features] or [features, length]");
  return plan_for(arguments, inputs[0]);
}

LayerPlan infer_2d(const schema::Arguments& arguments, std::span<const Shape> inputs) {
  expect_dims(inputs[0], 3, "[channels, height, width]");
  return plan_for(arguments, inputs[0]);
}

template <int dimensions>
std::unique_ptr<Module> build(const schema::Arguments& arguments, std::string path) {
  const BatchNorm::Options options{.eps = arguments.real("eps"), .momentum = arguments.real("momentum"), .affine = arguments.boolean("affine"),
                                   .track_running_stats = arguments.boolean("track_running_stats")};
  return std::make_unique<BatchNorm>(dimensions, arguments.integer("num_features"), options, std::move(path));
}

std::vector<schema::Field> fields() {
  using schema::Kind;
  return {
      {.name = "num_features", .kind = Kind::integer, .help = "Features or channels of the input", .range = {.minimum = 1}, .inferred = true},
      {.name = "eps", .kind = Kind::real, .default_value = 1e-5, .help = "Added to the variance", .range = {.minimum = 0, .minimum_open = true}},
      {.name = "momentum", .kind = Kind::real, .default_value = 0.1, .help = "Weight of the newest batch in the running statistics", .range = {.minimum = 0, .maximum = 1}},
      {.name = "affine", .kind = Kind::boolean, .default_value = true, .help = "Learn a scale and a shift for each feature"},
      {.name = "track_running_stats", .kind = Kind::boolean, .default_value = true, .help = "Keep running statistics and evaluate with them"},
  };
}

}  // namespace

LayerType batch_norm1d_type() {
  return {.spec = {.name = "BatchNorm1d", .help = "Brings each feature to mean 0 and deviation 1 over the batch", .fields = fields()},
          .infer = infer_1d, .build = build<1>};
}

LayerType batch_norm2d_type() {
  return {.spec = {.name = "BatchNorm2d", .help = "Brings each channel of images to mean 0 and deviation 1 over the batch", .fields = fields()},
          .infer = infer_2d, .build = build<2>};
}

}  // namespace lockstep::engine::nn

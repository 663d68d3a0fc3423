#include "engine/nn/layers/conv2d.h"

#include "engine/nn/initializer.h"
#include "engine/nn/layers/infer.h"

namespace lockstep::engine::nn {

Conv2d::Conv2d(std::int64_t in_channels, std::int64_t out_channels, std::array<std::int64_t, 2> kernel_size, const ops::Conv2dOptions& options,
               bool bias, std::string initializer, std::string path)
    : Module(std::move(path)), options_(options), initializer_(std::move(initializer)) {
  register_parameter("weight", Tensor::zeros({out_channels, in_channels / options.groups, kernel_size[0], kernel_size[1]}));
  if (bias) register_parameter("bias", Tensor::zeros({out_channels}));
}

void Conv2d::initialize(std::uint64_t init_seed) {
  Tensor weight = parameter(0);
  initialize_weight(weight, initializer_, init_seed, parameter_name(0));
  if (parameter_count() == 1) return;
  Tensor bias = parameter(1);
  initialize_bias(bias, fan_in_of(weight.shape()), init_seed, parameter_name(1));
}

Tensor Conv2d::apply(const Tensor& x, bool relu) const { return ops::conv2d(x, parameter(0), bias(), options_, relu); }
Tensor Conv2d::apply_relu_max_pool(const Tensor& x, const ops::Pool2dOptions& pool) const {
  return ops::conv2d_relu_max_pool2d(x, parameter(0), bias(), options_, pool);
}
Tensor Conv2d::compute(std::span<const Tensor> inputs, ForwardContext&) { return apply(inputs[0], false); }

namespace {

std::int64_t output_size(std::int64_t input, std::size_t axis, const schema::Arguments& arguments) {
  const std::int64_t kernel = pair_of(arguments, "kernel_size")[axis];
  const std::int64_t padding = pair_of(arguments, "padding")[axis];
  const std::int64_t reach = pair_of(arguments, "dilation")[axis] * (kernel - 1) + 1;
  if (input + 2 * padding < reach) {
    throw ShapeError(Message{"nn.kernel_too_large", "the kernel covers {kernel} pixels of {axis}, but the input with padding has {found}",
                             {{"kernel", std::to_string(reach)}, {"axis", axis == 0 ? "height" : "width"}, {"found", std::to_string(input + 2 * padding)}}});
  }
  return (input + 2 * padding - reach) / pair_of(arguments, "stride")[axis] + 1;
}

void check_groups(std::int64_t channels, std::int64_t groups, std::string_view name) {
  if (channels % groups == 0) return;
  throw ShapeError(Message{"nn.groups", "expected {name} to be a multiple of groups = {groups}, found {found}",
                           {{"name", std::string(name)}, {"groups", std::to_string(groups)}, {"found", std::to_string(channels)}}});
}

LayerPlan infer(const schema::Arguments& arguments, std::span<const Shape> inputs) {
  const Shape& in = inputs[0];
  expect_dims(in, 3, "[channels, height, width]");
  LayerPlan plan{.arguments = arguments};
  infer_size(plan.arguments, "in_channels", in[0]);
  const std::int64_t out = arguments.integer("out_channels");
  const std::int64_t groups = arguments.integer("groups");
  check_groups(in[0], groups, "in_channels");
  check_groups(out, groups, "out_channels");
  const auto kernel = pair_of(arguments, "kernel_size");
  plan.output = {out, output_size(in[1], 0, arguments), output_size(in[2], 1, arguments)};
  plan.parameters = out * (in[0] / groups) * kernel[0] * kernel[1] + (arguments.boolean("bias") ? out : 0);
  return plan;
}

std::unique_ptr<Module> build(const schema::Arguments& arguments, std::string path) {
  const ops::Conv2dOptions options{.stride = pair_of(arguments, "stride"), .padding = pair_of(arguments, "padding"),
                                   .dilation = pair_of(arguments, "dilation"), .groups = arguments.integer("groups")};
  return std::make_unique<Conv2d>(arguments.integer("in_channels"), arguments.integer("out_channels"), pair_of(arguments, "kernel_size"), options,
                                  arguments.boolean("bias"), arguments.text("init"), std::move(path));
}

}  // namespace

LayerType conv2d_type() {
  using schema::Kind;
  return {.spec = {.name = "Conv2d", .help = "The same small filters at every place of an image", .fields = {
            {.name = "in_channels", .kind = Kind::integer, .help = "Channels of the input", .range = {.minimum = 1}, .inferred = true},
            {.name = "out_channels", .kind = Kind::integer, .help = "Filters, which are the output's channels", .range = {.minimum = 1, .maximum = 1 << 20}, .required = true},
            {.name = "kernel_size", .kind = Kind::integers, .help = "Height and width of a filter", .unit = "pixels", .range = {.minimum = 1, .maximum = 4096}, .required = true, .count = 2},
            {.name = "stride", .kind = Kind::integers, .default_value = ints({1, 1}), .help = "Step from place to place", .unit = "pixels", .range = {.minimum = 1, .maximum = 4096}, .count = 2},
            {.name = "padding", .kind = Kind::integers, .default_value = ints({0, 0}), .help = "Border of zeros on each side", .unit = "pixels", .range = {.minimum = 0, .maximum = 4096}, .count = 2},
            {.name = "dilation", .kind = Kind::integers, .default_value = ints({1, 1}), .help = "Distance of the pixels that a filter sees", .unit = "pixels", .range = {.minimum = 1, .maximum = 4096}, .count = 2},
            {.name = "groups", .kind = Kind::integer, .default_value = std::int64_t{1}, .help = "Parts of the channels that don't see each other", .range = {.minimum = 1, .maximum = 1 << 20}},
            {.name = "bias", .kind = Kind::boolean, .default_value = true, .help = "Add a learned constant to each channel"},
            {.name = "init", .kind = Kind::text, .default_value = std::string("default"), .help = "How the weights begin; default: as PyTorch's", .choices = initializer_names()},
          }},
          .infer = infer, .build = build};
}

}  // namespace lockstep::engine::nn

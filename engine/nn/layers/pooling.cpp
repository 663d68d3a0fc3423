#include "engine/nn/layers/pooling.h"

#include "engine/nn/layers/infer.h"
#include "engine/ops/adaptive_avg_pool2d/adaptive_avg_pool2d.h"
#include "engine/ops/avg_pool2d/avg_pool2d.h"
#include "engine/ops/max_pool2d/max_pool2d.h"

namespace lockstep::engine::nn {

Tensor MaxPool2d::compute(std::span<const Tensor> inputs, ForwardContext&) { return ops::max_pool2d(inputs[0], options_); }
Tensor AvgPool2d::compute(std::span<const Tensor> inputs, ForwardContext&) { return ops::avg_pool2d(inputs[0], options_); }
Tensor AdaptiveAvgPool2d::compute(std::span<const Tensor> inputs, ForwardContext&) { return ops::adaptive_avg_pool2d(inputs[0], output_size_); }

namespace {

using schema::Kind;

ops::Pool2dOptions options_of(const schema::Arguments& arguments) {
  return {.kernel_size = pair_of(arguments, "kernel_size"), .stride = pair_of(arguments, "stride"), .padding = pair_of(arguments, "padding"),
          .ceil_mode = arguments.boolean("ceil_mode"), .count_include_pad = !arguments.has("count_include_pad") || arguments.boolean("count_include_pad")};
}

/// With ceil_mode a last window that begins within the input or its left padding counts too.
std::int64_t pooled_size(std::int64_t input, std::size_t axis, const ops::Pool2dOptions& options) {
  const std::int64_t kernel = options.kernel_size[axis];
  const std::int64_t stride = options.stride[axis];
  const std::int64_t padding = options.padding[axis];
  const std::string name = axis == 0 ? "height" : "width";
  if (2 * padding > kernel) {
    throw ShapeError(Message{"nn.pool_padding", "expected padding of at most half the kernel's {axis} {kernel}, found {found}",
                             {{"axis", name}, {"kernel", std::to_string(kernel)}, {"found", std::to_string(padding)}}});
  }
  const std::int64_t span = input + 2 * padding - kernel;
  if (span < 0) {
    throw ShapeError(Message{"nn.kernel_too_large", "the kernel covers {kernel} pixels of {axis}, but the input with padding has {found}",
                             {{"kernel", std::to_string(kernel)}, {"axis", name}, {"found", std::to_string(input + 2 * padding)}}});
  }
  std::int64_t size = (options.ceil_mode ? span + stride - 1 : span) / stride + 1;
  if (options.ceil_mode && (size - 1) * stride >= input + padding) --size;
  return size;
}

LayerPlan infer_pool(const schema::Arguments& arguments, std::span<const Shape> inputs) {
  const Shape& in = inputs[0];
  expect_dims(in, 3, "[channels, height, width]");
  LayerPlan plan{.arguments = arguments};
  if (!arguments.has("stride")) plan.arguments.set("stride", arguments.integers("kernel_size"));
  const ops::Pool2dOptions options = options_of(plan.arguments);
  plan.output = {in[0], pooled_size(in[1], 0, options), pooled_size(in[2], 1, options)};
  return plan;
}

LayerPlan infer_adaptive(const schema::Arguments& arguments, std::span<const Shape> inputs) {
  expect_dims(inputs[0], 3, "[channels, height, width]");
  const auto size = pair_of(arguments, "output_size");
  return {.output = {inputs[0][0], size[0], size[1]}, .arguments = arguments};
}

std::vector<schema::Field> window_fields() {
  constexpr schema::Range pixels{.minimum = 1, .maximum = 4096};
  return {
      {.name = "kernel_size", .kind = Kind::integers, .help = "Height and width of a window", .unit = "pixels", .range = pixels, .required = true, .count = 2},
      {.name = "stride", .kind = Kind::integers, .help = "Step from window to window; left out: the window's size", .unit = "pixels", .range = pixels, .inferred = true, .count = 2},
      {.name = "padding", .kind = Kind::integers, .default_value = ints({0, 0}), .help = "Border on each side, at most half the window", .unit = "pixels", .range = {.minimum = 0, .maximum = 2048}, .count = 2},
      {.name = "ceil_mode", .kind = Kind::boolean, .default_value = false, .help = "Also a last window that reaches past the end"},
  };
}

}  // namespace

LayerType max_pool2d_type() {
  return {.spec = {.name = "MaxPool2d", .help = "The largest value of each window", .fields = window_fields()},
          .infer = infer_pool,
          .build = [](const schema::Arguments& arguments, std::string path) -> std::unique_ptr<Module> {
            return std::make_unique<MaxPool2d>(options_of(arguments), std::move(path));
          }};
}

LayerType avg_pool2d_type() {
  auto fields = window_fields();
  fields.push_back({.name = "count_include_pad", .kind = Kind::boolean, .default_value = true, .help = "The border counts as zeros"});
  return {.spec = {.name = "AvgPool2d", .help = "The mean of each window", .fields = std::move(fields)},
          .infer = infer_pool,
          .build = [](const schema::Arguments& arguments, std::string path) -> std::unique_ptr<Module> {
            return std::make_unique<AvgPool2d>(options_of(arguments), std::move(path));
          }};
}

LayerType adaptive_avg_pool2d_type() {
  return {.spec = {.name = "AdaptiveAvgPool2d", .help = "Means over as many windows as the output has pixels", .fields = {
            {.name = "output_size", .kind = Kind::integers, .help = "Height and width of the output", .unit = "pixels", .range = {.minimum = 1, .maximum = 65536}, .required = true, .count = 2},
          }},
          .infer = infer_adaptive,
          .build = [](const schema::Arguments& arguments, std::string path) -> std::unique_ptr<Module> {
            return std::make_unique<AdaptiveAvgPool2d>(pair_of(arguments, "output_size"), std::move(path));
          }};
}

}  // namespace lockstep::engine::nn

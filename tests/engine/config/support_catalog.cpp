#include "tests/engine/config/support_catalog.h"

#include "engine/core/error.h"

namespace lockstep::engine::config {
namespace {

using schema::Arguments;
using schema::Kind;
using schema::TypeSpec;
using schema::Value;

Value integers(std::vector<std::int64_t> values) { return values; }

std::vector<TypeSpec> layers() {
  return {
      {"Linear",
       "y = x Aᵀ + b",
       {{.name = "out_features",
         .kind = Kind::integer,
         .help = "Size of the output",
         .range = {.minimum = 1},
         .required = true},
        {.name = "in_features",
         .kind = Kind::integer,
         .help = "Size of the input",
         .range = {.minimum = 1},
         .inferred = true},
        {.name = "bias", .kind = Kind::boolean, .default_value = true, .help = "Add a bias"}}},
      {"Conv2d",
       "2-D convolution",
       {{.name = "out_channels",
         .kind = Kind::integer,
         .help = "Channels of the output",
         .range = {.minimum = 1},
         .required = true},
        {.name = "in_channels",
         .kind = Kind::integer,
         .help = "Channels of the input",
         .range = {.minimum = 1},
         .inferred = true},
        {.name = "kernel_size",
         .kind = Kind::integers,
         .help = "Size of the window",
         .range = {.minimum = 1},
         .required = true,
         .count = 2},
        {.name = "padding",
         .kind = Kind::integers,
         .default_value = integers({0, 0}),
         .help = "Zeros around",
         .range = {.minimum = 0},
         .count = 2}}},
      {"ReLU", "max(0, x)", {}},
      {"Flatten", "All dimensions into one", {}},
      {"Add", "Sum of its inputs", {}},
      {"Dropout",
       "Zeros some",
       {{.name = "p",
         .kind = Kind::real,
         .default_value = 0.5,
         .help = "Share of zeros",
         .range = {.minimum = 0, .maximum = 1}}}},
  };
}

std::vector<TypeSpec> losses() {
  return {{"CrossEntropyLoss",
           "For classes",
           {{.name = "label_smoothing",
             .kind = Kind::real,
             .default_value = 0.0,
             .help = "Share of the uniform",
             .range = {.minimum = 0, .maximum = 1}}}},
          {"MSELoss", "Squared error", {}}};
}

std::vector<TypeSpec> optimizers() {
  const schema::Range positive{.minimum = 0};
  return {
      {"SGD",
       "Gradient descent",
       {{.name = "learning_rate", .kind = Kind::real, .default_value = 0.001, .help = "Step size", .range = positive},
        {.name = "momentum", .kind = Kind::real, .default_value = 0.0, .help = "Momentum", .range = positive},
        {.name = "weight_decay", .kind = Kind::real, .default_value = 0.0, .help = "L2 penalty", .range = positive}}},
      {"AdamW",
       "Adam with decoupled decay",
       {{.name = "learning_rate",
         .kind = Kind::real,
         .default_value = 0.001,
         .help = "Step size",
         .range = {.minimum = 0, .minimum_open = true}},
        {.name = "betas",
         .kind = Kind::reals,
         .default_value = std::vector<double>{0.9, 0.999},
         .help = "Decay of the moments",
         .range = {.minimum = 0, .maximum = 1, .maximum_open = true},
         .count = 2},
        {.name = "weight_decay", .kind = Kind::real, .default_value = 0.01, .help = "Decay", .range = positive},
        {.name = "decay_from",
         .kind = Kind::integer,
         .default_value = std::int64_t{0},
         .help = "First step with decay; added after the first version",
         .range = positive,
         .earlier_behaviour = std::int64_t{0}}}}};
}

std::vector<TypeSpec> schedules() {
  return {{"Constant", "Always the same", {}},
          {"WarmupCosine",
           "Up, then a half cosine",
           {{.name = "warmup_steps",
             .kind = Kind::integer,
             .default_value = std::int64_t{0},
             .help = "Steps of warmup",
             .unit = "steps",
             .range = {.minimum = 0}}}}};
}

LayerInference infer(std::string_view type, const Arguments& arguments, std::span<const Shape> inputs) {
  LayerInference out{inputs[0], arguments, 0};
  const auto fail = [&](const std::string& expected) {
    throw ShapeError(plain_message("test", "expected " + expected));
  };
  if (type == "Linear") {
    if (inputs[0].size() != 1) fail("one dimension");
    out.arguments.set("in_features", inputs[0][0]);
    const std::int64_t bias = arguments.boolean("bias") ? 1 : 0;
    out.output = Shape{arguments.integer("out_features")};
    out.parameters = (inputs[0][0] + bias) * arguments.integer("out_features");
  } else if (type == "Conv2d") {
    if (inputs[0].size() != 3) fail("[C, H, W]");
    const auto& kernel = arguments.integers("kernel_size");
    const auto& padding = arguments.integers("padding");
    out.arguments.set("in_channels", inputs[0][0]);
    out.output = Shape{arguments.integer("out_channels"), inputs[0][1] + 2 * padding[0] - kernel[0] + 1,
                       inputs[0][2] + 2 * padding[1] - kernel[1] + 1};
    if (out.output[1] < 1 || out.output[2] < 1) fail("an image of at least the kernel's size");
    out.parameters = out.output[0] * (inputs[0][0] * kernel[0] * kernel[1] + 1);
  } else if (type == "Flatten") {
    out.output = Shape{inputs[0].numel()};
  } else if (type == "Add") {
    for (const Shape& shape : inputs) {
      if (!(shape == inputs[0])) fail("equal shapes");
    }
  }
  return out;
}

void check_output(std::string_view loss, const Arguments&, const Shape& output, const DataFacts& facts) {
  if (loss == "CrossEntropyLoss" && output != Shape{facts.classes})
    throw ShapeError(plain_message("test", "expected " + Shape{facts.classes}.to_string() + ", a value a class"));
  if (loss == "MSELoss" && output.numel() != facts.target_size)
    throw ShapeError(plain_message("test", "expected one value a target"));
}

std::vector<PresetLayer> expand(std::string_view, std::int64_t outputs) {
  Arguments linear;
  linear.set("out_features", outputs);
  return {{"Flatten", "", {}, {}}, {"Linear", "head", {}, linear}};
}

Shape augmented(const std::vector<AugmentConfig>& augments, const Shape& input) {
  Shape out = input;
  for (const AugmentConfig& augment : augments) {
    if (!augment.arguments.has("size")) continue;
    const auto& size = augment.arguments.integers("size");
    if (size[0] > out[1] || size[1] > out[2])
      throw ValueError(plain_message("test", "a size of at most the image's is expected"));
    out = {out[0], size[0], size[1]};
  }
  return out;
}

}  // namespace

const Catalog& test_catalog() {
  static const std::vector<TypeSpec> layer_specs = layers();
  static const std::vector<TypeSpec> loss_specs = losses();
  static const std::vector<TypeSpec> optimizer_specs = optimizers();
  static const std::vector<TypeSpec> schedule_specs = schedules();
  static const std::vector<TypeSpec> augment_specs{
      {"RandomCrop",
       "A random part",
       {{.name = "padding",
         .kind = Kind::integer,
         .default_value = std::int64_t{0},
         .help = "Zeros around",
         .range = {.minimum = 0}},
        {.name = "size", .kind = Kind::integers, .help = "Height and width", .range = {.minimum = 1}, .count = 2}}}};
  static const std::vector<KnownDataset> datasets{
      {"digits", "8 x 8 digits", 0.1, 0.2, false, {Shape{1, 8, 8}, true, 10, 1}},
      {"fashion-mnist", "28 x 28 clothes", 0.1, 0, true, {Shape{1, 28, 28}, true, 10, 1}},
  };
  static const Catalog catalog{layer_specs, loss_specs,   optimizer_specs, schedule_specs, augment_specs, datasets,
                               infer,       check_output, {"tiny"},        expand,         augmented};
  return catalog;
}

std::string good_config() {
  return "# The digits.\n"
         "config_version = 1\n"
         "\n"
         "[data]\n"
         "dataset = \"digits\"  # bundled\n"
         "batch_size = 64\n"
         "\n"
         "[[model.layers]]\n"
         "type = \"Conv2d\"\n"
         "out_channels = 4\n"
         "kernel_size = 3\n"
         "name = \"stem\"\n"
         "\n"
         "[[model.layers]]\n"
         "type = \"Flatten\"\n"
         "\n"
         "[[model.layers]]\n"
         "type = \"Linear\"\n"
         "out_features = 10\n"
         "\n"
         "[optimizer]\n"
         "type = \"AdamW\"\n"
         "learning_rate = 0.003\n"
         "\n"
         "[train]\n"
         "epochs = 2\n";
}

}  // namespace lockstep::engine::config

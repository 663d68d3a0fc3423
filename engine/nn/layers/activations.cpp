#include "engine/nn/layers/activations.h"

#include "engine/nn/layers/infer.h"
#include "engine/ops/softmax/softmax.h"
#include "engine/ops/unary/unary.h"

namespace lockstep::engine::nn {

Tensor ReLU::compute(std::span<const Tensor> inputs, ForwardContext&) { return ops::relu(inputs[0]); }

namespace {

using schema::Arguments;
using schema::Kind;

/// All others differ in one function of their settings only.
class Activation final : public Module {
 public:
  using Function = Tensor (*)(const Tensor&, const Arguments&);
  Activation(std::string_view type, Function function, Arguments arguments, std::string path)
      : Module(std::move(path)), type_(type), function_(function), arguments_(std::move(arguments)) {}
  [[nodiscard]] std::string_view type() const noexcept override { return type_; }

 private:
  [[nodiscard]] Tensor compute(std::span<const Tensor> inputs, ForwardContext&) override { return function_(inputs[0], arguments_); }
  std::string_view type_;
  Function function_;
  Arguments arguments_;
};

constexpr std::string_view leaky_relu = "LeakyReLU";
constexpr std::string_view elu = "ELU";
constexpr std::string_view gelu = "GELU";
constexpr std::string_view silu = "SiLU";
constexpr std::string_view sigmoid = "Sigmoid";
constexpr std::string_view tanh_name = "Tanh";
constexpr std::string_view softplus = "Softplus";
constexpr std::string_view hardswish = "Hardswish";
constexpr std::string_view softmax = "Softmax";
constexpr std::string_view log_softmax = "LogSoftmax";

LayerPlan same_shape(const Arguments& arguments, std::span<const Shape> inputs) { return {.output = inputs[0], .arguments = arguments}; }

std::size_t softmax_axis(const Arguments& arguments, std::size_t rank) {
  const auto size = static_cast<std::int64_t>(rank);
  const std::int64_t dim = arguments.integer("dim");
  const std::int64_t axis = dim < 0 ? dim + size : dim;
  if (axis < 1 || axis >= size) {
    throw ShapeError(Message{"nn.softmax_axis", "expected dim from 1 to {high} or from {low} to -1 (the batch is axis 0), found {found}",
                             {{"high", std::to_string(size - 1)}, {"low", std::to_string(1 - size)}, {"found", std::to_string(dim)}}});
  }
  return static_cast<std::size_t>(axis);
}

LayerPlan infer_softmax(const Arguments& arguments, std::span<const Shape> inputs) {
  (void)softmax_axis(arguments, inputs[0].size() + 1);
  return same_shape(arguments, inputs);
}

/// `name` is one of the constants above: a module keeps a view of it.
template <const std::string_view& name, auto function>
LayerType activation(std::string_view help, std::vector<schema::Field> fields = {}) {
  return {.spec = {.name = name, .help = help, .fields = std::move(fields)},
          .infer = same_shape,
          .build = [](const Arguments& arguments, std::string path) -> std::unique_ptr<Module> {
            return std::make_unique<Activation>(name, +function, arguments, std::move(path));
          }};
}

LayerType relu_type() {
  return {.spec = {.name = "ReLU", .help = "max(x, 0)", .fields = {}},
          .infer = same_shape,
          .build = [](const Arguments&, std::string path) -> std::unique_ptr<Module> { return std::make_unique<ReLU>(std::move(path)); }};
}

std::vector<schema::Field> dim_field() {
  return {{.name = "dim", .kind = Kind::integer, .default_value = std::int64_t{-1}, .help = "Axis along which the values sum to 1; the batch is axis 0", .range = {.minimum = -7, .maximum = 7}}};
}

}  // namespace

std::vector<LayerType> activation_types() {
  std::vector<LayerType> types{
      relu_type(),
      activation<leaky_relu, [](const Tensor& x, const Arguments& a) { return ops::leaky_relu(x, a.real("negative_slope")); }>(
          "x, or negative_slope x below 0", {{.name = "negative_slope", .kind = Kind::real, .default_value = 0.01, .help = "Slope below 0"}}),
      activation<elu, [](const Tensor& x, const Arguments& a) { return ops::elu(x, a.real("alpha")); }>(
          "x, or alpha (exp(x) - 1) below 0", {{.name = "alpha", .kind = Kind::real, .default_value = 1.0, .help = "Limit below 0", .range = {.minimum = 0}}}),
      activation<gelu, [](const Tensor& x, const Arguments& a) { return ops::gelu(x, a.text("approximate") == "tanh"); }>(
          "x times the normal distribution's function at x",
          {{.name = "approximate", .kind = Kind::text, .default_value = std::string("none"), .help = "Exact, or a formula with tanh", .choices = {"none", "tanh"}}}),
      activation<silu, [](const Tensor& x, const Arguments&) { return ops::silu(x); }>("x sigmoid(x)"),
      activation<sigmoid, [](const Tensor& x, const Arguments&) { return ops::sigmoid(x); }>("1 / (1 + exp(-x))"),
      activation<tanh_name, [](const Tensor& x, const Arguments&) { return ops::tanh(x); }>("Hyperbolic tangent"),
      activation<softplus, [](const Tensor& x, const Arguments& a) { return ops::softplus(x, a.real("beta"), a.real("threshold")); }>(
          "log(1 + exp(beta x)) / beta",
          {{.name = "beta", .kind = Kind::real, .default_value = 1.0, .help = "Sharpness of the bend", .range = {.minimum = 0, .minimum_open = true}},
           {.name = "threshold", .kind = Kind::real, .default_value = 20.0, .help = "Above this beta x the function is x itself"}}),
      activation<hardswish, [](const Tensor& x, const Arguments&) { return ops::hardswish(x); }>("x clamp(x + 3, 0, 6) / 6"),
      activation<softmax, [](const Tensor& x, const Arguments& a) { return ops::softmax(x, static_cast<std::int64_t>(softmax_axis(a, x.dim()))); }>(
          "Positive values that sum to 1", dim_field()),
      activation<log_softmax, [](const Tensor& x, const Arguments& a) { return ops::log_softmax(x, static_cast<std::int64_t>(softmax_axis(a, x.dim()))); }>(
          "Logarithm of Softmax", dim_field()),
  };
  for (LayerType& type : types) {
    if (type.spec.name == softmax || type.spec.name == log_softmax) type.infer = infer_softmax;
  }
  return types;
}

}  // namespace lockstep::engine::nn

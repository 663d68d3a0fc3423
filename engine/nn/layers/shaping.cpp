#include "engine/nn/layers/shaping.h"

#include "engine/nn/layers/infer.h"
#include "engine/ops/arithmetic/arithmetic.h"
#include "engine/ops/views/views.h"

namespace lockstep::engine::nn {

namespace {

std::size_t axis_of(std::int64_t dim, std::size_t rank, std::string_view name) {
  const auto size = static_cast<std::int64_t>(rank);
  const std::int64_t axis = dim < 0 ? dim + size : dim;
  if (axis >= 0 && axis < size) return static_cast<std::size_t>(axis);
  throw ShapeError(Message{"nn.axis", "expected {name} from {low} to {high} (the batch is axis 0), found {found}",
                           {{"name", std::string(name)}, {"low", std::to_string(-size)}, {"high", std::to_string(size - 1)}, {"found", std::to_string(dim)}}});
}

Shape flat_shape(const Shape& batch, std::int64_t start_dim, std::int64_t end_dim) {
  const std::size_t first = axis_of(start_dim, batch.size(), "start_dim");
  const std::size_t last = axis_of(end_dim, batch.size(), "end_dim");
  if (first > last) {
    throw ShapeError(Message{"nn.flatten_order", "expected start_dim before end_dim, found {start} and {end} of {count} axes",
                             {{"start", std::to_string(start_dim)}, {"end", std::to_string(end_dim)}, {"count", std::to_string(batch.size())}}});
  }
  Shape flat;
  std::int64_t joined = 1;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    if (i < first || i > last) flat.push_back(batch[i]);
    else joined *= batch[i];
    if (i == last) flat.push_back(joined);
  }
  return flat;
}

Shape with_batch(const Shape& shape, std::int64_t size) {
  Shape out = shape;
  out.insert(0, size);
  return out;
}

LayerPlan infer_flatten(const schema::Arguments& arguments, std::span<const Shape> inputs) {
  const std::int64_t start = arguments.integer("start_dim");
  if (axis_of(start, inputs[0].size() + 1, "start_dim") == 0) {
    throw ShapeError(plain_message("nn.flatten_batch", "expected start_dim of 1 or more: axis 0 is the batch, which a network keeps"));
  }
  LayerPlan plan{.output = flat_shape(with_batch(inputs[0], 1), start, arguments.integer("end_dim")), .arguments = arguments};
  plan.output.erase(0);
  return plan;
}

LayerPlan infer_add(const schema::Arguments& arguments, std::span<const Shape> inputs) {
  for (const Shape& input : inputs) {
    if (input == inputs[0]) continue;
    throw ShapeError(Message{"nn.add_shapes", "expected inputs of one shape, found {first} and {other}",
                             {{"first", inputs[0].to_string()}, {"other", input.to_string()}}});
  }
  return {.output = inputs[0], .arguments = arguments};
}

}  // namespace

Tensor Flatten::compute(std::span<const Tensor> inputs, ForwardContext&) {
  return ops::reshape(inputs[0], flat_shape(inputs[0].shape(), start_dim_, end_dim_));
}

Tensor Add::compute(std::span<const Tensor> inputs, ForwardContext&) {
  Tensor sum = ops::add(inputs[0], inputs[1]);
  for (const Tensor& input : inputs.subspan(2)) sum = ops::add(sum, input);
  return sum;
}

LayerType flatten_type() {
  using schema::Kind;
  return {.spec = {.name = "Flatten", .help = "One long row of values from an image", .fields = {
            {.name = "start_dim", .kind = Kind::integer, .default_value = std::int64_t{1}, .help = "First axis that is joined; the batch is axis 0", .range = {.minimum = -8, .maximum = 7}},
            {.name = "end_dim", .kind = Kind::integer, .default_value = std::int64_t{-1}, .help = "Last axis that is joined", .range = {.minimum = -8, .maximum = 7}},
          }},
          .infer = infer_flatten,
          .build = [](const schema::Arguments& arguments, std::string path) -> std::unique_ptr<Module> {
            return std::make_unique<Flatten>(arguments.integer("start_dim"), arguments.integer("end_dim"), std::move(path));
          }};
}

LayerType identity_type() {
  return {.spec = {.name = "Identity", .help = "Passes its input on", .fields = {}},
          .infer = [](const schema::Arguments& arguments, std::span<const Shape> inputs) { return LayerPlan{.output = inputs[0], .arguments = arguments}; },
          .build = [](const schema::Arguments&, std::string path) -> std::unique_ptr<Module> { return std::make_unique<Identity>(std::move(path)); }};
}

LayerType add_type() {
  return {.spec = {.name = "Add", .help = "The sum of several layers' outputs: a residual link", .fields = {}},
          .min_inputs = 2, .max_inputs = LayerType::any_number,
          .infer = infer_add,
          .build = [](const schema::Arguments&, std::string path) -> std::unique_ptr<Module> { return std::make_unique<Add>(std::move(path)); }};
}

}  // namespace lockstep::engine::nn

#include "engine/nn/layer_type.h"

#include <fmt/format.h>

#include "engine/nn/layers/activations.h"
#include "engine/nn/layers/batch_norm.h"
#include "engine/nn/layers/conv2d.h"
#include "engine/nn/layers/dropout.h"
#include "engine/nn/layers/linear.h"
#include "engine/nn/layers/pooling.h"
#include "engine/nn/layers/shaping.h"
#include "engine/schema/type_list.h"

namespace lockstep::engine::nn {

std::span<const LayerType> layer_types() {
  static const std::vector<LayerType> types = [] {
    std::vector<LayerType> list{linear_type(), conv2d_type(), batch_norm1d_type(), batch_norm2d_type(), dropout_type(), max_pool2d_type(),
                                avg_pool2d_type(), adaptive_avg_pool2d_type(), flatten_type(), add_type(), identity_type()};
    for (LayerType& type : activation_types()) list.push_back(std::move(type));
    return list;
  }();
  return types;
}

std::span<const schema::TypeSpec> layer_specs() {
  static const std::vector<schema::TypeSpec> specs = schema::specs_of(layer_types());
  return specs;
}

const LayerType& layer_type(std::string_view name) { return schema::find_type(layer_types(), name, "layer"); }

LayerPlan infer_layer(std::string_view type_name, const schema::Arguments& arguments, std::span<const Shape> inputs) {
  const LayerType& type = layer_type(type_name);
  if (inputs.size() >= type.min_inputs && inputs.size() <= type.max_inputs) return type.infer(arguments, inputs);
  const std::string expected = type.min_inputs == type.max_inputs ? fmt::format("{} input{}", type.min_inputs, type.min_inputs == 1 ? "" : "s")
                                                                  : fmt::format("{} or more inputs", type.min_inputs);
  throw ShapeError(Message{"nn.input_count", "expected {expected}, found {found}", {{"expected", expected}, {"found", std::to_string(inputs.size())}}});
}

}  // namespace lockstep::engine::nn

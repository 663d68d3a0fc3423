// What `type = "Conv2d"` in a config means: what it takes, what it makes of its inputs' shapes, how it is built. Each
// type is declared beside its layer in engine/nn/layers; layer_types() lists them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/shape.h"
#include "engine/nn/module.h"
#include "engine/schema/field.h"

namespace lockstep::engine::nn {

/// Shapes are without the batch dimension.
struct LayerPlan {
  Shape output = {};
  schema::Arguments arguments = {};  ///< as given, with the inferred ones filled in
  std::int64_t parameters = 0;       ///< number of trainable values
};

struct LayerType {
  static constexpr std::size_t any_number = 1024;

  schema::TypeSpec spec;
  std::size_t min_inputs = 1;
  std::size_t max_inputs = 1;
  /// Arguments have their defaults. @throws ShapeError or ValueError naming what was expected and found
  LayerPlan (*infer)(const schema::Arguments& arguments, std::span<const Shape> inputs) = nullptr;
  /// Arguments as infer() returned them. The parameters hold zeros until initialize().
  std::unique_ptr<Module> (*build)(const schema::Arguments& arguments, std::string path) = nullptr;
};

/// Every layer, in the order in which a person should see them.
[[nodiscard]] std::span<const LayerType> layer_types();
/// The specs of layer_types(), in the same order.
[[nodiscard]] std::span<const schema::TypeSpec> layer_specs();
/// @throws ValueError listing the types
[[nodiscard]] const LayerType& layer_type(std::string_view name);

/// Checks the number of inputs and calls the type's infer().
[[nodiscard]] LayerPlan infer_layer(std::string_view type, const schema::Arguments& arguments, std::span<const Shape> inputs);

}  // namespace lockstep::engine::nn

#include "engine/nn/loss_type.h"

#include "engine/nn/losses/losses.h"
#include "engine/schema/arguments.h"
#include "engine/schema/type_list.h"

namespace lockstep::engine::nn {

std::span<const LossType> loss_types() {
  static const std::vector<LossType> types = [] {
    std::vector<LossType> list{cross_entropy_type()};
    for (LossType& type : elementwise_types()) list.push_back(std::move(type));
    return list;
  }();
  return types;
}

std::span<const schema::TypeSpec> loss_specs() {
  static const std::vector<schema::TypeSpec> specs = schema::specs_of(loss_types());
  return specs;
}

std::unique_ptr<Loss> make_loss(std::string_view name, const schema::Arguments& arguments, Device device, DType dtype) {
  const LossType& type = schema::find_type(loss_types(), name, "loss");
  return type.build(schema::with_defaults(type.spec, arguments), device, dtype);
}

}  // namespace lockstep::engine::nn

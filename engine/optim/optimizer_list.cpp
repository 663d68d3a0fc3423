#include "engine/optim/optimizer_list.h"

#include "engine/schema/arguments.h"
#include "engine/schema/type_list.h"

namespace lockstep::engine::optim {

std::span<const OptimizerType> optimizer_types() {
  static const std::vector<OptimizerType> types{sgd_type(), adam_type(), adamw_type()};
  return types;
}

std::span<const schema::TypeSpec> optimizer_specs() {
  static const std::vector<schema::TypeSpec> specs = schema::specs_of(optimizer_types());
  return specs;
}

std::unique_ptr<Optimizer> make_optimizer(std::string_view name, NamedTensors parameters, const schema::Arguments& arguments, const OptimizerOptions& options) {
  const OptimizerType& type = schema::find_type(optimizer_types(), name, "optimizer");
  return type.build(std::move(parameters), schema::with_defaults(type.spec, arguments), options);
}

}  // namespace lockstep::engine::optim

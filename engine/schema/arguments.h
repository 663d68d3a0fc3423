// Arguments for callers without a config: checked against a type's fields, defaults filled in.
#pragma once

#include "engine/schema/field.h"

namespace lockstep::engine::schema {

/// Each argument made its field's kind and checked; defaults filled in. What a field's conditions rule out stays absent.
/// @throws ValueError for an unknown, missing or unfit argument, naming the type and the argument
[[nodiscard]] Arguments with_defaults(const TypeSpec& spec, Arguments arguments);

}  // namespace lockstep::engine::schema

// What the layers' inference has in common: checking shapes and inferred arguments, in one wording.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/core/shape.h"
#include "engine/schema/value.h"

namespace lockstep::engine::nn {

/// @throws ShapeError "expected an input [C, H, W], found [784]"
inline void expect_dims(const Shape& input, std::size_t dims, std::string_view expected) {
  if (input.size() == dims) return;
  throw ShapeError(Message{"nn.input_shape", "expected an input {expected}, found {found}", {{"expected", std::string(expected)}, {"found", input.to_string()}}});
}

/// Fills in an inferred size, or checks the one that is written.
inline void infer_size(schema::Arguments& arguments, std::string_view name, std::int64_t actual) {
  if (!arguments.has(name)) {
    arguments.set(std::string(name), actual);
    return;
  }
  const std::int64_t written = arguments.integer(name);
  if (written == actual) return;
  throw ShapeError(Message{"nn.inferred_size",
                           "{name} is {found}, but the input has {expected}; leave {name} out or write {expected}",
                           {{"name", std::string(name)}, {"expected", std::to_string(actual)}, {"found", std::to_string(written)}}});
}

[[nodiscard]] inline std::array<std::int64_t, 2> pair_of(const schema::Arguments& arguments, std::string_view name) {
  const auto& values = arguments.integers(name);
  return {values.at(0), values.at(1)};
}

[[nodiscard]] inline schema::Value ints(std::initializer_list<std::int64_t> values) { return std::vector<std::int64_t>(values); }

}  // namespace lockstep::engine::nn

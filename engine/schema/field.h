// How a setting is declared: once, beside the thing that it sets. The parser, the errors, the form, the docs, the diff
// and the hash are all driven by these tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "engine/schema/value.h"

namespace lockstep::engine::schema {

enum class Kind : std::uint8_t { boolean, integer, real, text, path, integers, reals, texts };

/// Whether a field can change the result, and so how it is recorded.
enum class Effect : std::uint8_t {
  experiment,    ///< decides the experiment: part of the config hash
  seed,          ///< recorded beside the hash
  location,      ///< a path: the data fingerprint stands for it
  environment,   ///< where it computes (device, isa): recorded, not part of the experiment; may change last bits
  presentation,  ///< threads, workers, intervals, names, notes: never changes a result
};

struct Range {
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool minimum_open = false;  ///< the minimum itself is not allowed
  bool maximum_open = false;
};

/// The field applies only where its sibling `key` has one of `values` (or is set at all, where there are none); elsewhere
/// it is absent from the resolved config and an error when written. `key` must be declared before the field.
struct Condition {
  std::string_view key;
  std::vector<std::string_view> values;
};

struct Field {
  std::string_view name = {};
  Kind kind = Kind::integer;
  Value default_value = {};    ///< monostate: none; then the field is required, inferred or optional as said below
  std::string_view help = {};  ///< one line, without a full stop
  std::string_view unit = {};
  Range range = {};
  std::vector<std::string_view> choices = {};  ///< for text: the allowed values
  bool required = false;
  bool inferred = false;  ///< filled in from the shapes (in_channels, in_features, …); if written, checked
  /// For lists: how many values (0: any). A single value is then accepted and repeated: kernel_size = 3 is [3, 3].
  std::size_t count = 0;
  Effect effect = Effect::experiment;
  std::vector<Condition> conditions = {};  ///< all must hold
  /// For a field that a later version added: the value that means what happened before. It is then not part of the hash,
  /// so that older runs keep theirs. monostate: the field was there from the first version.
  Value earlier_behaviour = {};
};

/// What `type = "NAME"` selects: a layer, loss, optimizer, schedule or augmentation, with what it takes.
struct TypeSpec {
  std::string_view name;  ///< PyTorch's name: "Conv2d"
  std::string_view help;  ///< one line
  std::vector<Field> fields;
};

}  // namespace lockstep::engine::schema

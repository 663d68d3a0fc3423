// How a file's content becomes the model's input: everything that was fitted on the training part, in a form that is
// stored with the run and applied again by evaluate, predict and export.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/shape.h"
#include "engine/data/options.h"

namespace lockstep::engine::data {

/// One column of a table that the model uses.
struct ColumnMapping {
  std::string name;  ///< the header's, or the index from 0 as text where there is none
  ColumnType type = ColumnType::real;
  std::vector<std::string> vocabulary;  ///< text: the training part's values in byte order; one input each
  std::optional<double> fill;           ///< numbers: what stands in for a missing value (missing = "mean")
};

struct Preprocessing {
  static constexpr int version = 1;

  std::string kind;    ///< "csv", "idx", "npy", "images"
  Shape sample_shape;  ///< of a decoded sample: [C, H, W] or [features]
  Shape input_shape;   ///< of what the model gets: sample_shape unless a RandomCrop gives another size (evaluation: the middle)
  DType sample_dtype = DType::f32;  ///< u8 or f32
  std::int64_t sample_maximum = 255;  ///< u8: the largest value that can occur; normalize = "unit" divides by it

  // Tables.
  bool header = true;
  Missing missing = Missing::error;
  std::vector<ColumnMapping> columns;
  std::string target;  ///< the target column's name

  // Images.
  std::optional<Resize> resize;  ///< none: every image must have sample_shape's size

  Normalize normalize = Normalize::none;
  /// input = (sample - shift) * scale, in f32; one value a channel (images) or column (tables).
  std::vector<float> shift;
  std::vector<float> scale;

  bool classification = true;
  std::vector<std::string> class_names;
  std::int64_t target_width = 1;  ///< regression: values a sample

  [[nodiscard]] bool is_image() const noexcept { return sample_shape.size() == 3; }
  /// A JSON object; numbers round-trip exactly.
  [[nodiscard]] std::string to_json() const;
  /// @throws DataError for text that to_json() did not write or a newer version did
  [[nodiscard]] static Preprocessing from_json(std::string_view json);
};

}  // namespace lockstep::engine::data

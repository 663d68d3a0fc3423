// Single samples of an evaluation: which were judged worst, and what they look like.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/data/dataset.h"

namespace lockstep::tracking {

/// A decoded sample as a person looks at it: a picture, or the fields of a table's row.
struct SampleContent {
  std::int64_t height = 0;  ///< 0: no picture
  std::int64_t width = 0;
  std::int64_t channels = 0;         ///< 1 or 3; of data with another number the first is shown
  std::vector<std::uint8_t> pixels;  ///< [height, width, channels]; real values are stretched to 0…255
  std::vector<std::pair<std::string, std::string>> fields;  ///< column and value, as in the file
};
[[nodiscard]] SampleContent sample_content(const engine::data::Dataset& dataset, std::int64_t index);

struct JudgedSample {
  std::int64_t index = 0;  ///< in the data set
  std::string input;       ///< a path, or "file.csv:17"
  /// Of a classification -log of the right class's probability, without weights and smoothing; of a regression the mean
  /// over its values of (target - prediction)².
  double loss = 0;
  std::int64_t right = -1;  ///< classification: labels
  std::int64_t predicted = -1;
  double right_probability = 0;
  double predicted_probability = 0;
  std::vector<float> targets;  ///< regression
  std::vector<float> values;
  SampleContent content;
};

/// The `most` samples with the greatest loss, NaN above all; of equal ones the earlier.
class WorstSamples {
 public:
  explicit WorstSamples(std::size_t most) : most_(most) {}
  /// `logits`: one a class.
  void add(std::int64_t index, std::int64_t right, std::span<const float> logits);
  void add(std::int64_t index, std::span<const float> targets, std::span<const float> values);
  /// The worst first, with what they look like. Empties this.
  [[nodiscard]] std::vector<JudgedSample> take(const engine::data::Dataset& dataset);

 private:
  /// Whether a sample of this loss is among the worst so far; makes room for it.
  [[nodiscard]] bool accept(double loss, std::int64_t index);
  void keep(JudgedSample sample);

  std::size_t most_;
  std::vector<JudgedSample> heap_;  ///< the least bad one first
};

}  // namespace lockstep::tracking

// What a run's model says of new inputs, one result a sample, and how results are written as CSV or JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/data/options.h"
#include "tracking/model/trained_model.h"

namespace lockstep::tracking {

struct Prediction {
  std::string input;                 ///< a path, or "file.csv:17"
  std::int64_t label = -1;           ///< classification: the predicted class
  std::vector<float> probabilities;  ///< classification: one a class, in label order
  std::vector<float> values;         ///< regression: one a target value; BCEWithLogitsLoss: the probabilities of yes
};

/// Reads files and folders (CSV rows, images, IDX, NPY; targets are not needed and passed over), applies the recorded
/// preprocessing, and gives `result` one prediction a sample in the inputs' order. All inputs are read and checked before
/// the first result. @throws DataError or FileError that lists everything that is wrong with every input; Stopped
void predict(TrainedModel& model, const std::vector<std::filesystem::path>& inputs, const std::function<void(const Prediction&)>& result,
             const engine::data::LoadContext& context = {});

/// The form of a model's predictions as text. Floats are written with the fewest digits that read back to the same float.
class PredictionFormat {
 public:
  explicit PredictionFormat(const engine::data::Preprocessing& preprocessing);

  /// RFC 4180, lines end in \n: "input,prediction,probability,probability:cat,probability:dog", or of a regression
  /// "input,prediction" ("input,prediction:0,prediction:1" for targets of several values).
  [[nodiscard]] std::string csv_header() const;
  [[nodiscard]] std::string csv_row(const Prediction& prediction) const;
  /// One line without its end: {"input":…,"prediction":"cat","probability":0.97,"probabilities":{"cat":0.97,"dog":0.03}}, of a
  /// regression {"input":…,"prediction":1.5} or a list; NaN and infinities as texts.
  [[nodiscard]] std::string json_row(const Prediction& prediction) const;

 private:
  bool classification_;
  std::vector<std::string> classes_;
  std::int64_t width_;
};

/// A CSV field, quoted where it must be.
[[nodiscard]] std::string csv_field(const std::string& text);

}  // namespace lockstep::tracking

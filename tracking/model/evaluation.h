// How good a run's model is: on the parts of its own data, or on other data of the same form.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/data/options.h"
#include "tracking/model/judged_sample.h"
#include "tracking/model/trained_model.h"

namespace lockstep::tracking {

struct ClassAccuracy {
  std::string name;
  std::int64_t samples = 0;
  std::int64_t correct = 0;
  [[nodiscard]] double accuracy() const noexcept;  ///< NaN without samples
};

struct ModelEvaluation {
  /// "val/loss", "test/accuracy", …, as a run records them, in this order; of a regression also "test/mse", "test/mae" and
  /// "test/r2" (the mean over the target's values of 1 - Σ(y - ŷ)² / Σ(y - ȳ)²; NaN where a value never changes).
  std::vector<std::pair<std::string, double>> metrics;
  std::string part;  ///< what the following is of, "test" or "validation"; other data count as test
  std::int64_t samples = 0;
  std::vector<std::string> classes;                   ///< of a classification, in label order
  std::vector<std::vector<std::int64_t>> confusion;   ///< [right class][predicted class]: samples
  std::vector<ClassAccuracy> per_class;
  std::vector<JudgedSample> worst;                ///< as many as were asked for, the worst first
  std::vector<std::array<float, 2>> points;       ///< of a regression: target and prediction, one a sample and target value
  std::vector<std::string> drift;  ///< in which ways the data are not the recorded ones, where that was accepted
};

struct EvaluationOptions {
  bool accept_drift = false;
  std::size_t worst = 0;   ///< how many of the worst samples are kept
  std::size_t points = 0;  ///< of how many samples of a regression the points are kept: of more, evenly spaced ones
  engine::data::LoadContext context = {};  ///< how data are read; its stop ends the evaluation too, and its progress hears of "evaluating"
};

/// The run's own validation and test parts, read again and split as the run split them. Where they are still the same,
/// the values of the run's record come out.
/// @throws DriftError where the data are not those recorded, saying which files changed; DataError where changed data can't
/// be used even so; ValueError for a run with neither part; Stopped
[[nodiscard]] ModelEvaluation evaluate_own_parts(TrainedModel& model, const Project& project, const EvaluationOptions& options = {});
/// Data of any kind that fits the model, with targets, read with the recorded preprocessing. @throws DataError, FileError, Stopped
[[nodiscard]] ModelEvaluation evaluate_on(TrainedModel& model, const std::vector<std::filesystem::path>& paths, const EvaluationOptions& options = {});

}  // namespace lockstep::tracking

// What is done with a run's model, off the GUI thread: evaluated, applied to files, saved. The threads of the CPU are left as
// they are, because a run may train in this process meanwhile; their number changes no result.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <QImage>

#include "tracking/model/evaluation.h"
#include "tracking/model/prediction.h"

namespace lockstep::ui {

/// Which model is meant.
struct ModelChoice {
  std::filesystem::path project;
  std::string run;
  std::string weights;  ///< "best", "last"
};

/// How far the work is: written there, looked at here.
struct WorkProgress {
  enum What { preparing, reading, computing };
  std::atomic<int> what{preparing};
  std::atomic<std::int64_t> done{0};
  std::atomic<std::int64_t> total{0};  ///< 0: not known
};
using SharedProgress = std::shared_ptr<WorkProgress>;

/// Which weights were used.
struct UsedWeights {
  std::string weights;
  std::int64_t step = 0;
};

struct EvaluatedModel {
  UsedWeights used;
  tracking::ModelEvaluation evaluation;
  std::string loss;  ///< "CrossEntropyLoss"
};
/// The run's validation and test parts. @throws what evaluate_own_parts throws
[[nodiscard]] EvaluatedModel evaluateModel(const ModelChoice& choice, bool acceptDrift, const SharedProgress& progress, const std::stop_token& stop);

struct PredictedInputs {
  UsedWeights used;
  bool classification = true;
  std::vector<std::string> classes;
  std::vector<tracking::Prediction> predictions;
  std::vector<QImage> pictures;  ///< small, of the first inputs where they are pictures; null where not
  std::string csvHeader;
  std::string csv;   ///< rows, as the command line writes them
  std::string json;  ///< a list of objects
};
/// @throws what predict throws: everything that is wrong with every input
[[nodiscard]] PredictedInputs predictInputs(const ModelChoice& choice, const std::vector<std::filesystem::path>& inputs, const SharedProgress& progress, const std::stop_token& stop);

struct SavedModel {
  UsedWeights used;
  std::int64_t parameters = 0;
  std::uintmax_t bytes = 0;
};
/// As safetensors. @throws FileError
[[nodiscard]] SavedModel saveModel(const ModelChoice& choice, const std::filesystem::path& output);

}  // namespace lockstep::ui

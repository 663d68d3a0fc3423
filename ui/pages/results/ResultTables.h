// Results as tables of cells: metrics, accuracy by class, worst samples, predictions.
#pragma once

#include "tracking/store/types.h"
#include "ui/models/CellTableModel.h"
#include "ui/pages/results/ModelWork.h"

namespace lockstep::ui {

/// The metrics as they were recorded: last and best with their steps, and with which weights. `evaluated` (or null) adds what
/// an evaluation gives now, with a sign where that is the recorded value bit for bit.
[[nodiscard]] CellTable metricTable(const tracking::RunSummary& run, const std::vector<tracking::Evaluation>& evaluations, const EvaluatedModel* evaluated);
/// Class, samples, recognised, accuracy.
[[nodiscard]] CellTable classTable(const tracking::ModelEvaluation& evaluation);
/// The first column holds the picture and a caption; then right, predicted and its probability, loss, where it comes from, and
/// the fields of a table's row.
[[nodiscard]] CellTable worstTable(const tracking::ModelEvaluation& evaluation);
/// Input, prediction, probability, second best; of a regression the values. At most `most` rows.
[[nodiscard]] CellTable predictionTable(const PredictedInputs& inputs, std::size_t most);

/// "best weights, of step 760"
[[nodiscard]] QString weightsText(const UsedWeights& used);
/// "test", "validation" in the window's language.
[[nodiscard]] QString partText(const std::string& part);

}  // namespace lockstep::ui

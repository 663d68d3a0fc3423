// Everything that a run recorded, as the tree that a person reads: known values in known words, and what a later version may
// add by the names that it has.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tracking/store/types.h"
#include "ui/models/RecordModel.h"

namespace lockstep::ui {

/// What the store has of a run.
struct RunRecord {
  tracking::RunSummary run;
  std::string folder;
  std::map<std::string, std::string> documents;
  std::vector<tracking::Attempt> attempts;
  std::vector<tracking::Checkpoint> checkpoints;
  std::vector<tracking::Evaluation> evaluations;
};

/// The sections. For any thread. A damaged document is said to be one, and the others are shown.
[[nodiscard]] std::vector<RecordItem> recordItems(const RunRecord& record);
/// Why there is no patch; empty where there is one, or where the code was not recorded yet.
[[nodiscard]] QString whyNoPatch(const RunRecord& record);

}  // namespace lockstep::ui

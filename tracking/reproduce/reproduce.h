// Training a recorded run once more, checked against its record at every step, with a verdict at the end.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tracking/analysis/verdict.h"
#include "tracking/recorder/session.h"

namespace lockstep::tracking {

struct ReproduceRequest {
  std::string run;                      ///< its id
  bool accept_drift = false;
  std::string device = {};              ///< empty: the run's own
  int threads = 0;
  std::vector<std::string> overrides = {};  ///< --set: only of keys that can't change a result
};

class ReproductionListener : public SessionListener {
 public:
  /// Before the run exists: what is not as it was recorded.
  virtual void drifted(const std::vector<Drift>& /*drift*/) {}
  /// After each step: where it parted from the original, or nothing while it is in lockstep.
  virtual void checked(std::int64_t /*step*/, const std::optional<FirstDifference>& /*parted*/) {}
};

struct ReproductionResult {
  std::string of;  ///< the original's id
  SessionResult session;
  std::optional<Judgement> judgement;  ///< absent where the reproduction did not come to its end
};

/// Data that changed, or a config that now means something else, must be accepted.
class UnacceptedDrift : public DriftError { using DriftError::DriftError; };

/// Reads the data, compares code, environment and data with the record, then trains a new run (relation "reproduces") and
/// judges it. A run that was stopped, interrupted or failed is compared as far as it came. The verdict is in the new run's
/// catalogue row and in its document "verdict.json".
/// @throws UnacceptedDrift before anything began; ValueError for a run that can't be reproduced (no step recorded, live) or an
/// override that could change a result; ConfigFailure, DataError, FileError, DeviceError
[[nodiscard]] ReproductionResult reproduce_run(Project& project, const ReproduceRequest& request, ReproductionListener& listener, std::stop_token stop = {});

/// Judges a reproduction that is there already, e.g. one that was interrupted after its last step and resumed.
[[nodiscard]] Judgement judge_reproduction(const Project& project, const std::string& original, const std::string& reproduction);

}  // namespace lockstep::tracking

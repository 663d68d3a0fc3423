// One run from config to end: prepared, recorded, trained, finished; or resumed from its checkpoint.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/config/config.h"
#include "tracking/recorder/recorder.h"
#include "tracking/store/project.h"

namespace lockstep::tracking {

struct TrainRequest {
  engine::config::Source source;
  std::vector<std::string> overrides;    ///< --set
  std::string name;                      ///< empty: the config's
  std::string device;                    ///< empty: the config's
  int threads = 0;                       ///< 0: the config's, else all that this process may use
  std::filesystem::path code_folder;     ///< whose code is recorded; run.code_dir goes before it
  std::string parent;                    ///< id of the run that this one comes from
  std::string relation;
  bool rehash = false;                   ///< hash every data file anew
};

struct ResumeRequest {
  std::string run;  ///< its id
  bool accept_drift = false;
  std::string device = {};
  int threads = 0;
};

struct SessionResult {
  std::string run;
  std::string name;
  Status status = Status::failed;
  std::string reason;
  std::int64_t step = 0;
  std::int64_t epochs = 0;
  double seconds = 0;
  std::map<std::string, double> metrics;
  std::string parameters;  ///< checksum, 16 hexadecimal digits; empty before the first step
  std::string config_hash;
  std::string data_fingerprint;
  std::exception_ptr error;  ///< what ended a failed run
};

/// What changed since a run was recorded, where that stands in the way of resuming it.
class DriftError : public engine::Error { using Error::Error; };

/// Trains a config in a project. Mistakes that are found before the run exists are thrown (ConfigFailure, DeviceError);
/// afterwards everything ends in the run's status and in the result.
[[nodiscard]] SessionResult train_run(Project& project, const TrainRequest& request, SessionListener& listener, std::stop_token stop = {});

struct Prepared;
/// The same with data that were read before (preparation.h), of a document that is checked: nothing of the request's source
/// is read but its overrides, which are recorded. The document's must be the same.
[[nodiscard]] SessionResult train_prepared(Project& project, const TrainRequest& request, const engine::config::Document& document, const Prepared& prepared,
                                           SessionListener& listener, std::stop_token stop = {});

/// The config of a run as it was written, with its overrides and these after them. @throws ValueError for a run that ended before
/// its config was recorded; ConfigFailure where it is none any more
[[nodiscard]] engine::config::Document recorded_config(Project& project, const RunSummary& run, const std::vector<std::string>& overrides = {});

/// Overrides (KEY=VALUE) that name the places on this machine of what a run that was unpacked here (tracking/pack) reads; they
/// don't change the config's hash. Empty for any other run.
[[nodiscard]] std::vector<std::string> location_overrides(const Project& project, const RunSummary& run);

/// Continues a run that is over but not finished. @throws DriftError, ValueError for a run that can't be resumed
[[nodiscard]] SessionResult resume_run(Project& project, const ResumeRequest& request, SessionListener& listener, std::stop_token stop = {});

/// The weights that `init_from` or a command names: "run:ID" is the run's best checkpoint, else its last; anything else is a
/// file. @throws ValueError for a run without a checkpoint
[[nodiscard]] std::filesystem::path weights_file(Project& project, const std::string& init_from);
/// A run's checkpoint "best" or "last"; empty kind: best, else last. @throws ValueError where there is none
[[nodiscard]] std::filesystem::path checkpoint_of(Project& project, const RunSummary& run, const std::string& kind = {});

}  // namespace lockstep::tracking

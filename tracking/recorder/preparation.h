// What happens between a run's creation and its first step: data are read and hashed, the code and the machine are
// looked at, the config is resolved, and all of it is recorded.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/config/config.h"
#include "engine/core/device.h"
#include "engine/data/dataset.h"
#include "engine/nn/network.h"
#include "tracking/provenance/data_files.h"
#include "tracking/provenance/environment.h"
#include "tracking/recorder/recorder.h"

namespace lockstep::tracking {

/// A config with its data.
struct Prepared {
  engine::config::Resolved resolved;
  std::shared_ptr<const engine::data::Dataset> dataset;
  DataManifest manifest;
};

/// Reads the data, hashes its files and resolves the config. @throws ConfigFailure, DataError, FileError, Stopped
[[nodiscard]] Prepared prepare(const engine::config::Document& document, bool rehash, int threads, SessionListener& listener, std::stop_token stop);

/// This machine and the libraries, as a run that computes on this device, on so many threads, records them.
[[nodiscard]] EnvironmentState environment_now(int threads, engine::Device device);
/// Records the config as written, seeds, environment and Lockstep's own build: what is known at once.
void record_beginning(RunWriter& writer, const engine::config::Document& document, const std::vector<std::string>& overrides, int threads, engine::Device device);
/// Records the machine of a later attempt beside the first's, and an event where it is another one.
void record_environment_of_attempt(RunWriter& writer, const std::optional<std::string>& first, std::int64_t step, int threads, engine::Device device);
/// Records the code of a folder, less what `project` itself keeps there. May take a while.
void record_code(RunWriter& writer, const std::filesystem::path& folder, const std::filesystem::path& project, std::stop_token stop);
/// Records the resolved config and the data.
void record_prepared(RunWriter& writer, const Prepared& prepared);
/// Records the model's layers.
void record_model(RunWriter& writer, const engine::nn::Network& network);

/// The threads that a run uses: the request's, else the config's, else all.
[[nodiscard]] int threads_for(int requested, const engine::config::RunConfig& config);

}  // namespace lockstep::tracking

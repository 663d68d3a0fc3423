// Everything about a run that decides whether another one repeats it, read at once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tracking/provenance/build_info.h"
#include "tracking/provenance/code_state.h"
#include "tracking/provenance/data_files.h"
#include "tracking/provenance/environment.h"
#include "tracking/store/project.h"

namespace lockstep::tracking {

/// Parts that the run ended too early to record are absent.
struct RunRecord {
  RunSummary summary;
  std::string config_toml;                     ///< resolved; may be empty
  std::map<std::string, std::uint64_t> seeds;  ///< by stream, the master's as "seed"
  std::optional<CodeState> code;
  std::string patch;
  std::optional<EnvironmentState> environment;
  std::string arithmetic_json;                 ///< how a GPU computed: recorder/gpu_watch.h; empty on the CPU
  std::optional<BuildInfo> build;
  std::optional<DataManifest> data;
  std::string dataset_json;                    ///< counts, classes and the split's hash; may be empty
  std::optional<std::uint64_t> initial;        ///< checksum of the parameters before the first step

  Series batch_hash;
  Series loss;
  Series parameters;  ///< checksums after the step; large models have them every few steps
  Series gradient_norm;
  std::vector<Evaluation> evaluations;
};

/// @throws ValueError for no such run or a damaged record; FileError
[[nodiscard]] RunRecord read_record(const Project& project, const std::string& run);

}  // namespace lockstep::tracking

// From options to sources: which reader reads what. Used by Dataset alone.
#pragma once

#include <optional>
#include <vector>

#include "engine/data/dataset.h"
#include "engine/data/files.h"
#include "engine/data/split.h"
#include "engine/data/table.h"

namespace lockstep::engine::data {

/// What was read and split; indices count through the sources in order.
struct Loaded {
  std::vector<Source> sources;  ///< training, then validation and test files where there are any
  Parts parts;
  Preprocessing preprocessing;  ///< all but normalisation and input_shape
};

[[nodiscard]] Loaded load_sources(const DatasetOptions& options, const Work& work);
/// All of `paths` as the recorded preprocessing wants them; one source each.
[[nodiscard]] std::vector<Source> load_recorded(const Preprocessing& preprocessing, const std::vector<std::filesystem::path>& paths, bool targets,
                                                const Work& work);

}  // namespace lockstep::engine::data

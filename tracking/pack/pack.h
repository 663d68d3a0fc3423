// Packs a run: one file with everything that is needed to look at it, go on with it and reproduce it elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "tracking/store/project.h"

namespace lockstep::tracking {

struct PackOptions {
  bool with_data = false;  ///< the files that data.json names, each content once; a known data set is never packed
  std::stop_token stop = {};
};

struct Packed {
  std::string run;
  std::uint64_t bytes = 0;              ///< of the file
  std::size_t entries = 0;              ///< files in it, its own manifest not counted
  std::size_t data_files = 0;           ///< whose content is in it
  std::uint64_t data_bytes = 0;         ///< of these
  std::vector<std::string> notes = {};  ///< what a person should know, e.g. that initial weights are missing
};

/// Writes the pack, replacing `output`, whole or not at all; the same run gives the same bytes. The run can't go on meanwhile.
/// @throws ValueError for a run that is not over, or has no data to pack; DataError that lists data files that are missing or
/// not those of the run; FileError; Stopped
[[nodiscard]] Packed pack_run(Project& project, const std::string& run, const std::filesystem::path& output,
                              const PackOptions& options = {});

}  // namespace lockstep::tracking

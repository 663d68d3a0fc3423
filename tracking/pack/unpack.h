// Unpacks a run into a project: looked at in full first, then all of it is there, or nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "tracking/pack/manifest.h"
#include "tracking/store/types.h"

namespace lockstep::tracking {

struct UnpackOptions {
  pack::PackLimits limits = {};
  std::stop_token stop = {};
  std::function<std::uint64_t(const std::filesystem::path&)> free_space = {};  ///< empty: as the system says
};

/// Data that the run needs to be reproduced or resumed, and that didn't come along.
struct NeededData {
  std::string dataset = {};  ///< a known data set's name, found by itself where it is installed; else empty, and:
  std::string base = {};     ///< the folder where the files will be looked for
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::size_t missing = 0;  ///< so many of the files are not there
};

struct Unpacked {
  RunSummary run;
  std::filesystem::path project;
  std::string from;  ///< the machine that trained it; empty: not recorded
  std::size_t data_files = 0;
  std::uint64_t data_bytes = 0;
  std::filesystem::path data_folder = {};  ///< where they are now; empty without data
  std::optional<NeededData> needed = {};
  std::string needed_weights = {};  ///< the initial weights that the run began from and that didn't come along
};

/// The run keeps its id. A project that is missing is made. Its document unpacked.json (recorder/unpacked.h) says where its data are.
/// @throws FileError "the pack … is refused: …" for one that is damaged, hostile or too large, where nothing stays behind;
/// ValueError where the project has the run already, or another process unpacks into it; Stopped
[[nodiscard]] Unpacked unpack_run(const std::filesystem::path& file, const std::filesystem::path& project,
                                  const UnpackOptions& options = {});

}  // namespace lockstep::tracking

// The data sets that are known by name, and where they are looked for.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/files.h"
#include "engine/data/source.h"

namespace lockstep::engine::data {

struct KnownDataset {
  std::string_view name;
  std::string_view help;
  double validation_fraction;  ///< of the training file, unless the config says otherwise
  double test_fraction;        ///< 0: it has a test file of its own
  std::string_view folder;     ///< below a search folder
  std::string_view missing;    ///< what to do when it is not found
  /// Training samples, then the test samples where it has them.
  std::vector<Source> (*read)(const std::filesystem::path& folder, const Work& work);
};

[[nodiscard]] std::span<const KnownDataset> known_dataset_table() noexcept;
/// @throws ValueError naming those that exist
[[nodiscard]] const KnownDataset& known_dataset(std::string_view name);
/// @throws FileError listing the places that were searched and how to get it
[[nodiscard]] std::filesystem::path find_known_dataset(const KnownDataset& known, const std::vector<std::filesystem::path>& first);

}  // namespace lockstep::engine::data

#include "engine/data/known.h"

#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "engine/core/error.h"
#include "engine/data/dataset.h"
#include "engine/data/fingerprint.h"
#include "engine/data/readers/idx.h"
#include "engine/data/readers/pixel_rows.h"

namespace lockstep::engine::data {

namespace {

namespace fs = std::filesystem;

/// UCI handwritten digits (CC BY 4.0): 64 pixels of 0 … 16 and the label a row, as scikit-learn ships them.
std::vector<Source> read_digits(const fs::path& folder, const Work& work) {
  std::vector<Source> sources;
  sources.push_back(read_pixel_rows(folder / "digits.csv.gz", {1, 8, 8}, 16, numbered_classes(10), true, work));
  return sources;
}

std::vector<Source> read_fashion_mnist(const fs::path& folder, const Work& work) {
  std::vector<Source> sources;
  for (const char* prefix : {"train", "t10k"}) {
    sources.push_back(read_idx_source(folder / prefix, 10, true, work));
    sources.back().targets.class_names = {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot"};
  }
  return sources;
}

constexpr std::array<KnownDataset, 2> table{{
    {"digits", "UCI handwritten digits: 1,797 grey images of 8 x 8, 10 classes", 0.1, 0.2, "digits",
     "it comes with Lockstep: the installation is damaged", read_digits},
    {"fashion-mnist", "Fashion-MNIST: 70,000 grey images of 28 x 28, 10 classes", 0.1, 0.0, "fashion-mnist",
     "install it with: sudo apt install dataset-fashion-mnist", read_fashion_mnist},
}};

}  // namespace

std::span<const KnownDataset> known_dataset_table() noexcept { return table; }

std::span<const std::string_view> known_datasets() noexcept {
  static constexpr std::array<std::string_view, table.size()> names = [] {
    std::array<std::string_view, table.size()> out;
    for (std::size_t i = 0; i < table.size(); ++i) out[i] = table[i].name;
    return out;
  }();
  return names;
}

const KnownDataset& known_dataset(std::string_view name) {
  std::string names;
  for (const KnownDataset& known : table) {
    if (known.name == name) return known;
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", known.name);
  }
  throw ValueError(Message{"data.unknown_dataset", "unknown data set \"{name}\"; known are {names}; for your own data set data.kind and data.path",
                           {{"name", std::string(name)}, {"names", names}}});
}

std::vector<fs::path> dataset_search_folders() {
  std::vector<fs::path> folders;
  if (const char* chosen = std::getenv("LOCKSTEP_DATASETS"); chosen != nullptr && *chosen != '\0') folders.emplace_back(chosen);
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (!error) {  // in a build tree bin/ lies one or two folders below the resources; installed, share/ beside bin/
    fs::path folder = executable.parent_path();
    for (int up = 0; up < 4 && folder.has_relative_path(); ++up, folder = folder.parent_path()) {
      folders.push_back(folder / "resources/datasets");
      folders.push_back(folder / "share/lockstep/datasets");
    }
  }
  folders.emplace_back("/usr/share/lockstep/datasets");
  folders.emplace_back("/usr/share/datasets");
  return folders;
}

fs::path find_known_dataset(const KnownDataset& known, const std::vector<fs::path>& first) {
  std::vector<fs::path> folders = first;
  for (fs::path& folder : dataset_search_folders()) folders.push_back(std::move(folder));
  std::string searched;
  for (const fs::path& folder : folders) {
    std::error_code error;
    if (fs::is_directory(folder / known.folder, error)) return folder / known.folder;
    if (fs::is_directory(folder, error)) searched += fmt::format("\n  {}", shown(folder / known.folder));
  }
  throw FileError(Message{"data.dataset_missing", "the data set \"{name}\" was not found; {remedy}. Looked for:{searched}",
                          {{"name", std::string(known.name)}, {"remedy", std::string(known.missing)}, {"searched", searched}}});
}

}  // namespace lockstep::engine::data
